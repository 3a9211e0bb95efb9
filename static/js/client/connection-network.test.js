import { afterEach, beforeEach, mock, test } from "node:test";
import assert from "node:assert/strict";
import { define, hidePage, startClock } from "../../../tests/support/fake-page.js";
import {
  SYNC,
  FakeSocket,
  connect,
  connection,
  delivered,
  event,
  heard,
  opens,
  pass,
  sent,
  socket,
  sockets,
  states,
} from "../../../tests/support/fake-socket.js";

beforeEach(connect);
afterEach(startClock);

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
