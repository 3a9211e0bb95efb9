import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { fold } from "../client/fold.js";
import { Announcer, arrivalText } from "./announcer.js";

// A game line by line: tests/scripts/test_transcript.py.

const RULES = {
  entry_min: 0,
  farkle_penalty: 500,
  target: 10_000,
  ending: "immediate",
  rounds: 0,
};
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
    (words, options) => said.push([typeof words === "string" ? words : words(), options]),
    () => brief,
  );
  state = fold(
    {},
    [
      ["started", 2, null, null],
      ["round", 1],
      ["turn", 0],
    ],
    RULES,
  );
});

/** Announces events to the reader in this seat. Returns what is said, and how. */
function happens(events, you) {
  said = [];
  const context = { rules: RULES, nameOf: (seat) => NAMES[seat], isMine: (seat) => seat === you };
  announcer.events(events, state, { ...context, acting: you === state.current, hasKeys: false });
  return said.at(-1) ?? [""];
}

test("hot dice are announced to the others, for I heard of mine when I selected them", () => {
  assert.match(happens(HOT, 1)[0], /Hot dice! Mara can roll all dice again/);
  assert.doesNotMatch(happens(HOT, 0)[0], /Hot dice/);
});

test("my roll waits until its dice have landed", () => {
  const [words] = happens([["rolled", [1, 2, 3, 4, 6, 6]]], 0);
  assert.equal(words, "");
  const best = { keep: "1", points: 100, total: 100, next: 5, roll: null, bank: null };
  announcer.roll({ best, bestToBank: best, rows: new Map([["1", best]]) }, RULES, state);
  const told = "You rolled 1, 2, 3, 4, 6, 6. Scoring: a 1 for 100. You can bank up to 100.";
  assert.deepEqual(said.at(-1), [told, { now: true }]);
});

test("in brief, the turn of another player is one sentence with its hot dice and its farkle", () => {
  brief = true;
  assert.equal(happens(HOT, 1)[0], "");
  state = fold(state, HOT, RULES);
  const farkle = [
    ["kept", [1], 100],
    ["rolled", [2, 3, 4, 6, 6]],
    ["farkled", 0, 1600, 1, false],
    ["turn", 1],
  ];
  const told = "Mara: hot dice, farkles with 2, 3, 4, 6, 6 and loses 1,600.";
  assert.equal(happens(farkle, null)[0], told);
  assert.equal(happens([["rolled", [1, 2, 3, 4, 6, 6]]], 0)[0], "");
  brief = false;
  assert.equal(happens([["left", 1]], null)[0], "Ben left the game.");
});

// A computer's moves come faster than anyone can read.
const TURN = [
  [["rolled", [1, 2, 3, 4, 5, 6]]],
  [
    ["kept", [1, 2, 3, 4, 5, 6], 1500],
    ["hot_dice", 0],
    ["rolled", [1, 1, 2, 3, 4, 6]],
  ],
  [
    ["kept", [1, 1], 200],
    ["entered", 0],
    ["banked", 0, 1700, 10_150],
    ["turn", 1],
  ],
  [["rolled", [2, 3, 4, 6, 6, 1]]],
  [
    ["kept", [1], 100],
    ["rolled", [2, 3, 4, 6, 6]],
    ["farkled", 1, 100, 3, false],
    ["penalised", 1, 500, -500],
    ["turn", 0],
  ],
];

/** Lets batches come before any is said, and says what is to be said of them. */
function comesAtOnce(batches, you, rules = RULES) {
  let words = null;
  announcer.say = (given) => (words = given);
  for (const events of batches) {
    const context = { rules, nameOf: (seat) => NAMES[seat], isMine: (seat) => seat === you };
    announcer.events(events, state, { ...context, acting: false, hasKeys: false });
    state = fold(state, events, rules);
  }
  return words();
}

test("nothing of what others do is lost while more waits to be said", () => {
  assert.equal(
    comesAtOnce(TURN, null),
    "Mara: a straight from 1 to 6 for 1,500, hot dice, two 1s for 200, on the board, banks 1,700 " +
      "for a total of 10,150. Ben: a 1 for 100, farkles with 2, 3, 4, 6, 6 and loses 100. " +
      "Three farkles in a row: −500. Ben has −500. Mara's turn.",
  );
  announcer.repeat();
  assert.equal(announcer.unsaid.isEmpty, true);
});

test("what has been said is not said again, and a roll is said until its dice are kept", () => {
  assert.equal(happens(TURN[0], 1)[0], "Mara rolled 1, 2, 3, 4, 5, 6.");
  state = fold(state, TURN[0], RULES);
  assert.match(happens(TURN[1], 1)[0], /^Mara keeps 1 to 6: 1,500 at risk\. Hot dice! .* 1, 1, 2/);
  state = fold(state, TURN[1], RULES);
  assert.equal(
    comesAtOnce(TURN.slice(2, 4), null),
    "Mara: two 1s for 200, on the board, banks 1,700 for a total of 10,150. " +
      "Ben: rolls 2, 3, 4, 6, 6, 1.",
  );
});

test("what I selected is not said again when I go on or bank", () => {
  assert.equal(happens(TURN[1], 0)[0], "");
  state = fold(state, TURN[1], RULES);
  assert.match(happens(TURN[2], 0)[0], /^(?!.*(keep|at risk)).*You bank 1,700/);
});

test("of many turns at once, what was kept is left out", () => {
  const words = comesAtOnce([...TURN, ...TURN.slice(0, 3)], null);
  assert.match(words, /^Mara: hot dice, banks 1,700 for a total of 10,150\. Ben: farkles with 2, /);
  assert.doesNotMatch(words, /two 1s/);
});

test("my turn is announced after what others did", () => {
  let words = null;
  announcer.say = (given) => (words = given);
  const context = { rules: RULES, nameOf: (seat) => NAMES[seat], isMine: (seat) => seat === 1 };
  announcer.events(TURN[0], state, { ...context, acting: false, hasKeys: false });
  announcer.myTurn({ ...state, current: 1 }, context);
  assert.equal(words(), "Mara rolled 1, 2, 3, 4, 5, 6. Your turn. 10,000 points to go.");
});

test("what happened last is said once more, and asked for again, all of it", () => {
  const repeated = () => {
    announcer.repeat();
    return said.at(-1);
  };
  assert.equal(repeated()[0], "Nothing has happened yet.");
  for (const words of ["One.", "Two.", "", "Three.", "Four."]) announcer.tell(words);
  assert.deepEqual(repeated(), ["Four.", { now: true }]);
  assert.deepEqual(repeated(), ["One. Two. Three. Four.", { now: true }]);
  assert.equal(repeated()[0], "Four.");
  announcer.tell("Your turn.", { adds: true });
  assert.equal(repeated()[0], "Four. Your turn.");
});

test("a selection says what it is worth, and that dice are hot", () => {
  announcer.selected({ row: null, isHot: false });
  const row = { keep: "15", points: 150, total: 350, next: 4, roll: null, ends: false };
  announcer.selected({ row, isHot: false });
  announcer.selected({ row: { ...row, next: 6 }, isHot: true });
  announcer.selected({ row: { ...row, next: 6, roll: "last_throw" }, isHot: true });
  assert.deepEqual(
    said.map(([words]) => words),
    [
      "Nothing selected.",
      "Selected a 1 and a 5 for 150: 350 at risk.",
      "Selected a 1 and a 5 for 150: 350 at risk. Hot dice! You can roll all dice again.",
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
  const race = { ...store.room, race: {} };
  assert.equal(
    arrivalText({ ...store, room: race }),
    "",
    "the board of a race says where it stands",
  );
  store.seated = [seated[1]];
  assert.equal(arrivalText(store), "You're in the lobby. Nobody else is here yet.");
  store.room.status = "closed";
  assert.equal(arrivalText(store), "This room is closed");
});

test("who comes into a game that has just begun hears against whom, and of the keys", () => {
  const seated = NAMES.map((name, id) => ({ id, name }));
  const game = { status: "playing", state: { ...state, current: 1 }, rules: RULES };
  const store = { me: 1, mine: [1], seated, room: { status: "playing", host: 0 }, mySeats: [1] };
  Object.assign(store, { game, newestGame: game, turns: { finished: [] } });
  Object.assign(store, { seat: (seat) => seated[seat], isMine: (seat) => seat === 1 });
  const begins = "The game begins. You play with Mara. First to 10,000 wins. You start.";
  assert.equal(arrivalText(store), begins);
  const told = `${begins} Press ? for keyboard shortcuts.`;
  assert.equal(arrivalText(store, { tellsKeys: true }), told);
  Object.assign(store, { mine: [0, 1], mySeats: [0, 1], isMine: () => true });
  const shared = "The game begins. First to 10,000 wins. Ben starts.";
  assert.equal(arrivalText(store), shared, "everybody plays on this device");
  game.state.round = 2;
  store.turns.finished = [{}];
  assert.equal(arrivalText(store), "Game in progress.");
});
