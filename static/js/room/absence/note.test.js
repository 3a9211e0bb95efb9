import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { legalMoves } from "../../client/legal-moves.js";
import { noteOf } from "./note.js";

// When a vote may be cast: tests/games/services/commands/test_votes.py.

const NOW = 1_000_000;
let store;
let absence;

beforeEach(() => {
  store = {
    ...{ now: NOW, slow: false, mayGoOn: false, hosting: null, me: 1, mine: [1], mySeats: [0] },
    ...{ due: {}, may: null },
    newestGame: { state: { phase: "turns", round: 1 }, rules: { rounds: 0 } },
    room: {
      ...{ paused: null, autoplay: [], autoplay_this_turn: null, level: "pip" },
      ...{ votes: {}, needed: {}, holidays: [], settings: { away: "skip", late: "no" } },
    },
    player: (id) => ({ id, name: ["", "Mara", "Ines"][id] }),
  };
  absence = {
    ...{ store, now: NOW, asksAgain: false, waiting: { found: {} }, called: [] },
    current: { id: 2, name: "Ines" },
    voter: () => 1,
    mayExtend: true,
  };
  for (const name of ["goOn", "extend", "askPause", "resume", "join"]) {
    absence[name] = () => absence.called.push(name);
  }
});

/** Returns what the note says, and what its button is called and does. */
function note() {
  const found = noteOf(absence);
  if (!found) return null;
  found.act?.();
  const { start, words, act, label } = found;
  return [[start, words].filter(Boolean).join(" "), act ? label : null, absence.called.at(-1)];
}

test("there is no note while a game goes its way", () => {
  assert.equal(note(), null);
  absence.current = undefined;
  assert.equal(note(), null);
});

test("an absent player is named, with what comes next", () => {
  store.due.away = NOW + 5000;
  assert.deepEqual(note(), ["Ines is away. Turn will be skipped in", null, undefined]);
  assert.equal(noteOf(absence).until, NOW + 5000);
  store.room.settings.away = "computer";
  assert.equal(note()[0], "Ines is away. A computer takes over in");
});

test("points are banked for an absent player only if they may be", () => {
  store.due.away = NOW + 5000;
  store.room.settings.away = "bank";
  assert.equal(note()[0], "Ines is away. Turn will be skipped in");
  const why = ["bank_too_low", "roll_first"];
  store.may = legalMoves({ keeps: { 1: [100, 300, 5, 0, 1], 15: [150, 350, 4, 0, 2] }, why });
  assert.equal(note()[0], "Ines is away. Turn will be skipped in");
  store.may = legalMoves({ keeps: { 1: [100, 300, 5, 0, 1], 15: [150, 350, 4, 0, 0] }, why });
  assert.equal(note()[0], "Ines is away. Their points will be banked in");
});

test("the others may vote to go on", () => {
  store.mayGoOn = true;
  assert.deepEqual(note(), ["Ines is taking a while.", "Skip the wait", "goOn"]);
  store.room.votes.go_on = [3];
  store.room.needed.go_on = 2;
  assert.equal(note()[1], "Skip the wait (1 of 2)");
  absence.voter = () => undefined;
  assert.equal(note(), null);
});

test("a computer that plays for somebody is named", () => {
  store.room.autoplay = [2];
  const told = "Ines is away. A computer is playing for Ines until they're back.";
  assert.equal(note()[0], told);
  store.room.autoplay = [];
  store.room.autoplay_this_turn = 2;
  assert.equal(note()[0], "Ines's time is up. A computer plays this turn.");
});

test("my time runs out in the last twenty seconds", () => {
  absence.current = { id: 1, name: "Mara" };
  store.due.turn = NOW + 20_000;
  assert.equal(note(), null);
  store.due.turn = NOW + 19_999;
  assert.deepEqual(note(), [
    "Time's almost up. Your turn will be skipped in",
    "Add time",
    "extend",
  ]);
  absence.mayExtend = false; // everybody plays by one clock
  assert.equal(note()[1], null);
});

test("a wish for a break is counted", () => {
  Object.assign(store.room, { votes: { pause: [2] }, needed: { pause: 2 } });
  assert.deepEqual(note(), ["1 of 2 wants a break.", "Pause", "askPause"]);
});

test("a pause names who paused, why, and who wants to resume", () => {
  store.room.paused = { by: 2, reason: "Dinner", again: null };
  Object.assign(store.room, { votes: { resume: [1] }, needed: { resume: 2 } });
  const told = "Ines paused the game. Dinner · 1 of 2 wants to resume.";
  assert.deepEqual(note(), [told, "Resume", "resume"]);
});

test("a player who has asked to resume may ask again later", () => {
  store.room.paused = { by: 9, reason: "", again: NOW + 60_000 };
  store.player = () => undefined;
  assert.equal(note()[0], "The game is paused. You can ask again in");
  assert.equal(noteOf(absence).until, NOW + 60_000);
  store.hosting = 1; // who resumes at once, and waits for nothing
  assert.deepEqual(note().slice(0, 2), ["The game is paused.", "Resume"]);
  assert.equal(noteOf(absence).until, undefined);
  store.hosting = null;
  absence.asksAgain = true;
  assert.deepEqual(note().slice(0, 2), ["The game is paused.", "Ask again"]);
  store.hosting = 1;
  assert.equal(note()[1], "Resume");
});

test("a spectator cannot resume", () => {
  store.room.paused = { by: 2, reason: "", again: null };
  absence.voter = () => undefined;
  assert.deepEqual(note(), ["Ines paused the game.", null, undefined]);
});

test("a holiday is shown in slow games", () => {
  store.room.holidays = [[2, NOW + 86_400_000, 5]];
  assert.equal(note(), null);
  store.slow = true;
  assert.match(note()[0], /^Ines is on holiday until \w+, /);
  absence.current = { id: 1, name: "Mara" };
  store.room.holidays = [[1, NOW + 86_400_000, 5]];
  absence.holidays = { take: (days) => absence.called.push(`take ${days}`) };
  assert.deepEqual(note().slice(1), ["I'm back", "take 0"]);
});

test("other games that wait for me are counted", () => {
  absence.waiting.found = { count: 2, url: "/r/ABC/" };
  globalThis.location = { assign: (url) => absence.called.push(url) };
  assert.deepEqual(note(), ["2 other games are waiting for you.", "Next game", "/r/ABC/"]);
});

test("a latecomer may join where the room lets them", () => {
  store.mySeats = [];
  assert.equal(note(), null);
  store.room.settings.late = "play";
  const told = "A game is in progress. You can join from the next round.";
  assert.deepEqual(note(), [told, "Join", "join"]);
  store.newestGame.state.phase = "final";
  assert.equal(note(), null);
});
