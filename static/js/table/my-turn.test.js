import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { newState } from "../client/fold.js";
import { legalMoves } from "../client/legal-moves.js";
import { setPref } from "../lib/prefs.js";
import { MyTurn } from "./my-turn.js";

const DICE = [1, 5, 3, 3, 2, 2];
const KEEPS = { 1: [100, 600, 5, 0, 0], 5: [50, 550, 5, 0, 1], 15: [150, 650, 4, 0, 0] };
const WHY = ["bank_too_low"];

let pass;
let sent; // frames
let answer; // answers the command under way
let table;
let store;
let turn;

beforeEach(() => {
  setPage(`<p id="notice" hidden></p><p id="notice-words"></p><p id="announce"></p>
    <button id="undo"></button>`);
  sessionStorage.removeItem("farkle-selection");
  setPref("ask", false);
  pass = stopClock();
  sent = [];
  const quiet = () => {};
  store = {
    game: {
      ...{ number: 2, ply: 7, status: "playing", players: [10, 11] },
      state: { ...newState({ entry_min: 0 }, 2, null), current: 0, throw: DICE },
    },
    may: legalMoves({ keeps: KEEPS, why: WHY }),
    room: { code: "K7M2", paused: null },
    isMine: (seat) => seat === 0,
  };
  for (const name of ["newestGame"]) Object.defineProperty(store, name, { get: () => store.game });
  table = {
    ...{ draw: quiet, pressedInVain: () => sent.push("in vain"), context: {} },
    device: { passing: false },
    tips: { did: quiet, comeBack: quiet },
    catchUp: quiet,
    announcer: { selected: quiet, question: (name) => sent.push(`asks ${name}`) },
    actions: { nodes: { roll: { focus: quiet } } },
    model: () => ({
      ...{ selection: turn.selection, may: store.may, rules: { entry_min: 0, bank_min: 600 } },
      ...{ chances: [0.6, 0.5, 0.4, 0.3, 0.5, 0.1], asking: turn.asking, state: store.game.state },
      nameOf: () => "Mara",
    }),
  };
  const connection = {
    send: (frame) => sent.push(frame),
    command: (frame) => {
      sent.push(frame);
      return new Promise((resolve) => (answer = resolve));
    },
  };
  turn = new MyTurn(table, store, connection);
  turn.reset();
});

afterEach(startClock);

const picked = () => [...turn.selection.picked].sort();
const notice = () => document.getElementById("notice-words").textContent;

test("what is selected is sent five times a second at most, and always the last state", () => {
  turn.pick(0);
  turn.pick(1);
  turn.pick(0);
  assert.deepEqual(sent, []);
  pass(220);
  assert.deepEqual(sent, [{ type: "pick", player: 10, ply: 7, dice: [1] }]);
});

test("a die that does not score says so", () => {
  turn.pick(2);
  assert.deepEqual([picked(), notice()], [[], "That 3 doesn't score."]);
});

test("a roll is sent once, until it is answered", async () => {
  turn.pickBest();
  turn.press("roll");
  turn.press("roll");
  turn.pick(0);
  const roll = { type: "roll", player: 10, game: 2, ply: 7, keep: "15" };
  assert.deepEqual(sent, [roll, "in vain"]);
  assert.deepEqual(picked(), [0, 1]);
  answer({ type: "no", code: "busy" });
  await new Promise((resolve) => setImmediate(resolve));
  turn.press("roll");
  assert.deepEqual(sent.at(-1), roll);
});

test("an answer that is late is shown", () => {
  turn.pickBest();
  turn.press("bank");
  pass(1499);
  assert.equal(turn.waiting, false);
  pass(1);
  assert.equal(turn.waiting, true);
  turn.reset();
  assert.deepEqual([turn.waiting, picked()], [false, []]);
});

test("nothing can be done on somebody else's turn, in a pause, or before the device is passed", () => {
  for (const stop of [
    () => (store.game.status = "over"),
    () => (store.room.paused = {}),
    () => (table.device.passing = true),
    () => (store.isMine = () => false),
  ]) {
    stop();
    assert.equal(turn.canActNow(), false);
    turn.pick(0);
    turn.press("roll");
    assert.deepEqual([picked(), sent.pop()], [[], "in vain"]);
    Object.assign(store.game, { status: "playing" });
    store.room.paused = null;
    table.device.passing = false;
  }
});

test("what is not allowed is refused with its reason, and not sent", () => {
  turn.pick(1);
  turn.press("bank");
  pass(219);
  assert.deepEqual(sent, []);
  assert.notEqual(notice(), "");
});

test("Roll selects all that scores while nothing is selected", () => {
  turn.press("roll");
  assert.deepEqual([picked(), sent], [[0, 1], []]);
});

test("a bank that leaves dice out is asked for once more", () => {
  turn.pick(0);
  turn.press("bank");
  assert.deepEqual(sent, ["asks bank"]);
  turn.press("bank");
  assert.equal(sent.at(-1).keep, "1");
});

test("a reckless roll is asked for once more, if the player wants that", () => {
  turn.pickBest();
  setPref("ask", true);
  table.model = ((model) => () => ({ ...model(), chances: [1, 1, 1, 0.4, 1, 1] }))(table.model);
  turn.press("roll");
  assert.deepEqual(sent, ["asks roll"]);
  turn.press("roll");
  assert.equal(sent.at(-1).type, "roll");
});

test("a reload selects again what was selected in this move", () => {
  turn.pick(0);
  const again = new MyTurn(table, store, turn.connection);
  again.reset();
  again.restore();
  assert.deepEqual([...again.selection.picked], [0]);
  store.game.ply = 8;
  again.reset();
  again.restore();
  assert.deepEqual([...again.selection.picked], []);
});

test("the last change is taken back", () => {
  turn.pick(0);
  turn.pick(1);
  turn.undo();
  assert.deepEqual(picked(), [0]);
});

test("the tray shows what will be rolled while the server is asked", () => {
  Object.assign(store.game.state, { aside: [2, 2, 2], aside_rolls: [3] });
  assert.equal(turn.rolling(), null);
  turn.pick(0);
  turn.press("roll");
  assert.deepEqual(turn.rolling(), { count: 5, aside: [2, 2, 2, 1], sizes: [3, 1] });
});
