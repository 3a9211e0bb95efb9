import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { leaveQuestion } from "./leaving.js";

const NAMES = ["Mara", "Ines", "Teo"];

function asked(ids, { phase = "turns", left = [false, false, false], playoff = [], teams = null }) {
  const store = {
    room: { status: "playing" },
    game: { players: [10, 11, 12], state: { phase, left, playoff, teams } },
    seat: (seat) => ({ name: NAMES[seat] }),
  };
  return leaveQuestion(store, ids);
}

test("the question tells what becomes of the game", () => {
  const on = "Leave this game? Your score stays and the others keep playing.";
  assert.equal(asked([10], {}), on);
  assert.equal(asked([10], { left: [false, true, false] }), "Leave this game? Teo wins.");
  assert.equal(asked([10, 11, 12], {}), "Leave this game? That ends it.");
  const playoff = { phase: "playoff", playoff: [0, 1] };
  assert.equal(asked([10], playoff), "Leave this game? Ines wins.");
  assert.equal(asked([12], playoff), on);
  assert.equal(asked([11], { teams: [0, 1, 0] }), "Leave this game? Team\u00a0A wins.");
});

test("a player in no game gives up a seat", () => {
  assert.equal(asked([99], {}), "Give up your seat?");
  assert.equal(asked([10], { left: [true, false, false] }), "Give up your seat?");
  const lobby = { room: { status: "lobby" }, game: null };
  assert.equal(leaveQuestion(lobby, [10]), "Give up your seat?");
});
