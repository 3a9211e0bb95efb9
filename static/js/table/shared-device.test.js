import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { SharedDevice } from "./shared-device.js";

let store;
let device;

beforeEach(() => {
  store = {
    game: {
      status: "playing",
      players: [4, 5, 6],
      state: { current: 0, left: [false, false, false] },
    },
    hosting: null,
    get newestGame() {
      return this.game;
    },
    mySeats: [0, 1],
    isMine: (seat) => store.mySeats.includes(seat),
    seat: (seat) => ({ colour: seat + 5 }),
  };
  device = new SharedDevice(store);
});

test("a device is passed on before each turn of another player", () => {
  assert.equal(device.passing, true);
  device.take();
  assert.equal(device.passing, false);
  store.game.state.current = 2; // somebody else's
  assert.equal(device.passing, false);
  store.game.state.current = 1;
  assert.equal(device.passing, true);
});

test("the host, who has just pressed Start, has the device", () => {
  store.hosting = 4;
  assert.equal(device.passing, false);
  store.game.state.current = 1;
  assert.equal(device.passing, true);
  device.take();
  store.game.state.current = 0;
  assert.equal(device.passing, true);
});

test("a device with one player left is not shared", () => {
  store.game.state.left[1] = true;
  assert.deepEqual([device.shared, device.passing], [false, false]);
});

test("nothing is passed on after the game", () => {
  store.game.status = "over";
  assert.equal(device.passing, false);
});

test("dice have the colours of their players, but mine are ivory if I am alone", () => {
  assert.deepEqual(
    [0, 1, 2].map((seat) => device.colourOf(seat)),
    [6, 1, 2],
  );
  store.mySeats = [0];
  assert.deepEqual(
    [0, 1].map((seat) => device.colourOf(seat)),
    [null, 1],
  );
  store.seat = () => undefined;
  assert.equal(device.colourOf(2), null);
});
