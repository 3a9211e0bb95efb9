import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { startClock } from "../../../tests/support/fake-page.js";
import {
  SYNC,
  comesBack,
  connect,
  connection,
  delivered,
  event,
  heard,
  opens,
  pass,
  sent,
  socket,
} from "../../../tests/support/fake-socket.js";
import { freshId } from "./connection.js";

beforeEach(connect);
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

test("what a command wants holds until its event, or its refusal", () => {
  opens();
  const [first, second] = [{ type: "settings", player: 1, hints: true }, { hints: false }];
  const wanted = () => connection.wanted("settings", "odds").hints;
  const answer = (frame) => socket().receive({ ...frame, id: sent("settings").at(-1).id });
  connection.command(first);
  connection.command({ type: "say", player: 1, text: "Hello" });
  socket().receive(event(8)); // of somebody else
  assert.equal(wanted(), true);
  answer({ type: "ok", n: 10 });
  socket().receive(event(9));
  assert.equal(wanted(), true);
  socket().receive(event(10));
  assert.equal(wanted(), undefined);
  connection.command(first);
  connection.command({ ...first, ...second });
  assert.equal(wanted(), false);
  answer({ type: "no", code: "not_host", text: "" });
  assert.equal(wanted(), true);
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

test("a reaction that comes too fast is refused at once", async () => {
  opens();
  const answer = connection.command({ type: "react", reaction: "clap" });
  const [{ id }] = sent("react");
  socket().receive({ type: "no", id, code: "too_fast", n: 7 });
  assert.deepEqual(heard.at(-1), ["refused", "too_fast"]);
  assert.equal((await answer).code, "too_fast");
  pass(800);
  assert.equal(sent("react").length, 1);
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
