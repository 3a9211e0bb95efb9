import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { turnAt } from "./lanes.js";

const race = { turns: 3, until: 1_000_000, began: 1_000, seconds: 60 };

test("the clock of a race ends one turn after the other", () => {
  assert.deepEqual(turnAt(race, 1_000), { turn: 1, left: 60_000 });
  assert.deepEqual(turnAt(race, 61_000), { turn: 2, left: 60_000 });
  assert.deepEqual(turnAt(race, 180_500), { turn: 3, left: 500 });
  assert.equal(turnAt(race, 181_000), null);
});

test("a race without a clock, or one that the host has ended, shows none", () => {
  assert.equal(turnAt({ ...race, seconds: 0 }, 1_000), null);
  assert.equal(turnAt({ ...race, until: 5_000 }, 5_000), null);
});
