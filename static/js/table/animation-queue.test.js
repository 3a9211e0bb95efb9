import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { hidePage, newPage, startClock, stopClock } from "../../../tests/support/fake-page.js";
import { fold } from "../client/fold.js";
import { AnimationQueue, split } from "./animation-queue.js";

const RULES = { entry_min: 0 };
const PACE = { throw: 900, moment: 1600, rolloff: 1900 };
const START = [
  ["started", 2, null, null],
  ["round", 1],
  ["turn", 0],
];
const ROLL = [["rolled", [1, 2, 3, 4, 6, 6]]];
const FARKLE = [
  ["kept", [1], 100],
  ["rolled", [2, 3, 4, 6, 6]],
  ["farkled", 0, 100, 1, false],
  ["turn", 1],
];

let pass;
let queue;
let drawn; // the kind of each scene, "end" at the end
const actual = (...batches) => batches.reduce((state, events) => fold(state, events, RULES), {});

beforeEach(() => {
  newPage();
  pass = stopClock();
  drawn = [];
  queue = new AnimationQueue(
    ({ kind }) => drawn.push(kind),
    () => drawn.push("end"),
    () => PACE,
  );
  queue.reset(actual(START));
});

afterEach(startClock);

test("a farkle is shown only once the dice have landed", () => {
  queue.play(FARKLE, RULES);
  assert.deepEqual(drawn, ["throw"]);
  assert.deepEqual([queue.state.throw.length, queue.state.streaks[0], queue.busy], [5, 0, true]);
  pass(899);
  assert.deepEqual(drawn, ["throw"]);
  pass(1);
  assert.deepEqual(drawn, ["throw", "farkle"]);
  assert.equal(queue.state.streaks[0], 1);
  assert.equal(queue.state.current, 0); // the next turn has not begun to the eye
  pass(1600);
  assert.deepEqual(drawn, ["throw", "farkle", "still", "end"]);
  assert.deepEqual([queue.state, queue.busy], [actual(START, FARKLE), false]);
});

test("five dice of one face stay on show, unless they are a farkle", () => {
  const shown = (...events) => {
    queue.reset(actual(START));
    queue.play(events, RULES);
    drawn = [];
    pass(5000);
    return drawn;
  };
  assert.deepEqual(shown(["rolled", [4, 4, 1, 4, 4, 4]]), ["great", "end"]);
  assert.deepEqual(shown(["rolled", [4, 4, 1, 4, 4, 2]]), ["end"]);
  const farkle = [
    ["rolled", [4, 4, 3, 4, 4, 4]],
    ["farkled", 0, 0, 1, false],
  ];
  assert.deepEqual(shown(...farkle), ["farkle", "end"]);
});

test("leaving the tab ends the scene and shows the actual state", () => {
  queue.play(FARKLE, RULES);
  hidePage(true);
  assert.deepEqual(drawn, ["throw", "end"]);
  assert.deepEqual([queue.state, queue.busy], [actual(START, FARKLE), false]);
  pass(10_000);
  assert.deepEqual(drawn, ["throw", "end"]);
});

test("coming back to the tab ends no scene", () => {
  queue.play(FARKLE, RULES);
  hidePage(false);
  assert.deepEqual(drawn, ["throw"]);
  hidePage(true);
  hidePage(false);
  hidePage(true);
  assert.deepEqual(drawn, ["throw", "end"]); // told once
});

test("what comes next ends the scenes early", () => {
  queue.play(ROLL, RULES);
  queue.play(FARKLE, RULES);
  assert.deepEqual(drawn, ["throw", "throw"]);
  assert.deepEqual(queue.state.throw, FARKLE[1][1]);
  pass(10_000);
  assert.deepEqual(queue.state, actual(START, ROLL, FARKLE));
});

test("a batch behind which others wait is not animated", () => {
  queue.play(FARKLE, RULES, { late: true });
  assert.deepEqual(drawn, ["end"]);
  assert.deepEqual(queue.state, actual(START, FARKLE));
});

test("a reset forgets what was to be shown", () => {
  queue.play(FARKLE, RULES);
  queue.reset(actual(START, ROLL));
  pass(10_000);
  assert.deepEqual(drawn, ["throw"]);
  assert.deepEqual([queue.state, queue.busy], [actual(START, ROLL), false]);
  queue.finish(); // nothing is left to end
  assert.deepEqual(drawn, ["throw"]);
});

test("the state on show is never the actual one itself", () => {
  const state = actual(START);
  queue.reset(state);
  queue.play(ROLL, RULES);
  assert.deepEqual(state, actual(START));
});

const scenesOf = (events, { acting = false, before = actual(START), pace = PACE } = {}) =>
  split(events, { pace, before, rules: RULES, acting });
const kinds = (events, options) => scenesOf(events, options).map(({ kind }) => kind);

test("a farkle tells what was lost, and a third one the penalty", () => {
  const events = [
    ["rolled", [2]],
    ["farkled", 0, 1200, 3, false],
    ["penalised", 0, 1000, -1000],
  ];
  const [, farkle] = scenesOf(events);
  const { hold, lost, penalty, ranOut } = farkle;
  assert.deepEqual([hold, lost, penalty, ranOut], [2000, 1200, 1000, false]);
  const [, small] = scenesOf([
    ["rolled", [2]],
    ["ran_out", 0, 999],
  ]);
  assert.deepEqual([small.hold, small.lost, small.penalty, small.ranOut], [1600, 999, 0, true]);
});

test("hot dice are staged to the others, and only if they are rolled again", () => {
  const events = [["kept", [1, 2, 3, 4, 5, 6], 1500], ["hot_dice", 0], ...ROLL];
  assert.deepEqual(kinds(events), ["hot", "throw"]);
  assert.deepEqual(kinds(events, { acting: true }), ["throw"]);
  const banked = [...events.slice(0, 2), ["banked", 0, 1500, 1500], ["turn", 1]];
  assert.deepEqual(kinds(banked), ["bank", "still"]);
});

test("a second chance and a roll-off are scenes of their own", () => {
  const again = [["rolled", [2, 3]], ["second_chance"], ["rolled", [1, 1]]];
  const scenes = scenesOf(again);
  assert.deepEqual(
    scenes.map(({ kind, hold }) => [kind, hold]),
    [
      ["throw", 900],
      ["again", 800],
      ["throw", 900],
    ],
  );
  const start = [["started", 2, null, null], ["rolled_off", [0, 1], [3, 5]], ...START.slice(1)];
  assert.deepEqual(kinds(start, { before: {} }), ["rolloff", "still"]);
});

test("the bank that ends the game is one scene with the last round", () => {
  const events = [
    ["kept", [1], 100],
    ["banked", 0, 10_000, 10_000],
    ["final_round", 0, 10_000],
    ["turn", 1],
  ];
  const [bank, rest] = scenesOf(events);
  assert.deepEqual([bank.kind, bank.moment, bank.points], ["bank", "last", 10_000]);
  assert.deepEqual(rest.events, [["turn", 1]]);
});

test("moments last as long as the preferences have it", () => {
  const [, farkle] = scenesOf(FARKLE, { pace: { ...PACE, moment: 800 } });
  assert.equal(farkle.hold, 800);
});
