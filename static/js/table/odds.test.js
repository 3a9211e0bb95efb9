import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { chanceText, Odds } from "./odds.js";

const SIDES = [0.6, 0.4];
let store;
let odds;

beforeEach(() => {
  store = {
    game: { ply: 5, number: 2, status: "playing" },
    get newestGame() {
      return this.game;
    },
    room: { settings: { odds: true, hints: false } },
    mine: [],
  };
  odds = new Odds(store);
  odds.receive({ ply: 5, sides: SIDES });
});

const current = (more) => odds.current({ live: true, landing: false, ...more });

test("a chance that is still open is never shown as 0% or 100%", () => {
  const told = [0, 0.004, 0.01, 0.5, 0.99, 0.996, 1].map(chanceText);
  assert.deepEqual(told, ["0%", "<1%", "1%", "50%", "99%", ">99%", "100%"]);
});

test("a spectator sees the chances, a player only with hints", () => {
  assert.equal(current(), SIDES);
  store.mine = [1];
  assert.equal(current(), null);
  store.room.settings.hints = true;
  assert.equal(current(), SIDES);
  store.room.settings.odds = false;
  assert.equal(current(), null);
});

test("the chances do not give away a roll before it has landed", () => {
  assert.equal(current({ landing: true }), null);
  assert.equal(current({ live: false }), null);
  assert.equal(current(), SIDES);
  store.game.ply = 6;
  odds.receive({ ply: 6, sides: [0.1, 0.9] });
  assert.equal(current({ landing: true }), SIDES); // the last ones stay
  assert.deepEqual(current(), [0.1, 0.9]);
});

test("older chances go after two moves, or with their game", () => {
  current();
  store.game.ply = 7;
  assert.equal(current(), SIDES);
  store.game.ply = 8;
  assert.equal(current(), null);
  store.game.ply = 5;
  store.game.number = 3;
  assert.equal(current(), null);
  store.game.number = 2;
  store.game.status = "over";
  assert.equal(current(), null);
});
