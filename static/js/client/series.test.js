import { test } from "node:test";
import assert from "node:assert/strict";
import { withGame } from "./series.js";

test("a finished game is added to the rows of its players", () => {
  const series = [
    [1, 1, 0, 900],
    [2, 1, 1, 10_000],
  ];
  const game = { players: [3, 1], state: { winners: [1], scores: [4000, 10_050] } };
  assert.deepEqual(withGame(series, game), [
    [1, 2, 1, 10_950],
    [2, 1, 1, 10_000],
    [3, 1, 0, 4000],
  ]);
  assert.deepEqual(series[0], [1, 1, 0, 900]);
});
