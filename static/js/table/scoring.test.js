import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { legalMoves } from "../client/legal-moves.js";
import { bankQuestion, leftOut, scoringList } from "./scoring.js";
import { Selection } from "./selection.js";

/** Returns a selection of these positions; `keeps` has [points, total, next, roll, bank]. */
function selectionOf(dice, keeps, picked = []) {
  const selection = new Selection();
  selection.set(dice, legalMoves({ keeps, why: ["bank_too_low"] }));
  selection.restore(new Set(picked));
  return selection;
}

const worth = (points, count) => [points, points, 6 - count, 0, 0];

test("scoring dice are described in parts that score by themselves", () => {
  const rows = { 222: worth(200, 3), 55: worth(100, 2), 5: worth(50, 1) };
  const more = { ...rows, 22255: worth(300, 5), 2225: worth(250, 4) };
  assert.equal(
    scoringList(selectionOf([2, 2, 2, 5, 5, 3], more)),
    "three 2s for 200, two 5s for 100",
  );
});

test("a face and its points do not look like one number", () => {
  const rows = { 222: worth(200, 3), 5: worth(50, 1), 2225: worth(250, 4) };
  assert.equal(scoringList(selectionOf([2, 2, 2, 5, 3, 3], rows)), "three 2s for 200, a 5 for 50");
});

test("a straight is called a straight", () => {
  const straight = selectionOf([1, 2, 3, 4, 5, 3], { 12345: worth(500, 5), 1: worth(100, 1) });
  assert.equal(scoringList(straight), "1 to 5 for 500");
});

test("what scores only together is not split", () => {
  const pairs = selectionOf([2, 2, 3, 3, 4, 4], { 223344: worth(500, 6) });
  assert.equal(scoringList(pairs), "two 2s, two 3s, and two 4s for 500");
});

test("there are no words where nothing scores", () => {
  assert.equal(scoringList(selectionOf([2, 3], {})), "");
});

const ROWS = { 1: worth(100, 1), 5: worth(50, 1), 15: worth(150, 2) };

test("what is left out could be banked as well", () => {
  const selection = selectionOf([1, 5, 3], ROWS, [0]);
  const { row, dice, more } = leftOut(selection);
  assert.deepEqual([row.keep, dice, more], ["15", "5", 50]);
  assert.deepEqual(bankQuestion(selection), ["Bank 100?", "You left a 5."]);
});

test("other dice may be worth more", () => {
  const rows = { 1: worth(100, 1), 33: worth(300, 2) };
  const selection = selectionOf([1, 3, 3], rows, [0]);
  assert.equal(leftOut(selection).dice, null);
  assert.deepEqual(bankQuestion(selection), ["Bank 100?", "two 3s is worth 200 more."]);
});

test("nothing is left out of the best, of nothing, or where more cannot be banked", () => {
  assert.equal(leftOut(selectionOf([1, 5, 3], ROWS, [0, 1])), null);
  assert.equal(leftOut(selectionOf([1, 5, 3], ROWS)), null);
  const low = { 1: worth(100, 1), 15: [150, 150, 4, 0, 1] };
  assert.equal(leftOut(selectionOf([1, 5, 3], low, [0])), null);
});
