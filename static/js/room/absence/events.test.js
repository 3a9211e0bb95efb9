import { after, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../../tests/support/fake-dom.js";
import { startClock, stopClock } from "../../../../tests/support/fake-page.js";

const PAGE = `
  <script type="application/json" id="levels">{"pip": {"name": "Pip"}}</script>
  <p id="notice" hidden></p><p id="notice-words"></p><p id="announce"></p>`;

setPage(PAGE);
const { announceAbsence } = await import("./events.js");

// What was said before takes its time to be read, also in the next test.
const pass = stopClock();
let store;
let missed;

beforeEach(() => {
  setPage(PAGE);
  missed = [];
  const players = { 1: { name: "Mara" }, 2: { name: "Ines" }, 3: { name: "Bot", level: "pip" } };
  store = { mine: [1], playerOf: (id) => players[id], slow: false, room: {} };
});

after(startClock);

/** Returns what is shown and what is said of an event. */
function told(...event) {
  document.getElementById("notice-words").textContent = "";
  document.getElementById("announce").textContent = "";
  announceAbsence(event, store, (player, turns) => missed.push([player.name, turns]));
  pass(9000);
  const words = (id) => document.getElementById(id).textContent;
  return [words("notice-words"), words("announce")];
}

test("the absence of others is announced, but not my own", () => {
  assert.deepEqual(told("away", 2), ["", "Ines is away."]);
  assert.deepEqual(told("back", 2, 1), ["", "Ines is back."]);
  assert.deepEqual(told("away", 1), ["", ""]);
  store.room.race = { turns: 3 };
  assert.deepEqual(told("away", 2), ["", ""], "they play in a race");
});

test("who comes back is shown what they missed", () => {
  assert.deepEqual(told("back", 1, 0), ["", ""]);
  told("back", 1, 3);
  assert.deepEqual(missed, [["Mara", 3]]);
});

test("computers that play for somebody, or move at once, are named", () => {
  assert.deepEqual(told("autoplay", 2, "pip"), ["", "Pip is playing for Ines."]);
  const weaker = "The computer couldn't decide, so Pip picked this move.";
  assert.deepEqual(told("weaker", 2, "pip"), [weaker, weaker]);
  const bot = "Bot couldn't decide, so Pip picked this move.";
  assert.deepEqual(told("weaker", 3, "pip"), [bot, bot]);
});

test("who ran out of time reads what came of it", () => {
  assert.deepEqual(told("waited", 2, 0, "bank"), ["", "Ines's time is up."]);
  for (const [did, words] of [
    ["bank", "Time ran out, so your points were banked."],
    ["computer", "Time ran out, so a computer plays this turn."],
    ["skip", "Time ran out, so your turn was skipped."],
  ]) {
    assert.equal(told("waited", 1, 0, did)[0], words);
  }
});

test("more time, a pause and its end are announced", () => {
  assert.equal(told("extended", 1, 1)[0], "Time added. You can do that 1 more time this turn.");
  assert.deepEqual(told("extended", 2, 1), ["", "Ines has more time."]);
  assert.equal(told("paused", 2, "Dinner")[1], "The game is paused. Dinner");
  assert.equal(told("resumed")[1], "The game continues.");
});
