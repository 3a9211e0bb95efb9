// A connection on a fake page whose sockets are fake, for the tests of client/connection.js.
import { mock } from "node:test";
import assert from "node:assert/strict";
import { Connection } from "../../static/js/client/connection.js";
import { define, newPage, stopClock } from "./fake-page.js";

export const SYNC = { type: "sync", n: 7 };

export let sockets; // all that were opened
export let heard; // what the page was told: [kind, what]
export let pass; // lets so many ms pass
export let connection;

export const event = (n) => ({ type: "event", n, events: [] });

export class FakeSocket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;

  readyState = FakeSocket.CONNECTING;
  sent = [];

  constructor(url) {
    super();
    this.url = url;
    sockets.push(this);
  }

  send(text) {
    assert.equal(this.readyState, FakeSocket.OPEN);
    this.sent.push(JSON.parse(text));
  }

  /** A browser tells of the close later. */
  close() {
    this.readyState = FakeSocket.CLOSED;
  }

  open() {
    this.readyState = FakeSocket.OPEN;
  }

  receive(frame) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  breaks() {
    this.close();
    this.dispatchEvent(new Event("close"));
  }
}

export const socket = () => sockets.at(-1);
export const delivered = () => heard.filter(([kind]) => kind === "event").map(([, n]) => n);
export const states = () => heard.filter(([kind]) => kind === "state").map(([, name]) => name);
export const sent = (type) => socket().sent.filter((frame) => frame.type === type);

/** Opens the newest socket and answers with a `sync`. */
export function opens(sync = SYNC) {
  socket().open();
  socket().receive(sync);
}

/** Waits for the next socket at the longest wait, and opens it. */
export function comesBack(sync = SYNC) {
  pass(5000);
  opens(sync);
}

/** Opens a connection on a new page, whose clock stands still. */
export function connect() {
  newPage();
  sockets = [];
  heard = [];
  pass = stopClock();
  mock.method(Math, "random", () => 1);
  define({ WebSocket: FakeSocket });
  connection = new Connection("ws://farkle/ws/room/K7M2PQ9R/", {
    sync: (frame) => heard.push(["sync", frame.n]),
    event: (frame, late) => heard.push(["event", frame.n, late]),
    pong: (frame) => heard.push(["pong", frame.n]),
    hint: (frame) => heard.push(["hint", frame.ply]),
    state: (name) => heard.push(["state", name]),
    refused: (frame) => heard.push(["refused", frame.code]),
    leaving: () => heard.push(["leaving"]),
  });
}
