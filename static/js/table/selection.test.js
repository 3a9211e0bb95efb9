import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { legalMoves } from "../client/legal-moves.js";
import { Selection } from "./selection.js";

// Every keep of random rolls under every preset: tests/scripts/test_selection.py.

/** Returns a `may` with these keeps, [points, total, next, roll, bank], and why not. */
const mayOf = (keeps, why = []) => legalMoves({ keeps, why });
// 1 1 5 2 2 2, where 200 are at risk already, and 500 are needed to bank.
const DICE = [1, 1, 5, 2, 2, 2];
const MAY = mayOf(
  {
    1: [100, 300, 5, 0, 1],
    5: [50, 250, 5, 0, 1],
    11: [200, 400, 4, 0, 1],
    15: [150, 350, 4, 0, 1],
    115: [250, 450, 3, 0, 1],
    222: [200, 400, 3, 0, 1],
    1222: [300, 500, 2, 0, 0],
    11222: [400, 600, 1, 0, 0],
    112225: [450, 650, 6, 0, 2],
    12225: [350, 550, 1, 0, 0],
    2225: [250, 450, 2, 0, 1],
  },
  ["bank_too_low", "hot_dice_first"],
);
let selection;
const picked = () => [...selection.picked].sort();

beforeEach(() => {
  selection = new Selection();
  selection.set(DICE, MAY);
});

test("nothing is selected at first", () => {
  assert.deepEqual([picked(), selection.row, selection.firstScoring], [[], null, 0]);
  assert.equal(selection.undo(), false);
});

test("the row tells what is selected, and why something is not allowed", () => {
  selection.selectRow(selection.best);
  const { keep, points, total, next, roll, bank, ends } = selection.row;
  assert.deepEqual(
    { keep, points, total, next, roll, bank, ends },
    {
      keep: "112225",
      points: 450,
      total: 650,
      next: 6,
      roll: null,
      bank: "hot_dice_first",
      ends: false,
    },
  );
  selection.clear();
  selection.toggle(2);
  assert.equal(selection.row.bank, "bank_too_low");
});

test("a keep that ends the turn is marked", () => {
  selection.set([1], mayOf({ 1: [100, 1000, 0, -1, 0] }));
  selection.toggle(0);
  assert.deepEqual([selection.row.ends, selection.row.roll], [true, null]);
});

test("a tap selects a die with those it cannot score without", () => {
  assert.equal(selection.toggle(4), true);
  assert.deepEqual(picked(), [3, 4, 5]);
  selection.toggle(1);
  assert.deepEqual(picked(), [1, 3, 4, 5]);
  selection.toggle(5);
  assert.deepEqual(picked(), [1]);
});

test("a tap on a die that needs others takes all of its face that add points", () => {
  const four = mayOf({ 666: [600, 600, 3, 0, 0], 6666: [1200, 1200, 2, 0, 0] });
  selection.set([6, 6, 6, 6, 2, 4], four);
  selection.toggle(3);
  assert.deepEqual(picked(), [0, 1, 2, 3]);
  // One of them may be left out again, and come back.
  selection.toggle(0);
  assert.deepEqual(picked(), [1, 2, 3]);
  selection.toggle(0);
  assert.deepEqual(picked(), [0, 1, 2, 3]);
  // A fourth that adds nothing stays free to roll, and so does a 1 that scores alone.
  const flat = mayOf({ 666: [600, 600, 3, 0, 0], 6666: [600, 600, 2, 0, 0] });
  selection.set([6, 6, 6, 6, 2, 4], flat);
  selection.toggle(3);
  assert.equal(selection.row.keep, "666");
  selection.set(DICE, MAY);
  selection.toggle(0);
  assert.deepEqual(picked(), [0]);
});

test("a tap deselects, and keeps of the rest what scores most", () => {
  selection.selectRow(selection.best);
  selection.toggle(0);
  assert.deepEqual(picked(), [1, 2, 3, 4, 5]);
});

test("a die that does not score cannot be selected", () => {
  selection.set([1, 3], mayOf({ 1: [100, 100, 1, 0, 0] }));
  assert.equal(selection.toggle(1), false);
  assert.deepEqual([picked(), selection.canSelect(1), selection.bestIsAll], [[], false, true]);
});

test("dice that score only without the others take their place", () => {
  // 1 1 alone or 3 3 3, but not together.
  selection.set([1, 1, 3, 3, 3], mayOf({ 11: [200, 200, 3, 0, 0], 333: [300, 300, 2, 0, 0] }));
  selection.toggle(0);
  assert.deepEqual(picked(), [0, 1]);
  selection.toggle(2);
  assert.deepEqual(picked(), [2, 3, 4]);
  assert.equal(selection.bestIsAll, false);
});

test("of keeps worth the same the best has more dice, whatever their order", () => {
  const [few, many] = [
    ["1155", [300, 300, 2, 0, 0]],
    ["112255", [300, 300, 6, 0, 0]],
  ];
  for (const rows of [
    [few, many],
    [many, few],
  ]) {
    selection.set([1, 1, 2, 2, 5, 5], mayOf(Object.fromEntries(rows)));
    assert.equal(selection.best.keep, "112255");
    assert.equal(selection.bestToBank.keep, "112255");
  }
  // Fewer dice that are worth more are better.
  selection.set([1, 1], mayOf({ 1: [100, 100, 1, 0, 0], 11: [50, 50, 6, 0, 0] }));
  assert.equal(selection.best.keep, "1");
});

test("the best of the keeps that may be banked is known", () => {
  assert.deepEqual([selection.best.keep, selection.bestToBank.keep], ["112225", "11222"]);
  selection.set([5], mayOf({ 5: [50, 50, 5, 0, 1] }, ["bank_too_low"]));
  assert.equal(selection.bestToBank, null);
});

test("nothing is best where nothing scores, or it is somebody else's turn", () => {
  for (const may of [mayOf({}), null]) {
    selection.set([2, 3], may);
    assert.deepEqual([selection.best, selection.row, selection.firstScoring], [null, null, -1]);
  }
});

test("at the start of a turn six dice may be rolled, and nothing banked", () => {
  selection.set([], legalMoves({}));
  const { next, roll, bank } = selection.row;
  assert.deepEqual([next, roll, bank, selection.best], [6, null, "not_rolled", null]);
});

test("undo takes back one change after the other, without those that changed nothing", () => {
  selection.toggle(0);
  selection.toggle(2);
  selection.selectRow(selection.row);
  selection.clear();
  const seen = [];
  while (selection.undo()) seen.push(picked());
  assert.deepEqual(seen, [[0, 2], [0], []]);
});

test("a selection is restored only if it is a legal keep", () => {
  selection.restore(new Set([3]));
  assert.deepEqual(picked(), []);
  selection.restore(new Set([0, 2]));
  assert.deepEqual(picked(), [0, 2]);
});

test("dice that are selected already are preferred", () => {
  selection.toggle(1);
  selection.selectRow(selection.rows.get("15"));
  assert.deepEqual(picked(), [1, 2]);
});

test("of equal named dice those further left are selected, whichever is tapped", () => {
  selection.set(DICE, MAY, "OAOOOO");
  selection.toggle(1);
  assert.deepEqual(picked(), [0]);
  selection.toggle(1);
  assert.deepEqual(picked(), [0, 1]);
  selection.toggle(0);
  assert.deepEqual(picked(), [0]);
  selection.set(DICE, MAY, "AAAAAA");
  selection.toggle(1);
  assert.deepEqual(picked(), [1]);
});
