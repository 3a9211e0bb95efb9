import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { legalMoves } from "../client/legal-moves.js";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { setPref } from "../lib/prefs.js";
import { Selection } from "./selection.js";
import { buttons } from "./text/buttons.js";
import { Tips } from "./tour.js";

const RULES = { target: 10_000, ending: "immediate", entry_min: 0 };
let pass;
let redrawn;
let tips;

beforeEach(() => {
  pass = stopClock();
  setPref("tour", true); // which forgets what was learned
  redrawn = 0;
  tips = new Tips(() => (redrawn += 1));
});

afterEach(startClock);

/** Returns the model of my turn, with this throw and these keeps. */
function modelOf(dice, keeps, more = {}) {
  const selection = new Selection();
  selection.set(dice, legalMoves({ keeps, why: ["bank_too_low"] }));
  const state = { throw: dice, scores: [0, 0] };
  return {
    ...{ rules: RULES, state, selection, mySeats: [0], chances: [] },
    ...{ canAct: true, live: true, landing: false, mine: true },
    ...more,
  };
}

const ONE = { 1: [100, 100, 5, 0, 0] };
const KINDS = { 22: [0, 0, 4, 1, 1], 3333: [600, 600, 2, 0, 0] };

test("tip and button agree on whether the best is all", () => {
  const all = modelOf([1, 2, 3, 4, 6, 6], ONE);
  assert.equal(tips.current(all, 0).more, "Tap the die that scores, or keep it.");
  assert.equal(buttons(all).roll.label, "Keep the 1 · 100");
  const best = modelOf([2, 2, 3, 3, 3, 3], KINDS);
  assert.equal(tips.current(best, 1).more, "Tap dice to keep, or keep the best.");
  assert.equal(buttons(best).roll.label, "Keep best · 600");
});

test("each situation has its tip", () => {
  const goal = tips.current(modelOf([], {}), 0);
  assert.equal(goal.bold, "First to 10,000 wins.");
  const last = { ...{ throw: [], scores: [9000, 10_400], current: 0 }, to_beat: { total: 10_400 } };
  const need = tips.current(modelOf([], {}, { state: last }), 1);
  assert.equal(need.bold, "You need more than 1,400 to win.");
  const risk = modelOf([1, 2], ONE);
  risk.selection.toggle(0);
  assert.deepEqual(tips.current(risk, 1), {
    bold: "100 at risk.",
    more: "Bank them, or roll 5 dice: if none scores, they're lost.",
  });
  const farkled = (lost) => modelOf([2], {}, { scene: { kind: "farkle", lost } });
  assert.equal(tips.current(farkled(500), 2).more, "The 500 at risk are lost.");
  assert.equal(tips.current(farkled(0), 3).more, "Your turn is over.");
});

test("there is no tip where nothing can be done, or where tips are off", () => {
  const without = (more) => tips.current(modelOf([1], ONE, more), 0);
  for (const more of [{ canAct: false }, { live: false }, { landing: true }, { mySeats: [] }]) {
    assert.equal(without(more), null);
  }
  setPref("tour", false);
  assert.equal(without({}), null);
});

test("what was learned needs no tip, until the player hesitates", () => {
  const model = modelOf([1, 2], ONE);
  tips.did("pick");
  assert.equal(tips.current(model, 0), null);
  pass(12_000);
  assert.equal(redrawn, 1);
  assert.equal(tips.current(model, 0).bold, "Scoring: a 1 for 100.");
  // In the next move it is known again.
  assert.equal(tips.current(model, 1), null);
});

test("the tip comes back at once after what is not allowed", () => {
  const model = modelOf([1, 2], ONE);
  tips.did("pick");
  tips.current(model, 0);
  tips.comeBack();
  tips.comeBack();
  assert.equal(redrawn, 1);
  assert.notEqual(tips.current(model, 0), null);
});
