import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { define, newPage } from "../../../tests/support/fake-page.js";
import { savedSelection, saveSelection } from "./saved-selection.js";

const DICE = [1, 5, 3];
const saved = (room, move, dice) => [...savedSelection(room, move, dice)];

beforeEach(newPage);

test("a reload keeps the selection of the very move", () => {
  saveSelection("K7M2", "3:12", DICE, new Set([0, 1]));
  assert.deepEqual(saved("K7M2", "3:12", DICE), [0, 1]);
  assert.deepEqual(saved("XXXX", "3:12", DICE), []);
  assert.deepEqual(saved("K7M2", "3:13", DICE), []);
  assert.deepEqual(saved("K7M2", "3:12", [1, 5, 4]), []);
});

test("an empty selection is forgotten", () => {
  saveSelection("K7M2", "3:12", DICE, new Set([0]));
  saveSelection("K7M2", "3:12", DICE, new Set());
  assert.deepEqual(saved("K7M2", "3:12", DICE), []);
});

test("a browser without storage starts with nothing selected", () => {
  define({ sessionStorage: null });
  saveSelection("K7M2", "3:12", DICE, new Set([0]));
  assert.deepEqual(saved("K7M2", "3:12", DICE), []);
});
