import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { define, startClock, stopClock } from "../../../../tests/support/fake-page.js";
import { WaitingGames } from "./waiting-games.js";

let store;
let games;
let answers; // of the server, in order
let asked;
let changes;
let pass;

beforeEach(() => {
  pass = stopClock();
  pass(100_000);
  [asked, changes] = [[], 0];
  answers = [];
  define({
    fetch: async (url) => {
      asked.push(url);
      const answer = answers.shift();
      if (!answer) throw new TypeError("no connection");
      return { ok: answer.ok ?? true, json: async () => answer };
    },
  });
  store = {
    me: 1,
    slow: true,
    room: { code: "ABC" },
    game: { status: "playing", state: { current: 1 } },
    isMine: (seat) => seat === 0,
  };
  games = new WaitingGames(store, () => (changes += 1));
});

afterEach(startClock);

const look = () => {
  games.look();
  return new Promise((resolve) => setImmediate(resolve));
};

test("other games are asked for once a minute, and what changes is drawn", async () => {
  answers = [
    { count: 2, url: "/r/x/" },
    { count: 2, url: "/r/x/" },
    { count: 2, url: "/r/y/" },
  ];
  await look();
  pass(60_000);
  await look();
  assert.deepEqual([asked, changes], [["/games/waiting/?but=ABC"], 1]);
  pass(1);
  await look();
  assert.deepEqual([asked.length, changes], [2, 1]);
  pass(60_001);
  await look();
  assert.deepEqual([asked.length, changes, games.found.url], [3, 2, "/r/y/"]);
});

test("during my turn nothing is asked, after it at once", async () => {
  answers = [{ count: 0, url: "" }];
  store.game.state.current = 0;
  await look();
  pass(100_000);
  await look();
  assert.equal(asked.length, 0);
  answers.push({ count: 1, url: "/r/x/" });
  store.game.state.current = 1;
  await look();
  assert.equal(asked.length, 1);
  store.game.state.current = 0;
  await look();
  store.game.state.current = 1;
  await look();
  assert.deepEqual([asked.length, changes], [2, 1]);
});

test("spectators, and rooms where turns are short, ask for nothing", async () => {
  store.me = null;
  await look();
  Object.assign(store, { me: 1, slow: false });
  await look();
  assert.equal(asked.length, 0);
});

test("a failure changes nothing, and without a connection no game is offered", async () => {
  answers = [{ count: 2, url: "/r/x/" }, { ok: false }];
  await look();
  pass(60_001);
  await look();
  assert.equal(games.found.count, 2);
  pass(60_001);
  await look();
  assert.deepEqual([games.found.count, asked.length], [0, 3]);
});
