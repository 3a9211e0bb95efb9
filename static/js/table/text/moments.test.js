import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { fold } from "../../client/fold.js";
import { split } from "../animation-queue.js";
import { bankMoment, momentOf, momentWords } from "./moments.js";

// Every game: tests/scripts/test_moments.py.

const RULES = { entry_min: 1000, farkle_penalty: 500, farkle_streak: 3 };
const NAMES = ["Mara", "Ben"];
// Mara gets on the board, Ben overtakes, and ends the game.
const TURNS = [
  [
    ["started", 2, null, null],
    ["round", 1],
    ["turn", 0],
  ],
  [
    ["kept", [1, 1, 1], 1000],
    ["entered", 0],
    ["banked", 0, 1000, 1000],
    ["turn", 1],
  ],
  [
    ["kept", [6, 6, 6], 1200],
    ["entered", 1],
    ["banked", 1, 1200, 1200],
    ["turn", 0],
  ],
  [
    ["rolled", [2, 3, 4, 6, 6, 2]],
    ["farkled", 0, 1500, 1, false],
    ["turn", 1],
  ],
  [
    ["kept", [1, 2, 3, 4, 5, 6], 1500],
    ["hot_dice", 0],
    ["rolled", [1, 2, 3, 4, 6, 6]],
  ],
  [
    ["kept", [1], 9000],
    ["banked", 1, 10_500, 11_700],
    ["final_round", 1, 11_700],
    ["turn", 0],
  ],
];

/** Returns what the moments of these turns say to the viewer with these seats: "moment: words". */
function told(mySeats, { sharedDevice = false, turns = TURNS } = {}) {
  const pace = { throw: 900, moment: 1600, rolloff: 1900 };
  const state = {};
  return turns.flatMap((events) => {
    const acting = mySeats.includes(state.current);
    return split(events, { pace, before: state, rules: RULES, acting }).flatMap((scene) => {
      fold(state, scene.events, RULES);
      const model = {
        scene,
        state,
        mySeats,
        sharedDevice,
        mine: mySeats.includes(state.current),
        name: NAMES[state.current],
        nameOf: (seat) => NAMES[seat],
      };
      const words = momentWords(model);
      return words ? [`${momentOf(model)}: ${words.title} ${words.line}`.trim()] : [];
    });
  });
}

test("each moment says something else to each viewer", () => {
  assert.deepEqual(told([0]), [
    "entered: You're on the board! From now on every bank counts.",
    "lead: Ben takes the lead from you You're 200 behind.",
    "bigFarkle: You lose 1,500",
    "hot: Ben rolls all dice again",
    "last: Ben reached 11,700 Your last turn is coming: you need more than 10,700.",
  ]);
  assert.deepEqual(told([1]), [
    "entered: Mara is on the board",
    "lead: You take the lead! 200 ahead of Mara.",
    "bigFarkle: Mara loses 1,500",
    "last: You reached 11,700! One last turn each.",
  ]);
  assert.deepEqual(told([]), [
    "entered: Mara is on the board",
    "lead: Ben takes the lead 200 ahead of Mara.",
    "bigFarkle: Mara loses 1,500",
    "hot: Ben rolls all dice again",
    "last: Ben reached 11,700 One last turn each.",
  ]);
});

test("the farkle that brings a penalty has it in its headline, with what it takes away", () => {
  const third = [
    ["rolled", [2, 3, 4, 6, 6, 2]],
    ["farkled", 0, 300, 3, false],
    ["penalised", 0, 500, 0],
  ];
  const turns = [TURNS[0], third];
  const [mine] = told([0], { turns });
  assert.equal(mine, "bigFarkle: Three farkles in a row You lose 500");
  const [theirs] = told([1], { turns });
  assert.equal(theirs, "bigFarkle: Three farkles in a row Mara loses 500");
  const first = [
    ["rolled", [2, 3, 4, 6, 6, 2]],
    ["farkled", 0, 300, 1, false],
    ["turn", 1],
  ];
  assert.deepEqual(told([0], { turns: [TURNS[0], first] }), []);
});

test("on a shared device everybody is named", () => {
  assert.deepEqual(told([0, 1], { sharedDevice: true }), [
    "entered: Mara is on the board",
    "lead: Ben takes the lead 200 ahead of Mara.",
    "bigFarkle: Mara loses 1,500",
    "last: Ben reached 11,700 One last turn each.",
  ]);
});

test("selected hot dice are a moment without words", () => {
  const model = { scene: null, hot: true };
  assert.equal(momentOf(model), "hot");
  assert.equal(momentWords(model), null);
  assert.equal(momentOf({ scene: null, hot: false }), null);
});

test("a player without points does not lead, so no player is overtaken", () => {
  const stateOf = (...scores) => ({ scores, left: [false, false], winners: [], teams: null });
  const bank = [["banked", 1, 1000, 500]];
  assert.equal(bankMoment(bank, stateOf(0, -500), stateOf(0, 500)).moment, "bank");
  assert.equal(bankMoment(bank, stateOf(50, -500), stateOf(50, 500)).moment, "lead");
});
