import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { hidePage, startClock, stopClock } from "../../../tests/support/fake-page.js";
import { keepAwake } from "./awake.js";

let locks;
let pass;
const held = () => locks.filter(({ released }) => !released).length;
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  locks = [];
  pass = stopClock();
  document.hidden = false;
  navigator.wakeLock = {
    request: async () => {
      const lock = { released: false, release: () => (lock.released = true) };
      locks.push(lock);
      return lock;
    },
  };
});

afterEach(async () => {
  keepAwake(false);
  await settled();
  startClock();
});

test("the display stays on until it may go off", async () => {
  keepAwake(true);
  keepAwake(true);
  await settled();
  assert.deepEqual([locks.length, held()], [1, 1]);
  keepAwake(false);
  assert.equal(held(), 0);
});

test("the display stays on for a while", async () => {
  keepAwake(true);
  await settled();
  keepAwake(false, 5000);
  pass(4999);
  assert.equal(held(), 1);
  pass(1);
  assert.equal(held(), 0);
});

test("a page that is shown again asks once more: the browser took the lock away", async () => {
  keepAwake(true);
  await settled();
  locks[0].release();
  hidePage(true);
  await settled();
  assert.equal(held(), 0);
  hidePage(false);
  await settled();
  assert.equal(held(), 1);
});

test("what ended while the browser was asked is released", async () => {
  keepAwake(true);
  keepAwake(false);
  await settled();
  assert.deepEqual([locks.length, held()], [1, 0]);
});

test("a browser that refuses is left alone", async () => {
  navigator.wakeLock.request = async () => {
    throw new Error("The battery is low.");
  };
  keepAwake(true);
  await settled();
  assert.equal(held(), 0);
});
