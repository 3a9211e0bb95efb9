import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { copyOf, fold } from "./fold.js";

// Every event of many games: tests/scripts/test_fold.py.

const RULES = { entry_min: 1000 };
let state;
const happens = (...events) => fold(state, events, RULES);
const finishes = (...events) => fold(state, events, { ...RULES, ending: "finish_round" });

beforeEach(() => {
  state = {};
  happens(["started", 4, [0, 1, 0, 1], null], ["round", 1], ["turn", 0]);
});

test("the team that sets off the final round plays no more in it", () => {
  happens(["final_round", 1, 10_000]);
  assert.deepEqual([state.phase, state.leader, state.queue], ["final", 1, [2, 0]]);
});

test("only the rest of the round plays on where it is finished", () => {
  finishes(["turn", 1], ["final_round", 1, 10_000]);
  assert.deepEqual([state.phase, state.leader, state.queue], ["final", 1, [2]]);
});

test("a roll-off moves the first turn, and a tie does not", () => {
  happens(["rolled_off", [0, 1, 2, 3], [3, 6, 6, 1]]);
  assert.deepEqual(state.order, [0, 1, 2, 3]);
  happens(["rolled_off", [1, 2], [2, 5]]);
  assert.deepEqual(state.order, [2, 3, 0, 1]);
});

test("players who left are in no list, and players who joined wait for the next round", () => {
  happens(["left", 1], ["joined", 4, 350, false, 0]);
  assert.deepEqual([state.order, state.queue, state.waiting], [[0, 2, 3], [2, 3], [4]]);
  happens(["round", 2]);
  assert.deepEqual(
    [state.order, state.waiting, state.scores],
    [[0, 2, 3, 4], [], [0, 0, 0, 0, 350]],
  );
});

test("hot dice keep their points, with the bonus", () => {
  happens(["rolled", [1, 1, 1, 5, 5, 5]], ["kept", [1, 1, 1, 5, 5, 5], 1500], ["hot_dice", 500]);
  const { turn_points: points, hot, hot_points: kept, aside } = state;
  assert.deepEqual([points, hot, kept, aside], [2000, 1, 2000, []]);
});

test("a roll that is thrown again does not count", () => {
  happens(["rolled", [2, 3]], ["second_chance"], ["rolled", [1, 1]]);
  assert.equal(state.rolls, 1);
});

test("a bank ends a streak of farkles, and a farkle counts", () => {
  happens(["farkled", 0, 0, 2, false]);
  assert.equal(state.streaks[0], 2);
  happens(["banked", 0, 1000, 1000]);
  assert.deepEqual([state.streaks[0], state.scores[0]], [0, 1000]);
});

test("no list of an event is changed, for other states are folded from it", () => {
  const events = [
    ["playoff", [0, 1]],
    ["left", 1],
    ["kept", [1], 100],
    ["kept", [5], 50],
  ];
  const before = copyOf(events);
  happens(...events);
  assert.deepEqual(events, before);
  assert.deepEqual([state.playoff, state.aside, state.aside_rolls], [[0], [1, 5], [1, 1]]);
});

test("the letters of the dice set aside are known from roll to roll", () => {
  state.chosen = ["OAFSLH", "OOOOOO"];
  happens(["turn", 0], ["rolled", [2, 1, 1, 5, 6, 6]], ["kept", [1], 100]);
  assert.deepEqual([state.aside_letters, state.cup], ["A", "OFSLH"]);
  happens(["rolled", [2, 3, 5, 1, 6]], ["kept", [1, 5], 150]);
  assert.deepEqual([state.aside_letters, state.cup], ["ALS", "OFH"]);
  happens(["hot_dice", 0]);
  assert.deepEqual([state.aside_letters, state.cup], ["", "OAFSLH"]);
});
