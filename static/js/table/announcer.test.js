import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { fold } from "../client/fold.js";
import { Announcer, arrivalText } from "./announcer.js";

// A game line by line: tests/scripts/test_transcript.py.

const RULES = { entry_min: 0, target: 10_000, ending: "immediate", rounds: 0 };
const NAMES = ["Mara", "Ben"];
const HOT = [
  ["kept", [1, 1, 1, 5, 5, 5], 1500],
  ["hot_dice", 0],
  ["rolled", [1, 2, 3, 4, 6, 6]],
];
let said; // [words, options]
let brief;
let announcer;
let state;

beforeEach(() => {
  said = [];
  brief = false;
  announcer = new Announcer(
    (words, options) => said.push([words, options]),
    () => brief,
  );
  state = fold(
    {},
    [
      ["started", 2, null],
      ["round", 1],
      ["turn", 0],
    ],
    RULES,
  );
});

/** Announces events to the reader in this seat. */
function happens(events, you) {
  const context = { rules: RULES, nameOf: (seat) => NAMES[seat], isMine: (seat) => seat === you };
  announcer.events(events, state, { ...context, acting: you === state.current, hasKeys: false });
  return said.at(-1);
}

test("hot dice are announced to the others, for I heard of mine when I selected them", () => {
  assert.match(happens(HOT, 1)[0], /Hot dice! Mara can roll all six again/);
  assert.doesNotMatch(happens(HOT, 0)[0], /Hot dice/);
});

test("my roll waits until its dice have landed", () => {
  const [words] = happens([["rolled", [1, 2, 3, 4, 6, 6]]], 0);
  assert.equal(words, "");
  const best = { keep: "1", points: 100, total: 100, next: 5, roll: null, bank: null };
  announcer.roll({ best, bestToBank: best, rows: new Map([["1", best]]) }, RULES);
  const told = "You rolled 1, 2, 3, 4, 6, 6. Scoring: a 1 for 100. You can bank up to 100.";
  assert.deepEqual(said.at(-1), [told, { now: true }]);
});

test("in brief, how a turn goes on is left out, but not how it ends", () => {
  brief = true;
  assert.equal(happens(HOT, 1)[0], "");
  const farkle = [
    ["rolled", [2]],
    ["farkled", 0, 500, 1, false],
    ["turn", 1],
  ];
  assert.equal(happens(farkle, null)[0], "Mara farkles and loses 500. Ben's turn.");
});

test("what others do is said in short where more waits to be said", () => {
  const [words, { short, now }] = happens(
    [
      ["rolled", [2]],
      ["farkled", 0, 0, 1, false],
    ],
    1,
  );
  assert.equal(words, "Mara rolled 2. Mara farkles.");
  assert.deepEqual([short, now], ["Mara farkles.", false]);
});

test("what happened last is said once more", () => {
  announcer.repeat();
  assert.equal(said.at(-1)[0], "Nothing has happened yet.");
  for (const words of ["One.", "Two.", "", "Three.", "Four."]) announcer.tell(words);
  announcer.repeat();
  assert.deepEqual(said.at(-1), ["Two. Three. Four.", { now: true }]);
});

test("a selection says what it is worth, and that dice are hot", () => {
  announcer.selected({ row: null });
  const row = { keep: "15", points: 150, total: 350, next: 4, roll: null, ends: false };
  announcer.selected({ row });
  announcer.selected({ row: { ...row, next: 6 } });
  announcer.selected({ row: { ...row, next: 6, roll: "last_throw" } });
  assert.deepEqual(
    said.map(([words]) => words),
    [
      "Nothing selected.",
      "Selected a 1 and a 5 for 150: 350 at risk.",
      "Selected a 1 and a 5 for 150: 350 at risk. Hot dice! You can roll all six again.",
      "Selected a 1 and a 5 for 150: 350 at risk.",
    ],
  );
});

test("an arriving player hears where the game stands", () => {
  const seated = NAMES.map((name, id) => ({ id, name }));
  const store = { me: 1, mine: [1], seated, room: { status: "lobby", host: 0 } };
  const lobby = "You're in the lobby with Mara.";
  assert.equal(arrivalText(store), `${lobby} Waiting for Mara to start the game.`);
  store.room.host = 1;
  assert.equal(arrivalText(store), `${lobby} Start the game when everyone's here.`);
  assert.equal(
    arrivalText({ ...store, me: null, mine: [] }),
    "You're watching. Here: Mara and Ben.",
  );
  store.seated = [seated[1]];
  assert.equal(arrivalText(store), "You're in the lobby. Nobody else is here yet.");
  store.room.status = "closed";
  assert.equal(arrivalText(store), "This room is closed");
});
