import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { newState } from "../../client/fold.js";
import { legalMoves } from "../../client/legal-moves.js";
import { Selection } from "../selection.js";
import { buttons } from "./buttons.js";

const RULES = { entry_min: 500, bank_min: 300, target: 10_000, ending: "final_round", rounds: 0 };
const CHANCES = [0.6, 0.5, 0.4, 0.27, 0.16, 0.02];
let model;

/** Selects these positions of a throw; `keeps` has [points, total, next, roll, bank]. */
function selects(dice, keeps, picked, why = []) {
  model.selection.set(dice, legalMoves({ keeps, why }));
  model.selection.restore(new Set(picked));
}

const shown = (name) => {
  const { on, label, small, keep, asks } = buttons(model)[name];
  return [on, label, small, keep?.keep ?? null, Boolean(asks)];
};

beforeEach(() => {
  model = {
    selection: new Selection(),
    rules: RULES,
    chances: CHANCES,
    state: { ...newState(RULES, 2, null), current: 0, scores: [1000, 1500] },
    nameOf: (seat) => ["Mara", "Ines"][seat],
    may: null,
  };
  selects([1, 5, 3, 3, 2, 2], { 1: [100, 300, 5, 0, 0], 15: [150, 350, 4, 0, 0] }, [0]);
});

test("what is selected can be rolled on or banked", () => {
  assert.deepEqual(shown("roll"), [true, "Roll 5 dice", "16% farkle risk", null, false]);
  assert.deepEqual(shown("bank"), [true, "Bank 300", "new total 1,300", null, false]);
  assert.equal(buttons(model).build, null);
});

test("in the last turns the bank says how it compares", () => {
  for (const [total, words] of [
    [1300, "tied with Ines"],
    [1200, "100 ahead of Ines"],
    [1500, "200 behind Ines"],
  ]) {
    model.state.to_beat = { seat: 1, total };
    assert.equal(shown("bank")[2], words);
  }
});

test("a bank that wins says so", () => {
  Object.assign(model.state, { phase: "final", to_beat: { seat: 1, total: 1200 } });
  model.state.scores = [1000, 1200];
  assert.deepEqual(shown("bank").slice(1, 3), ["Bank 300 and win", "100 ahead of Ines"]);
  model.state.scores = [1000, 1300];
  assert.equal(shown("bank")[1], "Bank 300");
});

test("with nothing selected the button selects all that scores", () => {
  model.selection.clear();
  assert.deepEqual(shown("roll"), [true, "Keep all · 150", "selects 2 dice", "15", false]);
  assert.deepEqual(shown("bank").slice(0, 3), [false, "Bank", "select dice first"]);
  model.landing = true; // dice in the air have not been read yet
  assert.deepEqual(shown("roll").slice(0, 3), [false, "Roll", "select dice first"]);
});

test("all dice, or one alone, are named as such", () => {
  selects([1, 1, 1, 5, 5, 5], { 111555: [1500, 1500, 6, 0, 0] }, []);
  assert.deepEqual(shown("roll").slice(1, 3), ["Keep all dice · 1,500", "selects 6 dice"]);
  selects([5, 2], { 5: [50, 50, 1, 0, 0] }, []);
  assert.deepEqual(shown("roll").slice(1, 3), ["Keep the 5 · 50", ""]);
});

test("what is not allowed says why", () => {
  const why = ["entry_missing", "roll_first"];
  selects([1], { 1: [100, 300, 5, 0, 1] }, [0], why);
  assert.deepEqual(shown("bank").slice(0, 3), [false, "Bank", "200 more to get on the board"]);
  selects([1], { 1: [100, 300, 5, 0, 1] }, [0], ["bank_too_low"]);
  assert.equal(shown("bank")[2], "need 300 to bank");
  selects([1], { 1: [100, 300, 6, 0, 2] }, [0], why);
  assert.equal(shown("bank")[2], "roll once more first");
  selects([1], { 1: [100, 300, 5, 0, 1] }, [0], ["dice_left"]);
  assert.equal(shown("bank")[2], "too few dice set aside");
  selects([1], { 1: [100, 300, 0, 1, 0] }, [0], ["last_throw"]);
  assert.deepEqual(shown("roll").slice(0, 3), [false, "Roll", "that was the last roll"]);
  assert.equal(buttons(model).roll.code, "last_throw");
});

test("a keep that ends the turn says so", () => {
  selects([1], { 1: [100, 600, 0, -1, 0] }, [0]);
  assert.deepEqual(shown("roll").slice(0, 3), [true, "Keep 100", "ends your turn"]);
});

test("at the start of a turn the points of the one before may be taken over", () => {
  model.may = legalMoves({ build: true, offer: [450, 2] });
  model.selection.set([], model.may);
  const { roll, bank, build } = buttons(model);
  assert.deepEqual([roll.label, bank.small], ["Roll 6 dice", "roll first"]);
  assert.deepEqual([build.label, build.small], ["Continue from 450", "2 dice, 50% farkle risk"]);
});

test("a reckless roll is asked for once more", () => {
  model.asking = "roll";
  const asked = [true, "Roll anyway?", "16% farkle risk – tap again", null, true];
  assert.deepEqual(shown("roll"), asked);
});

test("a bank that leaves dice out offers to add them", () => {
  model.asking = "bank";
  assert.deepEqual(shown("roll"), [true, "Add 50", "keep the 5 too", "15", false]);
  assert.deepEqual(shown("bank"), [true, "Bank 300 anyway", "without the 5", null, true]);
  const keeps = { 1: [100, 300, 5, 0, 0], 33: [400, 600, 4, 0, 0] };
  selects([1, 3, 3], keeps, [0]);
  assert.deepEqual(shown("roll"), [true, "Add 300", "keep two 3s", "33", false]);
  assert.equal(shown("bank")[2], "as it is");
});
