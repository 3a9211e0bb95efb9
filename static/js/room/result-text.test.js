import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { accuracyText, lengthText, ownCheckText, rematchText, turnText } from "./result-text.js";

// How a game was won: tests/scripts/test_sentences.py.

const COMPUTERS = [
  ["Pip", 27],
  ["Magpie", 65],
  ["Penny", 84],
  ["Ledger", 96],
];
const STATE = { winners: [1], scores: [-1350, 1150], leader: -1, teams: null };
const nameOf = (seat) => ["Olga", "Penny"][seat];

test("the biggest swing names the player whose chance it shows", () => {
  for (const [mySeats, seat, whose] of [
    [[0], 0, "Your"],
    [[1], 1, "Your"],
    [[], 0, "Olga's"],
    [[0, 1], 0, "Olga's"],
  ]) {
    const where = { where: "Olga, round 2", words: "rolls 1 1 1", before: "64%", after: "96%" };
    const details = { number: 1, swing: { ...where, seat, mine: mySeats.includes(seat) } };
    const said = turnText({ game: { number: 1 }, mySeats }, { state: STATE, nameOf }, details);
    const swing = `Olga, round 2: rolls 1 1 1. ${whose} chance to win: 64% → 96%.`;
    assert.ok(said.includes(swing), said);
    assert.equal(said.includes("You had −1,350."), mySeats.length === 1 && mySeats[0] === 0);
  }
});

test("the details of another game are not shown", () => {
  const details = { number: 1, rows: [{ accuracy: 90, best: 300 }] };
  const said = turnText({ game: { number: 2 }, mySeats: [0] }, { state: STATE, nameOf }, details);
  assert.equal(said, "You had −1,350.");
});

test("my best turn is shown if I have lost", () => {
  const rows = [{ best: 1200 }, { best: 400 }];
  const said = (seat) =>
    turnText(
      { game: { number: 1 }, mySeats: [seat] },
      { state: STATE, nameOf },
      { number: 1, rows },
    );
  assert.equal(said(0), "You had −1,350. Your best turn: 1,200.");
  assert.equal(said(1), "");
});

test("the accuracy stands beside those of the computers", () => {
  const told = [0, 27, 39, 94, 99, 100].map((accuracy) => accuracyText(accuracy, COMPUTERS));
  assert.deepEqual(told, [
    "Your accuracy: 0 of 100; the computer Pip has 27.",
    "Your accuracy: 27 of 100, like the computer Pip.",
    "Your accuracy: 39 of 100, between the computers Pip (27) and Magpie (65).",
    "Your accuracy: 94 of 100, between the computers Penny (84) and Ledger (96).",
    "Your accuracy: 99 of 100, above the computer Ledger (96).",
    "Your accuracy: 100 of 100, perfect.",
  ]);
});

test("the accuracy is that of the reader", () => {
  const details = { number: 1, rows: [{ accuracy: 27 }, { accuracy: 96 }], computers: COMPUTERS };
  const said = turnText({ game: { number: 1 }, mySeats: [1] }, { state: STATE, nameOf }, details);
  assert.equal(said, "Your accuracy: 96 of 100, like the computer Ledger.");
});

test("the length of a game is shown once it is known", () => {
  const store = { game: { number: 2 } };
  assert.equal(lengthText(store, { number: 2, turns: 1, minutes: 12 }), "1 turn, 12 minutes");
  assert.equal(lengthText(store, { number: 2, turns: 9, minutes: 0 }), "9 turns");
  assert.equal(lengthText(store, { number: 1, turns: 9, minutes: 3 }), "");
  assert.equal(lengthText(store, { number: 2 }), "");
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
  assert.equal(rematchText(store), "Same players and rules.");
  store.seated[1].ready = true;
  assert.equal(rematchText(store), "Penny wants a rematch. Same players and rules.");
  assert.equal(rematchText({ ...store, me: null }), "");
  store.room.status = "closed";
  assert.equal(rematchText(store), "The room is closed. This page stays.");
});

test("a fingerprint that this browser did not see warns of the rolls", () => {
  assert.match(ownCheckText(false, true), /Don't trust these rolls/);
  assert.match(ownCheckText(true, false), /wasn't used/);
  assert.match(ownCheckText(true, true), /its data was used/);
  assert.match(ownCheckText(true, null), /the same fingerprint before the game\.$/);
});
