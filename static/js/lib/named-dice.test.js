import { test } from "node:test";
import assert from "node:assert/strict";
import { fitted, leftAfter } from "./named-dice.js";

test("of dice that show the same, those further left are set aside", () => {
  assert.equal(leftAfter("OAFSLH", [1, 5, 1, 2, 2, 5], [1, 5]), "FSLH");
  assert.equal(leftAfter("OAFSLH", [1, 5, 1, 2, 2, 5], [1, 1, 5, 5]), "SL");
  assert.equal(leftAfter("OA", [1, 5], [1, 5]), "");
});

test("a set is fitted to the number of dice", () => {
  assert.deepEqual([fitted("ASASAS", 5), fitted("AS", 4)], ["ASASA", "ASOO"]);
});
