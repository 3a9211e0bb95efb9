import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { asideRolls, hotPoints, isBlank, isHot, TurnLog } from "./turns.js";

// Whole games: tests/scripts/test_turns.py.

const roll = (dice, keep = "", points = 0) => ({ dice: [...dice].map(Number), keep, points });
let log;

beforeEach(() => {
  log = new TurnLog();
  log.fold([["started"], ["round", 1], ["turn", 0]], [0, 0]);
});

const outcomes = () => log.finished.map(({ seat, outcome, points }) => [seat, outcome, points]);

test("a turn has its rolls and its end", () => {
  log.fold([["rolled", [1, 2, 3, 4, 6, 6]]], [0, 0]);
  log.fold(
    [
      ["kept", [1], 100],
      ["rolled", [5, 2, 3, 4, 6]],
    ],
    [0, 0],
  );
  log.fold(
    [
      ["kept", [5], 50],
      ["banked", 0, 150, 150],
      ["turn", 1],
    ],
    [150, 0],
  );
  const [turn] = log.finished;
  assert.deepEqual(turn.rolls, [roll("123466", "1", 100), roll("52346", "5", 50)]);
  assert.deepEqual([turn.total, turn.round, turn.outcome], [150, 1, "banked"]);
  assert.equal(log.current.seat, 1);
});

test("a penalty belongs to the turn of its seat", () => {
  log.fold(
    [
      ["rolled", [2]],
      ["farkled", 0, 0, 3, false],
      ["penalised", 0, 1000, -1000],
    ],
    [-1000],
  );
  assert.deepEqual([log.finished[0].penalty, log.finished[0].total], [1000, -1000]);
  log.fold(
    [
      ["turn", 1],
      ["penalised", 1, 500, 0],
    ],
    [-1000, 0],
  );
  assert.equal(log.finished[0].penalty, 1000);
});

test("each end of a turn has its name", () => {
  for (const event of [
    ["ran_out", 0],
    ["skipped", 1],
  ]) {
    log.fold([event], [0, 0]);
  }
  log.fold(
    [
      ["turn", 0],
      ["left", 1],
    ],
    [0, 0],
  ); // somebody else
  log.fold([["left", 0]], [0, 0]);
  assert.deepEqual(outcomes(), [
    [0, "ran_out", 0],
    [1, "skipped", 0],
    [0, "left", 0],
  ]);
});

test("the end of the game cuts off a turn in which something was rolled", () => {
  log.fold([["ended", "abandoned"]], [0, 0]);
  assert.deepEqual([outcomes(), log.current], [[], null]);
  log.fold(
    [
      ["turn", 1],
      ["rolled", [1]],
      ["over", [0]],
    ],
    [0, 0],
  );
  assert.deepEqual(outcomes(), [[1, "cut", 0]]);
});

test("the oldest turns are forgotten", () => {
  for (let turn = 0; turn < 510; turn++) {
    log.fold(
      [
        ["turn", turn % 2],
        ["skipped", turn % 2],
      ],
      [0, 0],
    );
  }
  assert.equal(log.finished.length, 500);
});

test("hot dice bring their bonus to the last roll", () => {
  log.fold(
    [
      ["rolled", [1]],
      ["kept", [1], 100],
      ["hot_dice", 500],
    ],
    [0, 0],
  );
  assert.equal(log.lastRoll.points, 600);
  assert.equal(isHot(log.lastRoll), true);
});

test("a roll without scoring dice that brings points is blank, and hot", () => {
  log.fold(
    [
      ["rolled", [2, 3, 4, 6, 6, 2]],
      ["blank", 500],
    ],
    [0, 0],
  );
  assert.deepEqual([isBlank(log.lastRoll), isHot(log.lastRoll)], [true, true]);
  assert.deepEqual([isBlank(roll("23")), isHot(roll("23"))], [false, false]);
});

test("the points of the hot dice are those up to the newest", () => {
  const rolls = [roll("111555", "111555", 1500), roll("123466", "1", 100), roll("52346", "5", 50)];
  assert.equal(hotPoints({ rolls }), 1500);
  assert.equal(hotPoints({ rolls, built: 300 }), 1800);
});

test("dice set aside are counted by roll, those that were built upon first", () => {
  const rolls = [roll("123466", "1", 100), roll("55346", "55", 100), roll("234", "", 0)];
  assert.deepEqual(asideRolls({ rolls }, [1, 5, 5]), [1, 2]);
  assert.deepEqual(asideRolls({ rolls, built: 300 }, [2, 2, 2, 1, 5, 5]), [3, 1, 2]);
});
