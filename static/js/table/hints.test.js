import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";

const PAGE = `
  <script type="application/json" id="hints">
    {"unknown": "No hint here.", "keep_more": "Keep {keep} rather than {other}: {dice} are left."}
  </script>
  <p id="notice"></p><p id="notice-words"></p><p id="announce"></p>
  <div id="table"></div><div id="hint" hidden><p id="hint-words"></p></div>
  <button id="hint-more"></button>
  <dialog id="hint-sheet">
    <p id="hint-why"></p><p id="hint-by"></p><p id="hint-exact"></p><table id="hint-rows"></table>
  </dialog>`;
const WAITING = "Hints are on: you'll see one with each choice.";
const HINT = "Keep a 1 and a 5 rather than the 1: 4 dice are left.";

setPage(PAGE);
const { Hints } = await import("./hints.js");

let store;
let hints;
const words = () => document.getElementById("hint-words").textContent;
const draw = (model) => hints.draw({ state: {}, live: true, landing: false, may: null, ...model });

beforeEach(() => {
  setPage(PAGE);
  store = {
    room: { settings: { hints: true } },
    game: { ply: 4, status: "playing" },
    get newestGame() {
      return this.game;
    },
    owner: null,
  };
  hints = new Hints(store);
  const why = ["keep_more", { keep: "1 5", other: "1", dice: 4 }];
  hints.receive({ ply: 4, why, by: "points", choices: [["bank", "", 350.4]], exact: false });
});

test("a hint says what to keep, and what each choice is worth", () => {
  draw();
  assert.equal(words(), HINT);
  assert.equal(document.getElementById("hint-by").textContent, "Average points this turn");
  assert.match(document.getElementById("hint-rows").textContent, /what Almanac would do350$/);
});

test("a hint gives away no throw that has not landed", () => {
  draw({ landing: true });
  assert.equal(words(), WAITING);
  draw({ live: false });
  assert.equal(words(), WAITING);
  draw();
  assert.equal(words(), HINT);
});

test("a hint that could not be worked out says so, without choices", () => {
  hints.receive({ ply: 4, why: ["unknown", {}], by: "points", choices: [], exact: false });
  draw();
  assert.equal(words(), "No hint here.");
  assert.equal(document.getElementById("hint-more").hidden, true);
});

test("a hint is that of this very move", () => {
  store.game.ply = 5;
  draw();
  assert.equal(words(), WAITING);
  store.game = { ply: 4, status: "over" };
  draw();
  assert.equal(words(), WAITING);
});

test("the dialog closes with its hint", () => {
  const sheet = document.getElementById("hint-sheet");
  draw();
  sheet.open = true;
  draw();
  assert.equal(sheet.open, true);
  sheet.close = () => (sheet.open = false);
  draw({ landing: true });
  assert.equal(sheet.open, false);
});

test("a hint of a later version asks to load the page anew", () => {
  hints.receive({ ply: 4, why: ["newer", {}], by: "points", choices: [], exact: false });
  draw();
  assert.equal(words(), "A new version is available.");
});

test("all but the host hear that hints were turned on or off", () => {
  const told = () => document.getElementById("notice-words").textContent;
  draw();
  assert.equal(told(), "");
  store.room.settings.hints = false;
  draw();
  assert.equal(told(), "The host turned hints off.");
  assert.equal(document.getElementById("hint").hidden, true);
  store.owner = 1;
  store.room.settings.hints = true;
  draw();
  assert.equal(told(), "The host turned hints off.");
});
