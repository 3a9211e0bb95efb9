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
