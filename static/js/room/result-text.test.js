import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import {
  endText,
  otherLevel,
  ownCheckText,
  rematchLabel,
  rematchText,
  sharedText,
  winText,
} from "./result-text.js";

// How a game was won: tests/scripts/test_sentences.py.

test("the result as a text names everybody, and nobody is you", () => {
  const nameOf = (seat) => ["Olga", "Penny", "Teo"][seat];
  const state = { winners: [1], scores: [900, 1150, 900], left: [], leader: -1, teams: null };
  assert.equal(sharedText({ state, nameOf }, ""), "Penny wins – 1,150\n2. Olga 900\n2. Teo 900");
  const teams = { ...state, teams: [0, 1, 0] };
  assert.match(sharedText({ state: teams, nameOf }, ""), /^Team\u00a0B wins – 1,150\n2\. Team/);
  const tied = { ...state, winners: [0, 2] };
  assert.match(sharedText({ state: tied, nameOf }, ""), /^Olga and Teo win – /);
  const shared = { ...teams, winners: [0, 1, 2] };
  assert.match(sharedText({ state: shared, nameOf }, ""), /^Team\u00a0A and Team\u00a0B win – /);
  assert.equal(sharedText({ state: { ...state, winners: [] }, nameOf }, "Abandoned"), "Abandoned");
});

test("a team wins together", () => {
  const nameOf = (seat) => ["Olga", "Penny", "Teo"][seat];
  const state = { scores: [0, 0, 0], teams: [0, 1, 0], winners: [0, 2] };
  const words = (...mySeats) => winText({ mySeats }, { state, nameOf });
  assert.equal(words(2), "Your team wins!");
  assert.equal(words(0, 2), "Your team wins!");
  for (const seats of [[1], [], [0, 1]]) assert.equal(words(...seats), "Team\u00a0A wins");
});

test("the button for a rematch says how many people want it", () => {
  const person = (id, ready) => ({ id, ready, kind: "person" });
  const seated = [person(1, false), person(2, false), person(3, false)];
  const computer = { id: 4, ready: true, kind: "computer" };
  const store = { me: 1, mine: [1], seated: [...seated, computer] };
  const label = (hosting = 1) => rematchLabel({ ...store, hosting });
  assert.equal(label(), "Rematch");
  seated[2].ready = true;
  assert.equal(label(), "Rematch\u00a0(1\u00a0of\u00a03)");
  seated[1].ready = true;
  assert.equal(label(), "Rematch\u00a0(2\u00a0of\u00a03)");
  seated[0].ready = true;
  assert.equal(label(null), "Waiting for the host…");
});

test("a rematch names the others who want it", () => {
  const store = {
    room: { status: "over" },
    me: 1,
    mine: [1],
    seated: [
      { id: 1, ready: true, name: "Olga" },
      { id: 2, ready: false, name: "Penny" },
    ],
  };
  assert.equal(rematchText(store, ""), "");
  assert.equal(rematchText(store, "New: a."), "Same players. New: a.");
  store.seated[1].ready = true;
  const wanted = rematchText(store, "New: a.");
  assert.equal(wanted, "Penny wants a rematch. Same players. New: a.");
  assert.equal(rematchText(store, ""), "Penny wants a rematch.");
  assert.equal(rematchText({ ...store, me: null }, ""), "");
  store.room.status = "closed";
  assert.equal(rematchText(store, ""), "The room is closed. This page stays.");
});

test("after a duel with a computer the next level is one tap away", () => {
  const levels = {
    pip: { name: "Pip", difficulty: "very easy" },
    magpie: { name: "Magpie", difficulty: "easy" },
  };
  document.getElementById = () => ({ textContent: JSON.stringify(levels) });
  const store = {
    room: { status: "over" },
    hosting: 1,
    seated: [{ level: null }, { level: "pip" }],
  };
  const up = { level: "magpie", words: "One level up: Magpie, easy" };
  assert.deepEqual(otherLevel(store, true), up);
  assert.deepEqual(otherLevel(store, false), up); // none is easier
  const hardest = { ...store, seated: [{ level: null }, { level: "magpie" }] };
  assert.equal(otherLevel(hardest, true), null);
  const down = { level: "pip", words: "One level down: Pip, very easy" };
  assert.deepEqual(otherLevel(hardest, false), down);
  assert.equal(otherLevel({ ...store, seated: [...store.seated, { level: null }] }, true), null);
  assert.equal(otherLevel({ ...store, seated: [{ level: null }, { level: null }] }, true), null);
  assert.equal(otherLevel({ ...store, hosting: null }, true), null);
  assert.equal(otherLevel({ ...store, room: { status: "closed" } }, true), null);
});

test("a fingerprint that this browser did not see warns of the rolls", () => {
  assert.match(ownCheckText(false, true), /Don't trust these rolls/);
  assert.match(ownCheckText(true, false), /wasn't used/);
  assert.match(ownCheckText(true, true), /its data was used/);
  assert.match(ownCheckText(true, null), /the same fingerprint before the game\.$/);
});

test("the end is announced with my own total and what can be done next", () => {
  const nameOf = (seat) => ["Mara", "Penny"][seat];
  const outcome = {
    how: "most",
    gone: -1,
    others_gone: 0,
    second: 0,
    second_total: 6650,
    seconds: 1,
  };
  const state = { winners: [1], scores: [6650, 10_000], left: [], leader: 1, teams: null, outcome };
  assert.equal(
    endText({ mySeats: [0], me: 1 }, { state, nameOf }),
    "Penny wins. 3,350 ahead of you. Your total: 6,650. " +
      "You can ask for a rematch or go through the game.",
  );
  assert.equal(
    endText({ mySeats: [], me: null }, { state, nameOf }),
    "Penny wins. 3,350 ahead of Mara.",
  );
});

test("a game played alone has no winner and no rematch", () => {
  const state = { winners: [0], scores: [3000], left: [false], leader: 0, teams: null };
  const shown = { state: { ...state, outcome: { how: "alone" } }, nameOf: () => "Olga" };
  const store = { mySeats: [0], me: 1, room: { status: "over" }, newestGame: { state } };
  const said = endText(store, shown);
  assert.equal(said, "That's it! Your total: 3,000. Now see how you did.");
  assert.equal(sharedText(shown, ""), "Olga – 3,000");
  assert.equal(rematchText(store, ""), "");
});
