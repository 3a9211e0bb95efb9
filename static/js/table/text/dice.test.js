import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { diceCount, diceText, dieName, keptText, oddsText, setText } from "./dice.js";

test("dice are named by their faces, the lowest first", () => {
  assert.equal(diceText("5"), "a 5");
  assert.equal(diceText([5, 1, 5, 5]), "a 1 and three 5s");
  assert.equal(diceText("112255"), "two 1s, two 2s, and two 5s");
  assert.equal(diceText([6, 5, 4, 3, 2, 1]), "1 to 6");
});

test("a kept die is the one", () => {
  assert.deepEqual([keptText("1"), keptText([2, 2, 2])], ["the 1", "three 2s"]);
});

test("a die says where it lies, and whether it scores", () => {
  const die = { face: 2, at: 0, count: 6 };
  assert.equal(dieName({ ...die, can: true }), "die 1 of 6, 2, scores");
  assert.equal(dieName({ ...die, can: false }), "die 1 of 6, 2, doesn't score");
  assert.equal(dieName({ ...die, dead: true }), "die 1 of 6, 2");
});

test("a named die says which it is, and a set what is in it", () => {
  const die = { face: 2, at: 0, count: 6, can: true };
  assert.equal(dieName({ ...die, letter: "A" }), "die 1 of 6, 2, scores, Ace die");
  assert.equal(setText("AOOOAA"), "3 × Ace die, 3 × Ordinary die");
});

test("counts and risks", () => {
  assert.deepEqual([diceCount(1), diceCount(6)], ["1 die", "6 dice"]);
  assert.deepEqual(
    [oddsText(0.274), oddsText(0.002), oddsText(null), oddsText(undefined)],
    ["27% farkle risk", "<1% farkle risk", "", ""],
  );
});
