import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { accuracyText, linesText, mistakeOf, praiseText, rollText, tilesOf } from "./words.js";

const NAMES = ["Olga", "Penny", "Teo"];
const COMPUTERS = [
  ["Pip", 27],
  ["Magpie", 65],
  ["Ledger", 96],
];
const nameOf = (seat) => NAMES[seat];
const model = (state = {}) => ({
  nameOf,
  playerAt: (seat) => ({ level: seat === 2 ? "magpie" : null }),
  state: { winners: [1], teams: null, scores: [0, 0, 0], ...state },
});
const row = (given = {}) => ({
  ...{ best: 300, farkles: 1, turns: 5, accuracy: 60, kept: [[1, 1, 1]], round: 2, luck: 0 },
  ...given,
});
const details = (rows, given = {}) => ({
  ...{ number: 1, analysis: "ready", rows, computers: COMPUTERS, lines: null, deciding: null },
  ...given,
});
const ALONE = { mySeats: [0] };
const WINNER = { mySeats: [1] };
const BOTH = { mySeats: [0, 1] };
const WATCHING = { mySeats: [] };

test("a player alone on a device reads of themselves, everybody else of the best", () => {
  const whole = details([row({ accuracy: 65, luck: -0.205 }), row({ best: 800, luck: 0.31 })]);
  const told = (viewer) =>
    tilesOf(viewer, model(), whole).map(({ label, who, value, note }) => [label, who, value, note]);
  assert.deepEqual(told(ALONE), [
    ["Your best turn", null, 300, ""],
    ["Your luck", null, -20.5, "The dice didn't help."],
    ["Your accuracy", null, 65, "As good as Magpie."],
  ]);
  for (const viewer of [WATCHING, BOTH]) {
    assert.deepEqual(told(viewer), [
      ["Best turn", "Penny", 800, ""],
      ["Luck", "Penny", 31, "The dice helped."],
      ["Accuracy", "Olga", 65, "As good as Magpie."],
    ]);
  }
  const { who } = tilesOf(BOTH, model(), details([row(), row(), row({ best: 2000 })]))[0];
  assert.equal(who, "Olga"); // not a computer's
});

test("the luck of a team is that of the team", () => {
  const whole = details([row({ luck: 0.1 }), row(), row({ luck: 0.1 })]);
  const teams = model({ teams: [0, 1, 0] });
  assert.equal(tilesOf(ALONE, teams, whole)[1].label, "Your team's luck");
  assert.equal(tilesOf(WATCHING, teams, whole)[1].who, "Team\u00a0A");
});

test("those who had the same dice read what these were worth, and of no luck", () => {
  const rows = [row({ luck: -0.2, best: 0 }), row({ luck: 0.2, best: 0 })];
  const tile = (par) => tilesOf(ALONE, model(), details(rows, { par }))[1];
  assert.deepEqual(
    [5600, null].map(tile).map(({ label, value, unit, note }) => [label, value, unit, note]),
    [
      ["Par", 5600, "", "Everyone had the same dice."],
      ["Par", null, "", "Still being worked out…"],
    ],
  );
  const state = model({ winners: [0] });
  assert.equal(praiseText(ALONE, state, details(rows)), "You won against the dice.");
  assert.notEqual(
    praiseText(ALONE, state, details(rows, { par: 5600 })),
    "You won against the dice.",
  );
});

test("a tile says why its value is missing", () => {
  const rows = [row({ accuracy: null, luck: null, best: 0, kept: [] }), row()];
  const notes = (given) => tilesOf(ALONE, model(), given).map(({ note }) => note);
  const working = "Still being worked out…";
  assert.deepEqual(notes({ number: 1 }), [working, working, working]);
  assert.deepEqual(notes(details(rows, { analysis: "waiting" })), [
    "No points banked.",
    working,
    working,
  ]);
  const failed = "Couldn't be worked out.";
  assert.deepEqual(notes(details(rows, { analysis: "failed" })).slice(1), [failed, failed]);
  const many = "Not for more than 12 players.";
  assert.deepEqual(notes(details(rows, { analysis: "many_sides" })).slice(1), [many, many]);
  assert.equal(notes(details(rows))[2], "No choices to judge.");
  const named = model({ chosen: ["AAAOOO", "OOOOOO"] });
  const luckNote = (given) => tilesOf(ALONE, named, given)[1].note;
  for (const analysis of ["waiting", "ready"]) {
    assert.equal(luckNote(details(rows, { analysis })), "Not with dice of your own.");
  }
});

test("an accuracy stands beside the strongest computer that is no better", () => {
  const told = [0, 26, 50, 64, 94, 99, 100].map((figure) => accuracyText(figure, COMPUTERS));
  assert.deepEqual(told, [
    "Pip has 27.",
    "As good as Pip.",
    "Better than Pip.",
    "As good as Magpie.",
    "As good as Ledger.",
    "Better than Ledger.",
    "Perfect.",
  ]);
});

test("a computer is compared with no computer", () => {
  const rows = [row({ accuracy: 20 }), row(), row({ accuracy: 68 })];
  const { who, note } = tilesOf(WATCHING, model(), details(rows))[2];
  assert.deepEqual([who, note], ["Teo", ""]);
});

test("the deciding roll is worded for its player and for others", () => {
  const deciding = { seat: 1, round: 3, playoff: false, points: 1150, how: "lead" };
  const told = (viewer, given) =>
    rollText(viewer, model(), details([], { deciding: { ...deciding, ...given } }));
  assert.equal(told(WINNER), "You took the lead for good in round 3, with 1,150.");
  for (const viewer of [ALONE, BOTH, WATCHING]) {
    assert.equal(told(viewer), "Penny took the lead for good in round 3, with 1,150.");
  }
  assert.match(told(ALONE, { playoff: true }), /in the tiebreaker, with 1,150\.$/);
  assert.equal(told(ALONE, { how: "best" }), "Penny's best turn: 1,150.");
  assert.equal(told(WINNER, { how: "best" }), "Your best turn: 1,150.");
  assert.equal(told(ALONE, { how: "ahead" }), "Penny pulled away in round 3, with 1,150.");
  assert.equal(told(WINNER, { how: "ahead" }), "You pulled away in round 3, with 1,150.");
  assert.equal(rollText(ALONE, model(), details([])), "");
  const race = details([], { deciding, par: 4000 });
  assert.equal(
    rollText(WINNER, model(), race),
    "You took the lead for good in turn 3, with 1,150.",
  );
});

test("praise fits what happened, and comes once it is known", () => {
  const lines = {
    kind: "chances",
    sides: [
      { seats: [1], values: [0.5, 0.07, 1] },
      { seats: [0], values: [0.5, 0.93, 0] },
    ],
  };
  const rows = [row({ accuracy: 50, farkles: 3 }), row({ best: 1150, accuracy: 70, round: 4 })];
  const told = (viewer, given = {}) => praiseText(viewer, model(), details(rows, given));
  assert.equal(told(ALONE, { analysis: "waiting" }), "");
  assert.equal(told(WINNER, { lines }), "You came back from a 7% chance to win.");
  assert.equal(told(WATCHING, { lines }), "Penny came back from a 7% chance to win.");
  assert.equal(
    told(ALONE, { lines }),
    "You were close: after one turn your chance to win was 93%.",
  );
  assert.equal(told(WINNER), "Your 1,150 in round 4 was the best turn of the game.");
  assert.equal(told(BOTH), "Penny's 1,150 in round 4 was the best turn of the game.");
  assert.equal(told(WINNER, { par: null }), "Your 1,150 in turn 4 was the best turn of the game.");
  assert.equal(told(ALONE), "Your best turn was worth 300: well rolled.");
  const poor = (accuracy) => details([row({ accuracy }), row({ best: 1150, accuracy: 10 })]);
  assert.equal(praiseText(ALONE, model(), poor(50)), "Nobody chose better than you.");
  assert.equal(praiseText(ALONE, model(), poor(14)), "Nobody farkled less often than you.");
});

test("a player who never banked and was never ahead reads that all begin again", () => {
  const rows = [row({ best: 0, accuracy: null, farkles: 2 }), row()];
  assert.equal(
    praiseText(ALONE, model(), details(rows)),
    "The next game starts at zero for everyone.",
  );
});

test("a costly choice is linked for the player who made it, and for nobody else", () => {
  const mistake = { loss: "12.3%", exact: true, url: "/r/ABCDE/game/1/7/" };
  const whole = details([row({ mistake }), row()]);
  assert.equal(mistakeOf(ALONE, whole).url, mistake.url);
  assert.match(mistakeOf(ALONE, whole).words, /you 12\.3%/);
  const rough = details([row({ mistake: { ...mistake, exact: false } }), row()]);
  assert.match(mistakeOf(ALONE, rough).words, /about 12\.3%/);
  for (const viewer of [WINNER, BOTH, WATCHING]) assert.equal(mistakeOf(viewer, whole), null);
});

test("lines are told to those who cannot see them", () => {
  const sides = [
    { seats: [1], values: [0.5, 1] },
    { seats: [0], values: [0.5, 0] },
  ];
  assert.equal(
    linesText({ kind: "chances", sides }, nameOf),
    "Chance to win, from turn to turn. Penny: 50% at the start, 100% at the end. " +
      "Olga: 50% at the start, 0% at the end.",
  );
  assert.equal(linesText({ kind: "scores", sides }, nameOf), "Scores from turn to turn");
});

test("who played alone has no luck against anybody", () => {
  const alone = model({ winners: [0], scores: [3000] });
  const labels = tilesOf(ALONE, alone, details([])).map(({ label }) => label);
  assert.deepEqual(labels, ["Your best turn", "Your accuracy"]);
});
