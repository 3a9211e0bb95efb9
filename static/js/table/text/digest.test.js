import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { fold } from "../../client/fold.js";
import { Digest, partsOf } from "./digest.js";

// A computer's turn in announcements: static/js/table/announcer.test.js.

const RULES = { entry_min: 0, target: 10_000, ending: "immediate", rounds: 0 };
const context = { rules: RULES, nameOf: () => "Penny", isMine: () => false };
const started = () =>
  fold(
    {},
    [
      ["started", 2, null, null],
      ["round", 1],
      ["turn", 1],
    ],
    RULES,
  );

/** Returns what a turn of these events is in few words. */
function told(events, brief = false) {
  const digest = new Digest();
  digest.add(partsOf(events, started(), context), "");
  digest.add([], "");
  return digest.take(brief);
}

test("each event of a turn has its part", () => {
  for (const [events, words] of [
    [[["built", 500, [1, 1]]], "continues from 500"],
    [
      [
        ["rolled", [2, 3, 4, 6, 6, 2]],
        ["blank", 500],
      ],
      "rolls 2, 3, 4, 6, 6, 2, no scoring dice for 500",
    ],
    [
      [["rolled", [2, 3, 4, 6, 6, 2]], ["second_chance"], ["rolled", [1, 3, 4, 6, 6, 2]]],
      "a second chance after 2, 3, 4, 6, 6, 2, rolls 1, 3, 4, 6, 6, 2",
    ],
    [
      [
        ["rolled", [2, 2, 2, 2, 1, 5]],
        ["farkled", 1, 0, 1, true],
      ],
      "loses the turn with four 2s in 2, 2, 2, 2, 1, 5",
    ],
    [
      [
        ["rolled", [2, 3]],
        ["farkled", 1, 0, 1, false],
      ],
      "farkles with 2, 3",
    ],
    [
      [
        ["kept", [1], 100],
        ["ran_out", 1],
      ],
      "a 1 for 100, the turn counts nothing",
    ],
    [[["kept", [2, 3, 4, 5, 6], 750]], "a straight from 2 to 6 for 750"],
  ]) {
    assert.equal(told(events), `Penny: ${words}.`);
  }
});

test("what has no part in a turn is a sentence of its own", () => {
  const events = [
    ["kept", [1], 100],
    ["banked", 1, 100, 10_000],
    ["final_round", 1, 10_000],
  ];
  const last = "Penny has 10,000. Everyone still to play gets one last turn.";
  assert.equal(told(events), `Penny: a 1 for 100, banks 100 for a total of 10,000. ${last}`);
  assert.equal(told(events, true), `Penny: banks 100 for a total of 10,000. ${last}`);
});

test("of more than can be said, the newest is kept", () => {
  const digest = new Digest();
  for (let number = 1; number <= 50; number++) digest.addSentence(`${number}.`);
  assert.match(digest.take(true), /^11\. 12\. .* 50\.$/);
  assert.equal(digest.isEmpty, true);
});
