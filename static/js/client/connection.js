// The WebSocket of one room (docs/develop/protocol.md). It reconnects for ever, delivers each
// event once and in order, and sends each command until it is answered.

const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;
// A test compares these two with the server's.
export const PING_EVERY = 15000;
export const PING_AT_REST = 45000; // less than the minute after which proxies cut off silence
const PONG_WITHIN = 10000;
const PONG_WHEN_BACK = 3000; // after a pause: a connection that slept is often dead
const EVENT_WITHIN = 500; // after the answer to its command
const CONNECT_WITHIN = 8000;
const MOST_EARLY = 200; // events

/** @typedef {Wire.FrameOf<"ok"> | Wire.FrameOf<"no">} Answer
    @typedef {`bye:${Wire.Frames["bye"]["why"]}`} Closed
    @typedef {"opening" | "open" | "offline" | "connecting" | Closed} State
    @typedef {Exclude<keyof Wire.Frames, "event" | "ok" | "no" | "bye">} Handled */

/** A function for each type of frame, and others: `state`, called when the connection's state
    changes; `refused`, called for each refusal; `leaving`, the last chance to send something.
    @typedef {{ [F in Handled]: (frame: Wire.FrameOf<F>) => void } & {
      event: (frame: Wire.FrameOf<"event">, late: boolean) => void,
      state: (state: State) => void,
      refused: (frame: Wire.FrameOf<"no">) => void,
      leaving: () => void,
    }} Handlers */

/** Returns 16 random letters. (`crypto.randomUUID` is missing on plain http.) */
export function freshId() {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % 64]).join(
    "",
  );
}

export class Connection {
  head = -1; // number of the newest event delivered; -1 before the first sync
  /** @type {Map<number, Wire.FrameOf<"event">>} events that came before an earlier one */
  early = new Map();
  /** @type {Map<string, { frame: Wire.Command, resolve: (answer: Answer) => void }>} by id */
  unanswered = new Map();
  /** @type {Map<string, { frame: Wire.Command, until: number }>} by id; `until`: the event with
      which a command has its effect */
  asked = new Map();
  attempts = 0;
  /** @type {WebSocket | null} */ socket = null;
  timer = 0;
  pongDue = 0;
  pingTimer = 0;
  pingEvery = PING_EVERY;
  closed = false; // for good
  /** @type {State} */ state = "opening"; // the first attempt

  /** @param {string} url @param {Handlers} handlers */
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    addEventListener("offline", () => this.setState("offline"));
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    addEventListener("pagehide", () => {
      this.handlers.leaving();
      this.socket?.close();
    });
    this.schedulePing(PING_EVERY);
    this.open();
  }

  /** Sends a command until it is answered; a reaction that comes too fast is not sent again.
      @param {Wire.Command} frame @returns {Promise<Answer>} */
  command(frame) {
    const id = freshId();
    return new Promise((resolve) => {
      const full = { ...frame, id };
      this.unanswered.set(id, { frame: full, resolve });
      for (const [other, { until }] of this.asked) if (until <= this.head) this.asked.delete(other);
      this.asked.set(id, { frame, until: Infinity });
      this.send(full);
    });
  }

  /** Returns the fields of commands of these types that have had no effect yet, the newest last:
      what controls show meanwhile. @param {Wire.Command["type"][]} types */
  wanted(...types) {
    const asked = [...this.asked.values()].filter(({ until }) => until > this.head);
    const frames = asked.map(({ frame }) => frame).filter(({ type }) => types.includes(type));
    return Object.assign({}, ...frames);
  }

  /** Sends a frame if the socket is open; otherwise it is lost. @param {object} frame */
  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  open() {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.drop();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    // Frames of a socket that was dropped are ignored.
    socket.addEventListener("message", ({ data }) => {
      if (this.socket === socket) this.receive(JSON.parse(data));
    });
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.retry();
    });
    // A network that swallows everything never closes the socket.
    this.timer = setTimeout(
      () => socket.readyState === WebSocket.CONNECTING && this.retry(),
      CONNECT_WITHIN,
    );
  }

  /** Closes the socket and ignores its remaining frames. */
  drop() {
    const old = this.socket;
    this.socket = null;
    clearTimeout(this.pongDue);
    old?.close();
  }

  /** Goes to another page for good: what arrives until it loads must not lead elsewhere.
      @param {string} url */
  leaveFor(url) {
    this.closed = true;
    this.drop();
    location.assign(url);
  }

  /** Opens a new socket after `after` ms, or after a wait that grows with each attempt. */
  retry(after = 0) {
    this.drop();
    if (this.closed) return;
    this.setState(navigator.onLine === false ? "offline" : "connecting");
    const ceiling = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts);
    this.attempts = Math.min(this.attempts + 1, 10);
    const wait = after || ceiling / 2 + (Math.random() * ceiling) / 2;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** The network, the tab or the page is back: reconnects at once. */
  wake() {
    if (this.closed) return;
    this.attempts = 0;
    if (this.socket?.readyState === WebSocket.OPEN) this.ping(PONG_WHEN_BACK);
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.open();
  }

  /** Pings often while a game runs, and seldom while nobody waits for anybody.
      @param {boolean} playing */
  setPace(playing) {
    const every = playing ? PING_EVERY : PING_AT_REST;
    if (every === this.pingEvery) return;
    this.pingEvery = every;
    this.schedulePing(Math.random() * PING_EVERY); // not all pages of the room at once
  }

  schedulePing(/** @type {number} */ after) {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => this.ping(), after);
  }

  ping(within = PONG_WITHIN) {
    this.schedulePing(this.pingEvery);
    if (this.socket?.readyState !== WebSocket.OPEN || this.head < 0) return;
    this.send({ type: "ping", n: this.head, next: this.pingEvery / 1000 });
    clearTimeout(this.pongDue);
    this.pongDue = setTimeout(() => this.retry(), within);
  }

  setState(/** @type {State} */ state) {
    if (this.state === state) return;
    this.state = state;
    this.handlers.state(state);
  }

  receive(/** @type {Wire.Frame} */ frame) {
    switch (frame.type) {
      case "sync":
        return this.onSync(frame);
      case "event":
        return this.onEvent(frame);
      case "ok":
      case "no":
        return this.onAnswer(frame);
      case "pong":
        clearTimeout(this.pongDue);
        // The socket has survived a loss of the network.
        if (this.state === "offline") this.setState("open");
        this.handlers.pong(frame);
        if (frame.n > this.head) this.requestMissed();
        return undefined;
      case "bye":
        if (frame.after === null) {
          this.closed = true;
          this.drop();
          this.setState(`bye:${frame.why}`);
        } else this.retry(frame.after * (1 + Math.random() / 2));
        return undefined;
      default: {
        const handler = /** @type {(frame: Wire.Frame) => void} */ (this.handlers[frame.type]);
        handler?.(frame); // a newer server may send others
        return undefined;
      }
    }
  }

  onSync(/** @type {Wire.FrameOf<"sync">} */ frame) {
    this.head = frame.n;
    this.attempts = 0;
    this.handlers.sync(frame);
    this.setState("open");
    // A command sent again under the same id takes effect once at most.
    for (const { frame: command } of this.unanswered.values()) this.send(command);
    this.deliver();
  }

  onEvent(/** @type {Wire.FrameOf<"event">} */ frame) {
    if (this.head < 0 || frame.n <= this.head) return;
    this.early.set(frame.n, frame);
    if (frame.n > this.head + 1) {
      // The server sends them again with the missing ones.
      if (this.early.size > MOST_EARLY) this.early.clear();
      this.requestMissed();
    }
    this.deliver();
  }

  deliver() {
    for (const n of this.early.keys()) if (n <= this.head) this.early.delete(n);
    for (let next; (next = this.early.get(this.head + 1)); ) {
      this.head = next.n;
      this.early.delete(next.n);
      this.handlers.event(next, this.early.size > 0);
    }
  }

  requestMissed() {
    this.send({ type: "since", n: this.head });
  }

  onAnswer(/** @type {Answer} */ frame) {
    const { id } = frame;
    const command = id === null ? undefined : this.unanswered.get(id);
    if (id === null || !command) {
      if (frame.type === "no") this.handlers.refused(frame);
      return;
    }
    const isLate = command.frame.type === "react"; // after a while it would answer something else
    if (frame.type === "no" && (frame.code === "busy" || (frame.code === "too_fast" && !isLate))) {
      setTimeout(
        () => this.unanswered.has(id) && this.send(command.frame),
        300 + Math.random() * 500,
      );
      return;
    }
    this.unanswered.delete(id);
    const n = frame.type === "ok" ? (frame.n ?? 0) : -1;
    this.asked.set(id, { frame: command.frame, until: n });
    if (frame.type === "no") this.handlers.refused(frame);
    else if (n > this.head) {
      // The event of this command may be lost, and no later one would show the gap.
      setTimeout(() => n > this.head && this.requestMissed(), EVENT_WITHIN);
    }
    command.resolve(frame);
  }
}
