import { test } from "node:test";
import assert from "node:assert/strict";
import { fitted, setAside } from "./named-dice.js";

test("of dice that show the same, those further left are set aside", () => {
  const parts = (letters, thrown, keep) => Object.values(setAside(letters, thrown, keep));
  assert.deepEqual(parts("OAFSLH", [1, 5, 1, 2, 2, 5], [1, 5]), ["OA", "FSLH"]);
  assert.deepEqual(parts("OAFSLH", [1, 5, 1, 2, 2, 5], [1, 1, 5, 5]), ["OFAH", "SL"]);
  assert.deepEqual(parts("AO", [5, 1], [1, 5]), ["OA", ""]);
});

test("a set is fitted to the number of dice", () => {
  assert.deepEqual([fitted("ASASAS", 5), fitted("AS", 4)], ["ASASA", "ASOO"]);
});
