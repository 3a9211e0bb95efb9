import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { scoreText } from "./score.js";

const NAMES = ["Noor", "Penny", "Teo", "Ada", "Ravi", "Ines", "Mara", "Ben"];

function score(scores, current, { atRisk = 0, ...more } = {}) {
  const state = { phase: "turns", throw: [1, 2], leader: -1, scores, current, ...more };
  return scoreText(state, { nameOf: (seat) => NAMES[seat], isMine: (seat) => seat === 0, atRisk });
}

test("everybody's total, whose turn it is and what is at risk", () => {
  const told = "You 1,350, Penny 2,000. Your turn, 200 at risk.";
  assert.equal(score([1350, 2000], 0, { atRisk: 200 }), told);
  assert.equal(score([1350, -500], 1), "You 1,350, Penny −500. Penny's turn.");
  assert.equal(score([0, 50], 0, { phase: "final" }), "You 0, Penny 50. Your last turn.");
  const last = { phase: "final", to_beat: { seat: 1, total: 4050 } };
  const need =
    "You 500, Penny 4,050. Your last turn, 200 at risk. You need more than 3,550 to win.";
  assert.equal(score([500, 4050], 0, { ...last, atRisk: 200 }), need);
  assert.equal(score([0, 50], -1, { phase: "over" }), "You 0, Penny 50.");
});

test("of many players the leaders and mine", () => {
  assert.equal(
    score([100, 200, 300, 400, 500, 600, 700, 800], 7),
    "Ben 800, Mara 700, Ines 600, Ravi 500, Ada 400, Teo 300, You 100, 1 other. Ben's turn.",
  );
});

test("teams are described by their totals", () => {
  const teams = { teams: [0, 1, 0, 1], left: [false, false, false, false], winners: [] };
  const told = score([100, 200, 300, 400], 1, teams);
  assert.equal(told, "Team\u00a0B 600, Team\u00a0A 400. Penny's turn.");
});
