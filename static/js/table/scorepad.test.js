import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { readTemplate, setPage } from "../../../tests/support/fake-dom.js";

const PAGE = `${readTemplate("room/rows.html")}<table><tbody id="rows"></tbody></table>`;

setPage(PAGE);
const { drawSides, drawTeamLetter, goalText, makeRow, playerLabel, updateRow, visibleSeats } =
  await import("./scorepad.js");

const PLAYERS = [
  { id: 1, name: "Mara", colour: 0, kind: "person" },
  { id: 2, name: "Ines", colour: 3, kind: "person" },
  { id: 3, name: "Pip", colour: 4, kind: "computer" },
];

let state;
let model;
let row;

/** Draws a seat into the row. */
const draw = (seat, options) => updateRow(row, seat, model, options);

/** Returns the text of what is shown in the row at this selector, or "" where it is hidden. */
const words = (selector) => {
  const node = row.querySelector(selector);
  return node.closest("[hidden]") ? "" : node.textContent.trim();
};

beforeEach(() => {
  setPage(PAGE);
  state = {
    current: 0,
    entered: [true, true, true],
    left: [false, false, false],
    phase: "turns",
    playoff: [],
    round: 1,
    scores: [1250, 300, 0],
    streaks: [0, 0, 0],
    teams: null,
    winners: [],
  };
  model = {
    state,
    rules: { entry_min: 0 },
    odds: null,
    told: true,
    playerAt: (seat) => PLAYERS[seat],
    isMine: (seat) => seat === 0,
    isOffline: (id) => id === 2,
    computerPlays: () => false,
    lastTurn: () => undefined,
  };
  row = makeRow();
});

test("a row names the player, whose turn it is, and the total", () => {
  draw(0);
  assert.equal(words(".name"), "Mara");
  assert.equal(words(".tag"), "you");
  assert.equal(words(".at-turn"), "at turn");
  assert.equal(words(".pn .vh"), "1,250");
  assert.equal(row.getAttribute("aria-current"), "true");
  assert.ok(row.querySelector(".pen").classList.contains("p1"));
  draw(1);
  assert.equal(words(".name"), "Ines");
  assert.equal(words(".tag"), "away");
  assert.equal(words(".at-turn"), "");
  assert.equal(row.hasAttribute("aria-current"), false);
  assert.ok(row.querySelector(".pen").classList.contains("p4"));
});

test("farkles in a row are crossed out and counted in words", () => {
  state.streaks[2] = 1;
  draw(2);
  assert.equal(words(".strikes .vh"), "1 of 3 farkles in a row");
  assert.equal(row.querySelectorAll(".struck-out").length, 1);
  state.streaks[2] = 0;
  draw(2);
  assert.equal(row.querySelectorAll(".struck-out").length, 0);
});

test("a dash stands for the total until the opening score is reached", () => {
  model.rules.entry_min = 500;
  state.entered[2] = false;
  draw(2);
  assert.equal(words(".num .pn"), "");
  assert.equal(words(".entry .vh"), "needs 500 to get on the board");
  state.entered[2] = true;
  state.scores[2] = 600;
  draw(2);
  assert.equal(words(".entry"), "");
  assert.equal(words(".pn .vh"), "600");
});

test("a place and a chance to win are shown where they are known", () => {
  draw(0);
  assert.deepEqual([words(".place"), words(".win")], ["", ""]);
  model.odds = [0.6, 0.3, 0.1];
  draw(0, { place: 2 });
  assert.equal(words(".place"), "2.");
  assert.match(words(".win"), /^Chance to win:\s+60\s?%$/);
});

test("a total is written anew only for the player who had the row before", () => {
  draw(0);
  state.scores[0] = 1500;
  draw(0);
  assert.ok(row.querySelector(".pn").classList.contains("write"));
  draw(1);
  assert.equal(row.querySelector(".pn").classList.contains("write"), false);
});

test("a team has its letter before the names and a row with its total", () => {
  drawTeamLetter(row, state, 1);
  assert.equal(words(".side"), "");
  state.teams = [0, 1, 0];
  drawTeamLetter(row, state, 1);
  assert.equal(words(".side"), "B");
  const body = document.querySelector("#rows");
  for (const template of ["pad-side", "final-side"]) {
    const options = template === "pad-side" ? { odds: [0.75, 0.25] } : { row: template };
    body.replaceChildren();
    drawSides(body, state, options);
    const teams = [...body.children].map((node) => node.querySelector("th > span").textContent);
    assert.deepEqual(teams, ["Team\u00a0A", "Team\u00a0B"]);
    const totals = [...body.children].map((node) => node.querySelector(".pn .vh").textContent);
    assert.deepEqual(totals, ["1,250", "300"]);
  }
});

test("a label names a player, or stands for one who is unknown", () => {
  assert.equal(playerLabel(PLAYERS[1]).querySelector(".name").textContent, "Ines");
  assert.equal(playerLabel(undefined).querySelector(".name").textContent, "?");
});

test("of many seats the current one, the next, mine and the leading one are shown, in their order", () => {
  const many = { ...state, current: 10, scores: Array.from({ length: 20 }, () => 0) };
  const each = (value) => many.scores.map(() => value);
  Object.assign(many, { left: each(false), order: [], queue: [11, 12], waiting: [] });
  many.scores[15] = 500;
  const seats = visibleSeats(many, { rounds: 0 }, [3], 5);
  assert.equal(seats.length, 5);
  for (const seat of [3, 10, 11, 15]) assert.ok(seats.includes(seat), `seat ${seat}`);
  assert.deepEqual(
    seats,
    seats.toSorted((a, b) => a - b),
  );
});

test("the head of the pad says what is played for", () => {
  assert.equal(goalText(state, { rounds: 0, target: 10_000 }), "Goal: 10,000");
  assert.equal(goalText(state, { rounds: 3 }), "3 turns each");
  assert.equal(goalText({ ...state, scores: [0] }, { rounds: 3 }), "3 turns");
  assert.equal(goalText({ ...state, phase: "final" }, {}), "Final round");
  assert.equal(goalText({ ...state, phase: "playoff" }, {}), "Tiebreaker");
});
