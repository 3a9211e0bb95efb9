import { afterEach, beforeEach, mock, test } from "node:test";
import assert from "node:assert/strict";
import {
  define,
  hidePage,
  newPage,
  startClock,
  stopClock,
} from "../../../tests/support/fake-page.js";
import { Connection, freshId } from "./connection.js";

const SYNC = { type: "sync", n: 7 };
const event = (n) => ({ type: "event", n, events: [] });

let sockets; // all that were opened
let heard; // what the page was told: [kind, what]
let pass;
let connection;

class FakeSocket extends EventTarget {
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

const socket = () => sockets.at(-1);
const delivered = () => heard.filter(([kind]) => kind === "event").map(([, n]) => n);
const states = () => heard.filter(([kind]) => kind === "state").map(([, name]) => name);
const sent = (type) => socket().sent.filter((frame) => frame.type === type);

/** Opens the newest socket and answers with a `sync`. */
function opens(sync = SYNC) {
  socket().open();
  socket().receive(sync);
}

/** Waits for the next socket at the longest wait, and opens it. */
function comesBack(sync = SYNC) {
  pass(5000);
  opens(sync);
}

beforeEach(() => {
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
});

afterEach(startClock);

test("an id has 16 letters, and no two are the same", () => {
  const ids = Array.from({ length: 50 }, freshId);
  for (const id of ids) assert.match(id, /^[\w-]{16}$/);
  assert.equal(new Set(ids).size, 50);
});

test("events are delivered once and in order", () => {
  opens();
  for (const n of [8, 9, 9, 8]) socket().receive(event(n));
  assert.deepEqual(delivered(), [8, 9]);
  socket().receive(event(12));
  socket().receive(event(11));
  assert.deepEqual(delivered(), [8, 9]);
  assert.deepEqual(sent("since"), [
    { type: "since", n: 9 },
    { type: "since", n: 9 },
  ]);
  socket().receive(event(10));
  assert.deepEqual(delivered(), [8, 9, 10, 11, 12]);
  // Only the newest is animated.
  const late = heard.filter(([kind]) => kind === "event").map(([, , behind]) => behind);
  assert.deepEqual(late, [false, false, true, true, false]);
});

test("no event comes before the first sync", () => {
  socket().open();
  socket().receive(event(8));
  assert.deepEqual(heard, []);
  socket().receive(SYNC);
  assert.deepEqual(delivered(), []);
});

test("a sync takes the place of the events that it contains", () => {
  opens();
  for (const n of [9, 11]) socket().receive(event(n));
  socket().receive({ type: "sync", n: 10 });
  assert.deepEqual(delivered(), [11]);
  socket().receive(event(10));
  assert.deepEqual(delivered(), [11]);
});

test("after too many early events they are asked for anew", () => {
  opens();
  for (let n = 9; n <= 7 + 202; n++) socket().receive(event(n));
  assert.deepEqual(delivered(), []);
  socket().receive(event(8));
  assert.deepEqual(delivered(), [8]);
  for (let n = 9; n <= 209; n++) socket().receive(event(n));
  assert.equal(delivered().length, 202);
});

test("a lost last event is noticed by the next pong", () => {
  opens();
  pass(15_000);
  assert.deepEqual(sent("ping"), [{ type: "ping", n: 7, next: 15 }]);
  socket().receive({ type: "pong", n: 8, now: 0 });
  assert.deepEqual(sent("since"), [{ type: "since", n: 7 }]);
  socket().receive(event(8));
  pass(15_000);
  for (const n of [8, 7]) socket().receive({ type: "pong", n, now: 0 });
  assert.equal(sent("since").length, 1);
  assert.deepEqual(
    heard.filter(([kind]) => kind === "pong").map(([, n]) => n),
    [8, 8, 7],
  );
});

test("the lost event of my own command is asked for soon after its answer", async () => {
  opens();
  const answer = connection.command({ type: "roll" });
  const [{ id }] = sent("roll");
  socket().receive({ type: "ok", id, n: 8 });
  assert.equal((await answer).n, 8);
  pass(499);
  assert.deepEqual(sent("since"), []);
  pass(1);
  assert.deepEqual(sent("since"), [{ type: "since", n: 7 }]);
});

test("nothing is asked for if the event of a command came", async () => {
  opens();
  for (const [n, order] of [
    [8, ["ok", "event"]],
    [9, ["event", "ok"]],
  ]) {
    const answer = connection.command({ type: "roll" });
    const { id } = sent("roll").at(-1);
    for (const type of order) socket().receive(type === "ok" ? { type, id, n } : event(n));
    await answer;
  }
  pass(1000);
  assert.deepEqual(sent("since"), []);
});

test("a command is sent again after a reconnection until it is answered", async () => {
  opens();
  const answer = connection.command({ type: "bank", keep: "15" });
  const [command] = sent("bank");
  assert.deepEqual({ ...command, id: "" }, { type: "bank", keep: "15", id: "" });
  socket().breaks();
  comesBack();
  assert.deepEqual(sent("bank"), [command]);
  socket().breaks();
  comesBack();
  socket().receive({ type: "ok", id: command.id, n: 7 });
  assert.equal((await answer).type, "ok");
  socket().breaks();
  comesBack();
  assert.deepEqual(sent("bank"), []);
});

test("a command given without a connection is sent with the next one", async () => {
  const answer = connection.command({ type: "roll" });
  opens();
  const [{ id }] = sent("roll");
  socket().receive({ type: "ok", id, n: 7 });
  assert.equal((await answer).type, "ok");
});

test("commands are sent again in the order in which they were given", () => {
  opens();
  for (const type of ["ready", "roll", "bank"]) connection.command({ type });
  const first = socket().sent;
  socket().breaks();
  comesBack();
  assert.deepEqual(socket().sent, first);
});

test("a command is sent again after a while to a busy server", async () => {
  for (const code of ["busy", "too_fast"]) {
    opens();
    const answer = connection.command({ type: "roll" });
    const [command] = sent("roll");
    socket().receive({ type: "no", id: command.id, code, n: 7 });
    assert.equal(sent("roll").length, 1);
    pass(800);
    assert.deepEqual(sent("roll"), [command, command]);
    socket().receive({ type: "ok", id: command.id, n: 7 });
    assert.equal((await answer).type, "ok");
    socket().receive({ type: "no", id: command.id, code: "busy", n: 7 });
    pass(800);
    assert.equal(sent("roll").length, 2);
    socket().breaks();
    pass(5000);
  }
});

test("a refusal is reported once, and ends the command", async () => {
  opens();
  const answer = connection.command({ type: "bank" });
  const [{ id }] = sent("bank");
  socket().receive({ type: "no", id, code: "not_your_turn", n: 7 });
  assert.equal((await answer).code, "not_your_turn");
  const refusals = () => heard.filter(([kind]) => kind === "refused").map(([, code]) => code);
  assert.deepEqual(refusals(), ["not_your_turn"]);
  // Of a frame that was no command.
  socket().receive({ type: "no", code: "too_fast", n: 7 });
  socket().receive({ type: "ok", id, n: 7 });
  assert.deepEqual(refusals(), ["not_your_turn", "too_fast"]);
});

test("another frame goes to its own handler, and one without a handler nowhere", () => {
  opens();
  socket().receive({ type: "hint", ply: 3 });
  socket().receive({ type: "of a later version" });
  assert.deepEqual(heard.at(-1), ["hint", 3]);
});

test("the waits between attempts double up to five seconds, and begin anew after a sync", () => {
  for (const wait of [100, 200, 400, 800, 1600, 3200, 5000, 5000]) {
    socket().breaks();
    const { length } = sockets;
    pass(wait - 1);
    assert.equal(sockets.length, length);
    pass(1);
    assert.equal(sockets.length, length + 1);
  }
  opens();
  socket().breaks();
  pass(100);
  assert.equal(sockets.length, 10);
  assert.equal(socket().url, "ws://farkle/ws/room/K7M2PQ9R/");
});

test("half of each wait is left to chance", () => {
  mock.method(Math, "random", () => 0);
  socket().breaks();
  pass(49);
  assert.equal(sockets.length, 1);
  pass(1);
  assert.equal(sockets.length, 2);
});

test("a socket that never opens is given up after eight seconds", () => {
  pass(7999);
  assert.deepEqual([sockets.length, states()], [1, []]);
  pass(1);
  assert.deepEqual(states(), ["connecting"]);
  const [first] = sockets;
  pass(100);
  assert.equal(sockets.length, 2);
  // The first one has been dropped: whatever it still says is ignored.
  first.open();
  first.receive(SYNC);
  assert.equal(connection.head, -1);
  first.breaks();
  pass(7000);
  assert.equal(sockets.length, 2);
});

test("a socket that is open in time is kept", () => {
  opens();
  pass(9000);
  assert.deepEqual([sockets.length, states()], [1, ["open"]]);
});

test("a connection is given up if its ping is not answered", () => {
  opens();
  pass(15_000);
  pass(9999);
  assert.deepEqual(states(), ["open"]);
  pass(1);
  assert.deepEqual(states(), ["open", "connecting"]);
  assert.equal(sockets[0].readyState, FakeSocket.CLOSED);
});

test("an answered ping keeps the connection", () => {
  opens();
  for (let at = 0; at < 4; at++) {
    pass(15_000);
    socket().receive({ type: "pong", n: 7, now: 0 });
  }
  assert.deepEqual([sockets.length, sent("ping").length], [1, 4]);
});

test("there is no ping before the first sync", () => {
  socket().open();
  pass(60_000);
  assert.deepEqual(socket().sent, []);
});

test("a page at rest pings seldom, and says so", () => {
  opens();
  connection.setPace(false);
  const at = [];
  for (let second = 1; second <= 120; second++) {
    pass(1000);
    const pings = sent("ping").length;
    if (pings > at.length) {
      at.push(second);
      socket().receive({ type: "pong", n: 7, now: 0 });
    }
  }
  assert.deepEqual(at, [15, 60, 105]);
  assert.deepEqual(new Set(sent("ping").map(({ next }) => next)), new Set([45]));
});

test("a page pings soon after a game begins, and then often", () => {
  opens();
  connection.setPace(false);
  pass(15_000);
  socket().receive({ type: "pong", n: 7, now: 0 });
  pass(20_000);
  mock.method(Math, "random", () => 0.2);
  connection.setPace(true);
  connection.setPace(true); // no change
  const before = sent("ping").length;
  pass(3000);
  assert.equal(sent("ping").length, before + 1);
  assert.equal(sent("ping").at(-1).next, 15);
});

test("a tab that comes back checks its connection for three seconds", () => {
  opens();
  hidePage(true);
  assert.deepEqual(sent("ping"), []);
  hidePage(false);
  assert.equal(sent("ping").length, 1);
  pass(2999);
  assert.equal(sockets.length, 1);
  pass(1);
  assert.deepEqual(states(), ["open", "connecting"]);
  pass(100);
  assert.equal(sockets.length, 2);
});

test("a tab that comes back reconnects at once", () => {
  for (let at = 0; at < 9; at++) {
    socket().breaks();
    pass(5000);
  }
  socket().breaks();
  const { length } = sockets;
  hidePage(false);
  assert.equal(sockets.length, length + 1);
  hidePage(false); // it is connecting already
  assert.equal(sockets.length, length + 1);
  socket().breaks();
  pass(100); // the waits begin anew
  assert.equal(sockets.length, length + 2);
});

test("a lost network is reported, and the page reconnects as soon as it is back", () => {
  opens();
  navigator.onLine = false;
  dispatchEvent(new Event("offline"));
  assert.deepEqual(states(), ["open", "offline"]);
  socket().breaks();
  assert.deepEqual(states(), ["open", "offline"]);
  navigator.onLine = true;
  dispatchEvent(new Event("online"));
  assert.equal(sockets.length, 2);
  opens();
  assert.deepEqual(states(), ["open", "offline", "open"]);
});

test("a socket that survives the loss of the network is kept", () => {
  opens();
  dispatchEvent(new Event("offline"));
  dispatchEvent(new Event("online"));
  socket().receive({ type: "pong", n: 7, now: 0 });
  assert.deepEqual([sockets.length, states()], [1, ["open", "offline", "open"]]);
});

test("a page that is left says good-bye, and reconnects if it is shown again", () => {
  opens();
  const [first] = sockets;
  dispatchEvent(new Event("pagehide"));
  assert.deepEqual(heard.at(-1), ["leaving"]);
  assert.equal(first.readyState, FakeSocket.CLOSED);
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  assert.equal(sockets.length, 1);
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  assert.equal(sockets.length, 2);
});

test("a server that restarts says when to come back", () => {
  opens();
  socket().receive({ type: "bye", why: "restart", after: 1000 });
  assert.deepEqual(states(), ["open", "connecting"]);
  pass(1499);
  assert.equal(sockets.length, 1);
  pass(1);
  assert.equal(sockets.length, 2);
});

test("a server that wants no more of the page is left alone", () => {
  opens();
  socket().receive({ type: "bye", why: "removed", after: null });
  assert.deepEqual(states(), ["open", "bye:removed"]);
  hidePage(false);
  dispatchEvent(new Event("online"));
  pass(60_000);
  assert.equal(sockets.length, 1);
  assert.equal(sockets[0].readyState, FakeSocket.CLOSED);
});

test("a page that goes elsewhere hears no more", () => {
  const visited = [];
  define({ location: { assign: (url) => visited.push(url) } });
  opens();
  connection.leaveFor("/room/ABC/");
  sockets[0].receive(event(8));
  hidePage(false);
  pass(60_000);
  assert.deepEqual([visited, delivered(), sockets.length], [["/room/ABC/"], [], 1]);
});
