import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { clock, duration, minutesFor } from "./time.js";

test("a duration is given in the largest unit with a whole number", () => {
  const told = [30, 60, 90, 120, 3600, 5400, 86_400, 259_200].map(duration);
  assert.deepEqual(told, [
    "30 seconds",
    "1 minute",
    "90 seconds",
    "2 minutes",
    "1 hour",
    "90 minutes",
    "1 day",
    "3 days",
  ]);
});

test("a countdown shows less the longer it takes", () => {
  const shown = [
    -1, 0, 1, 24_000, 59_001, 725_000, 3_599_999, 11_430_000, 172_799_000, 172_800_000,
  ];
  assert.deepEqual(shown.map(clock), [
    "0:00",
    "0:00",
    "0:01",
    "0:24",
    "1:00",
    "12:05",
    "1:00 h",
    "3:10 h",
    "47:59 h",
    "2 days",
  ]);
});

test("the minutes are those of the list, and more players take longer", () => {
  const found = [0, 2, 3, 4, 5, 1000].map((players) => minutesFor([10, 15, 80], players));
  assert.deepEqual(
    found.map(({ count, longer }) => [count, longer]),
    [
      [10, false],
      [10, false],
      [15, false],
      [80, false],
      [80, true],
      [80, true],
    ],
  );
});

test("nobody knows how long a game takes without a list", () => {
  assert.equal(minutesFor([], 2).count, 0);
});
