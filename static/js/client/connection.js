// The socket of one room: stays connected for ever, gives the events in order, each once, and gets
// every command answered once. docs/protocol.md is the contract.

const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;
const PING_EVERY = 15000;
const PONG_WITHIN = 10000;
const PONG_WHEN_BACK = 3000; // a line that slept is sooner given up
const EVENT_WITHIN = 500; // after the answer to the command that made it
const BUFFERED = 200;

/** 16 random letters; `crypto.randomUUID` is missing on plain http, this is not. */
export function freshId() {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % 64]).join(
    "",
  );
}

export class Connection {
  /** `handlers`: sync, event, you, here, picking, state(name), refused(frame); leaving(): the last
      chance to send something. */
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    this.head = null; // newest event applied; null before the first sync
    this.later = new Map(); // events that came too early, by number
    this.waiting = new Map(); // commands without an answer, by id
    this.tries = 0;
    this.socket = null;
    this.timer = 0;
    this.pongDue = 0;
    this.over = false;
    this.state = "connecting";
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    addEventListener("offline", () => this.say("offline"));
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    addEventListener("pagehide", () => {
      this.handlers.leaving();
      this.socket?.close();
    });
    setInterval(() => this.ping(), PING_EVERY);
    this.open();
  }

  /** Sends a command until it is answered. Resolves to the `ok` or `no` frame. */
  command(frame) {
    const id = freshId();
    return new Promise((resolve) => {
      const full = { ...frame, id };
      this.waiting.set(id, { frame: full, resolve });
      this.send(full);
    });
  }

  /** Sends something that may be lost. */
  tell(frame) {
    this.send(frame);
  }

  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  open() {
    clearTimeout(this.timer);
    if (this.over) return;
    this.abandon();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    // A socket that was left behind must not speak any more.
    const mine = (act) => (event) => this.socket === socket && act(event);
    socket.addEventListener(
      "message",
      mine((event) => this.receive(JSON.parse(event.data))),
    );
    socket.addEventListener(
      "close",
      mine(() => this.retry()),
    );
    // A network that swallows everything never closes: give up on it and try again.
    this.timer = setTimeout(() => socket.readyState === WebSocket.CONNECTING && this.retry(), 8000);
  }

  abandon() {
    const old = this.socket;
    this.socket = null;
    clearTimeout(this.pongDue);
    old?.close();
  }

  retry(after = 0) {
    this.abandon();
    if (this.over) return;
    this.say(navigator.onLine === false ? "offline" : "connecting");
    const ceiling = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries);
    this.tries = Math.min(this.tries + 1, 10);
    const wait = after || ceiling / 2 + (Math.random() * ceiling) / 2;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** The network, the tab or the page is back: do not wait for the next try. */
  wake() {
    if (this.over) return;
    this.tries = 0;
    if (this.socket?.readyState === WebSocket.OPEN) this.ping(PONG_WHEN_BACK);
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.open();
  }

  ping(within = PONG_WITHIN) {
    if (this.socket?.readyState !== WebSocket.OPEN || this.head === null) return;
    this.send({ type: "ping", n: this.head });
    clearTimeout(this.pongDue);
    this.pongDue = setTimeout(() => this.retry(), within);
  }

  say(state) {
    if (this.state === state) return;
    this.state = state;
    this.handlers.state(state);
  }

  receive(frame) {
    switch (frame.type) {
      case "sync":
        return this.synced(frame);
      case "event":
        return this.arrived(frame);
      case "ok":
      case "no":
        return this.answered(frame);
      case "pong":
        clearTimeout(this.pongDue);
        // The network was away, and the socket outlived it: nothing is told anew.
        if (this.state === "offline") this.say("open");
        this.handlers.pong?.(frame);
        if (frame.n > this.head) this.askSince();
        return undefined;
      case "bye":
        if (frame.after === null) {
          this.over = true;
          this.abandon();
          this.say(`bye:${frame.why}`);
        } else this.retry(frame.after * (1 + Math.random() / 2));
        return undefined;
      default:
        this.handlers[frame.type]?.(frame);
        return undefined;
    }
  }

  synced(frame) {
    this.head = frame.n;
    this.tries = 0;
    this.handlers.sync(frame);
    this.say("open");
    // Same id, same answer: what was sent before the line broke takes effect once at most.
    for (const { frame: command } of this.waiting.values()) this.send(command);
    this.drain();
  }

  arrived(frame) {
    if (this.head === null || frame.n <= this.head) return;
    this.later.set(frame.n, frame);
    if (frame.n > this.head + 1) {
      // A flood of later ones cannot be kept for ever; they come again with the answer.
      if (this.later.size > BUFFERED) this.later.clear();
      this.askSince();
    }
    this.drain();
  }

  drain() {
    for (const n of this.later.keys()) if (n <= this.head) this.later.delete(n);
    for (let next; (next = this.later.get(this.head + 1)); ) {
      this.head = next.n;
      this.later.delete(next.n);
      this.handlers.event(next, this.later.size > 0);
    }
  }

  askSince() {
    this.send({ type: "since", n: this.head });
  }

  answered(frame) {
    const command = this.waiting.get(frame.id);
    if (!command) {
      if (frame.type === "no") this.handlers.refused(frame);
      return;
    }
    if (frame.code === "busy" || frame.code === "too_fast") {
      setTimeout(
        () => this.waiting.has(frame.id) && this.send(command.frame),
        300 + Math.random() * 500,
      );
      return;
    }
    this.waiting.delete(frame.id);
    // Done, but its event has not come: the line lost it, and nothing later need show the gap.
    if (frame.n > this.head) setTimeout(() => frame.n > this.head && this.askSince(), EVENT_WITHIN);
    if (frame.type === "no") this.handlers.refused(frame);
    command.resolve(frame);
  }
}
