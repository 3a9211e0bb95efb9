import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { previousTurnText, turnResult, turnText } from "./narration.js";

// Every event: tests/scripts/test_narration.py.

const turnOf = (outcome, more = {}) => ({
  ...{ seat: 0, outcome, points: 0, penalty: 0, total: 1350 },
  rolls: [
    { dice: [1, 2, 3, 4, 6, 6], keep: "1", points: 100 },
    { dice: [2, 3, 4, 6, 6], keep: "", points: 0 },
  ],
  ...more,
});

test("each end of a turn stands in the log", () => {
  for (const [turn, what, result] of [
    [turnOf("banked", { points: 450 }), "Mara banked 450", "1,350"],
    [turnOf("farkled"), "Mara farkled on 5 dice", "100 lost"],
    [turnOf("farkled", { built: 300 }), "Mara farkled on 5 dice", "400 lost"],
    [turnOf("farkled", { penalty: 1000 }), "Mara farkled on 5 dice", "−1,000"],
    [turnOf("farkled", { rolls: [] }), "Mara farkled", "nothing lost"],
    [turnOf("ran_out"), "Mara's turn counted nothing", "100 lost"],
    [turnOf("left"), "Mara left the game", ""],
    [turnOf("cut"), "Mara's turn was unfinished at the end", ""],
    [turnOf("skipped"), "Mara's turn was skipped", ""],
  ]) {
    assert.deepEqual(turnText(turn, "Mara"), [what, result]);
  }
});

test("the result of a turn is brief", () => {
  assert.equal(turnResult(turnOf("banked", { points: 450 })), "+450");
  assert.equal(turnResult(turnOf("farkled")), "farkle");
  assert.equal(turnResult(turnOf("farkled", { penalty: 1000 })), "−1,000");
  assert.equal(turnResult(turnOf("skipped")), "");
});

test("the turn before this one is described, to me as mine", () => {
  const told = (turn, mine) => previousTurnText(turn, { nameOf: () => "Mara", isMine: () => mine });
  assert.equal(told(turnOf("banked", { points: 450 }), false), "Mara banked 450.");
  assert.equal(told(turnOf("banked", { points: 450 }), true), "You banked 450.");
  assert.equal(told(turnOf("farkled"), true), "You farkled and lost 100.");
  assert.equal(told(turnOf("farkled", { rolls: [] }), true), "You farkled.");
  assert.equal(told(turnOf("skipped"), true), "");
});
