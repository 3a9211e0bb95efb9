import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { Store } from "./store.js";

// Whole evenings: tests/games/protocol/test_page_store.py.

const MINUTE = 60_000;
let pass;
let store;

const personOf = (id, more = {}) => ({
  ...{ id, name: `Guest ${id}`, kind: "person", left: false, ready: true, since: 0, team: null },
  ...more,
});

function syncOf({ room = {}, players = [1, 2, 3].map((id) => personOf(id)), ...more } = {}) {
  return {
    room: {
      ...{ status: "lobby", host: 1, founder: 1, settings: { timer: 0, door: "open" } },
      ...{ away: [], autoplay: [], autoplay_this_turn: null, holidays: [], knocks: [] },
      ...{ votes: {}, needed: {}, paused: null, next: null, series: [], played: 0 },
      ...room,
    },
    ...{ players, game: null, may: null, turns: [], turn: null, due: {}, closes: null },
    ...more,
  };
}

const happens = (...events) => store.event({ events });

/** Begins a game of these players with Family's opening score. */
const begins = (...players) =>
  happens(
    ["game", 1, players, "ab", [], { entry_min: 1000 }, "family", null, "cd"],
    ["started", players.length, null, null],
    ["round", 1],
    ["turn", 0],
  );

beforeEach(() => {
  pass = stopClock();
  store = new Store();
  store.sync(syncOf());
  store.you({ players: [2], now: Date.now() });
});

afterEach(startClock);

test("a game begins, is played and ends", () => {
  store.player(2).ready = true;
  begins(1, 2);
  assert.deepEqual([store.room.status, store.player(2).ready], ["playing", false]);
  assert.deepEqual([store.game.state.current, store.seat(1).id, store.mySeats], [0, 2, [1]]);
  assert.deepEqual([store.isMine(0), store.isMine(1), store.isMine(-1)], [false, true, false]);
  happens(["rolled", [1, 1, 1, 2, 3, 4]]);
  happens(["kept", [1, 1, 1], 1000], ["entered", 0], ["banked", 0, 1000, 1000], ["turn", 1]);
  assert.deepEqual(store.game.state.scores, [1000, 0]);
  happens(["over", [0]], ["ended", "over", "ef"]);
  assert.deepEqual([store.room.status, store.room.played, store.game.seed], ["over", 1, "ef"]);
  assert.deepEqual(store.room.series, [
    [1, 1, 1, 1000],
    [2, 1, 0, 0],
  ]);
});

test("a game that was abandoned counts in no series", () => {
  begins(1, 2);
  happens(["ended", "abandoned", "ef"]);
  assert.deepEqual([store.room.status, store.room.played, store.room.series], ["over", 0, []]);
});

test("facts stand behind the events of their frame", () => {
  begins(1, 2);
  const frame = { events: [["banked", 0, 50, 9000]], facts: [["to_beat", 0, 9000]] };
  store.event(frame);
  assert.deepEqual(store.game.state.to_beat, { seat: 0, total: 9000 });
  assert.deepEqual(frame.events.at(-1), ["to_beat", 0, 9000]);
});

test("what is allowed and due is that of the last frame", () => {
  begins(1, 2);
  store.event({
    events: [],
    may: { keeps: { 1: [100, 100, 5, 0, 1] }, why: ["bank_too_low"] },
    due: { turn: 5 },
    closes: 9,
    ply: 3,
    chances: [1],
  });
  const { due, closes, game } = store;
  assert.equal(store.may.rows.get("1").bank, "bank_too_low");
  assert.deepEqual([due, closes, game.ply], [{ turn: 5 }, 9, 3]);
  happens();
  assert.deepEqual([store.may, store.due, store.closes, store.game.ply], [null, {}, 9, 3]);
  store.event({ events: [], closes: 0 });
  assert.equal(store.closes, null);
});

test("an absence ends when the player is back, gone or removed", () => {
  for (const end of ["back", "gone", "removed"]) {
    happens(["away", 3], ["autoplay", 3, "penny"]);
    assert.equal(store.room.level, "penny");
    happens(["autoplay_this_turn", 3, "pip"]);
    const { away, autoplay, autoplay_this_turn: turn, level } = store.room;
    assert.deepEqual([away, autoplay, turn, level], [[3], [3], 3, "pip"]);
    happens([end, 3]);
    const { room } = store;
    assert.deepEqual([room.away, room.autoplay, room.autoplay_this_turn], [[], [], null]);
  }
});

test("votes come and go, and end with a move", () => {
  happens(["vote", "go_on", [2], 2], ["vote", "pause", [3], 2]);
  assert.deepEqual(store.room.votes, { go_on: [2], pause: [3] });
  happens(["vote", "pause", [], 2]);
  assert.deepEqual([store.room.votes, store.room.needed], [{ go_on: [2] }, { go_on: 2 }]);
  happens(["rolled", [1]]);
  assert.deepEqual(store.room.votes, {});
});

test("a pause ends the votes, and says when to ask again", () => {
  happens(["vote", "pause", [2], 2], ["paused", 1, "Dinner", 7]);
  assert.deepEqual(store.room.paused, { by: 1, reason: "Dinner", since: 7, again: null });
  assert.deepEqual(store.room.votes, {});
  happens(["vote", "resume", [2], 2, 99]);
  assert.equal(store.room.paused.again, 99);
  happens(["resumed"]);
  assert.deepEqual([store.room.paused, store.room.votes], [null, {}]);
});

test("holidays are kept in the order of the players", () => {
  happens(["holiday", 3, 50, 1], ["holiday", 1, 60, 2], ["holiday", 3, 70, 0]);
  assert.deepEqual(store.room.holidays, [
    [1, 60, 2],
    [3, 70, 0],
  ]);
});

test("knocks stand in their order, and go when the door opens", () => {
  happens(["knocked", 8, "Ann", 0], ["knocked", 9, "Ben", 0], ["answered", 8]);
  assert.deepEqual(store.room.knocks, [[9, "Ben"]]);
  happens(["settings", "Room", { door: "knock", timer: 0 }]);
  assert.equal(store.room.knocks.length, 1);
  happens(["settings", "Room", { door: "open", timer: 0 }]);
  assert.deepEqual(store.room.knocks, []);
});

test("players come, change and are put in another order", () => {
  store.event({ events: [], who: [personOf(4), personOf(2, { name: "Ines" })] });
  happens(["order", [3, 1]]);
  assert.deepEqual(
    store.players.map(({ id }) => id),
    [3, 1, 2, 4],
  );
  assert.equal(store.player(2).name, "Ines");
});

test("presence comes whole or as a change", () => {
  store.here({ all: true, on: [1, 2], off: [], watching: 3 });
  store.here({ on: [3], off: [1], watching: 3 });
  assert.deepEqual([[...store.online], store.spectators], [[2, 3], 3]);
  store.here({ all: true, on: [1], off: [], watching: 0 });
  assert.deepEqual([[...store.online], store.spectators], [[1], 0]);
});

test("the time is the server's", () => {
  store.setClock(5000);
  pass(1000);
  assert.equal(store.now, 6000);
  store.due = { go_on: 6001 };
  assert.equal(store.mayGoOn, false);
  pass(1);
  assert.equal(store.mayGoOn, true);
  store.due = {};
  assert.equal(store.mayGoOn, false);
});

test("turns of an hour or more are slow", () => {
  store.room.settings.timer = 3599;
  assert.equal(store.slow, false);
  store.room.settings.timer = 3600;
  assert.equal(store.slow, true);
});

test("the founder has every right, and the host for want of one", () => {
  const owner = (mine, room, left = []) => {
    const players = [1, 2, 3].map((id) => personOf(id, { left: left.includes(id) }));
    store.sync(syncOf({ room, players }));
    store.you({ players: mine, now: 0 });
    return [store.hosting, store.owner];
  };
  assert.deepEqual(owner([1], { host: 1, founder: 1 }), [1, 1]);
  assert.deepEqual(owner([2], { host: 1, founder: 1 }), [null, null]);
  assert.deepEqual(owner([2], { host: 2, founder: 1 }), [2, null]); // stands in
  assert.deepEqual(owner([2], { host: 2, founder: 1 }, [1]), [2, 2]);
  assert.deepEqual(owner([1, 2], { host: 2, founder: 1 }), [2, 2]);
});

test("newcomers are people who joined lately", () => {
  pass(100);
  const since = 100 - 59 * MINUTE;
  const players = [
    personOf(1, { since }), // the host
    personOf(2, { since }),
    personOf(3, { since: 100 - 61 * MINUTE }),
    personOf(4, { since, left: true }),
    personOf(5, { since, kind: "computer" }),
  ];
  store.sync(syncOf({ players }));
  assert.deepEqual(
    store.newcomers().map(({ id }) => id),
    [2],
  );
});

test("a reload knows the hot dice and the named dice of the turn under way", () => {
  const rolls = [
    { dice: [1, 1, 1, 5, 5, 5], keep: "111555", points: 1500 },
    { dice: [2, 1, 1, 4, 6, 6], keep: "1", points: 100 },
    { dice: [5, 2, 3, 4, 6], keep: "", points: 0 },
  ];
  const state = { hot: 1, aside: [1], round: 1, scores: [0], chosen: ["OAFSLH"] };
  const game = { state, players: [1], rules: {} };
  store.sync(syncOf({ game, turn: { seat: 0, round: 1, rolls } }));
  const { hot_points: hot, aside_rolls: rolled, aside_letters: letters } = store.game.state;
  assert.deepEqual([hot, rolled, letters], [1500, [1], "A"]);
});

test("in the lobby people stand before computers, each in the order of turns", () => {
  const kinds = ["person", "computer", "computer", "person", "person"];
  const players = kinds.map((kind, at) => personOf(at + 1, { kind, left: at === 3 }));
  store.sync(syncOf({ players }));
  assert.deepEqual(
    store.lineUp.map(({ id }) => id),
    [1, 5, 2, 3],
  );
  assert.deepEqual(
    store.seated.map(({ id }) => id),
    [1, 2, 3, 5],
  );
});
