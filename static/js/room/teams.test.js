import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { Teams } from "./teams.js";

// With a page: tests/browser/test_felt.py.

const playerOf = (id) => ({ id, team: id - 1 });

/** Teams of a page whose players are `mine`, and what it sends. */
function teamsOf({ teams = 3, owner = null, mine = [2] }) {
  const sent = [];
  const store = { room: { teams }, owner, mine, playerOf };
  return { teams: new Teams(store, { command: (frame) => sent.push(frame) }), sent };
}

test("a host moves anybody, others only themselves, and nobody without teams", () => {
  const may = (given) => [1, 2, 3].map((id) => teamsOf(given).teams.mayMove(playerOf(id)));
  assert.deepEqual(may({ owner: 1, mine: [1] }), [true, true, true]);
  assert.deepEqual(may({}), [false, true, false]);
  assert.deepEqual(may({ teams: 0, owner: 1, mine: [1] }), [false, false, false]);
});

test("a row's button goes through all teams", () => {
  const { teams } = teamsOf({});
  assert.deepEqual(
    [1, 2, 3].map((id) => teams.nextTeam(id)),
    [1, 2, 0],
  );
});

test("a move is sent by the host or by the player, and only to another team", () => {
  const guest = teamsOf({});
  guest.teams.move(2, 1);
  assert.deepEqual(guest.sent, []);
  guest.teams.move(2, 0);
  assert.deepEqual(guest.sent, [{ type: "team", player: 2, whom: 2, team: 0 }]);
  const host = teamsOf({ owner: 1, mine: [1] });
  host.teams.move(3, 0);
  assert.deepEqual(host.sent, [{ type: "team", player: 1, whom: 3, team: 0 }]);
});
