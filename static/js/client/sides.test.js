import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import * as sides from "./sides.js";

// Whole games: tests/scripts/test_sentences.py.

const state = {
  scores: [300, 500, 400, 500],
  left: [false, false, false, true],
  winners: [],
  teams: null,
};

test("without teams each seat is a side", () => {
  assert.equal(sides.sideTotal(state, 2), 400);
  assert.equal(sides.sameSide(state, 1, 3), false);
  assert.equal(
    sides.sideName(state, 2, (seat) => `Seat ${seat}`),
    "Seat 2",
  );
  assert.deepEqual(sides.teamsByPlace(state), []);
});

test("players who left come last", () => {
  assert.deepEqual(
    sides.seatsByPlace(state).map(({ seat, place }) => [seat, place]),
    [
      [1, 1],
      [2, 2],
      [0, 3],
      [3, 4],
    ],
  );
});

test("equal totals share a place, and winners are first whatever their total", () => {
  const tied = { ...state, scores: [500, 500, 500, 100], winners: [2] };
  assert.deepEqual(
    sides.seatsByPlace(tied).map(({ seat, place }) => [seat, place]),
    [
      [2, 1],
      [0, 2],
      [1, 2],
      [3, 4],
    ],
  );
});

test("the players of a team share its total and place, and stand together", () => {
  const teams = { ...state, teams: [0, 1, 0, 1] };
  assert.equal(sides.sideTotal(teams, 0), 700);
  assert.equal(sides.sameSide(teams, 1, 3), true);
  assert.deepEqual(sides.teamsByPlace(teams), [
    { team: 1, total: 1000 },
    { team: 0, total: 700 },
  ]);
  assert.deepEqual(
    sides.seatsByPlace(teams).map(({ seat, place }) => [seat, place]),
    [
      [1, 1],
      [3, 1],
      [2, 2],
      [0, 2],
    ],
  );
  assert.equal(
    sides.sideName(teams, 1, () => ""),
    "Team\u00a0B",
  );
});

test("teams beyond the letters have numbers", () => {
  assert.deepEqual([0, 11, 12].map(sides.teamLetter), ["A", "L", "13"]);
});

test("a bank wins where it ends the game and has the most points", () => {
  const rules = { ending: "final_round", rounds: 0, target: 1000 };
  const game = {
    ...state,
    ...{ phase: "turns", round: 3, current: 0, queue: [2], order: [0, 1, 2], waiting: [] },
    ...{ playoff: [], left: [false, false, false, true] },
  };
  /** @type {[string, boolean, number, object, object][]} */
  const cases = [
    ["below the target", false, 650, { ending: "immediate" }, {}],
    ["at once", true, 700, { ending: "immediate" }, {}],
    ["exactly", true, 700, { ending: "exact" }, {}],
    ["above it", false, 750, { ending: "exact" }, {}],
    ["exactly and nothing else", true, 700, { ending: "only_exact" }, {}],
    ["others have a last turn", false, 700, {}, {}],
    ["others finish the round", false, 700, { ending: "finish_round" }, {}],
    ["nobody is left in the round", true, 700, { ending: "finish_round" }, { queue: [] }],
    ["a round before the last", false, 900, { rounds: 4 }, { queue: [] }],
    ["the last turn of all", true, 250, { rounds: 3 }, { queue: [] }],
    ["a tie", false, 200, { rounds: 3 }, { queue: [] }],
    ["others after it", false, 900, { rounds: 3 }, {}],
    ["the last turn", true, 250, {}, { phase: "final", queue: [] }],
    ["a turn before the last", false, 250, {}, { phase: "final" }],
    [
      "the tiebreaker alone counts",
      true,
      150,
      {},
      { phase: "playoff", queue: [], playoff: [0, 2] },
    ],
    ["a team's points", true, 200, { ending: "immediate" }, { teams: [0, 1, 1, 0] }],
    ["no rivals but partners", true, 700, {}, { teams: [0, 0, 0, 0] }],
  ];
  for (const [name, wins, points, rule, place] of cases) {
    const won = sides.bankWins({ ...game, ...place }, { ...rules, ...rule }, points);
    assert.equal(won, wins, name);
  }
});
