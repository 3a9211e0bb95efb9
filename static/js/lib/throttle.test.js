import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { Throttle } from "./throttle.js";

let pass;
let drawn; // when, in ms
let throttle;

beforeEach(() => {
  pass = stopClock();
  drawn = [];
  throttle = new Throttle(() => drawn.push(Date.now()), 100);
});

afterEach(startClock);

test("many changes are one drawing, in a task of its own", () => {
  for (let change = 0; change < 5; change++) throttle.schedule();
  assert.deepEqual([drawn, throttle.pending], [[], true]);
  pass(1);
  assert.deepEqual([drawn.length, throttle.pending], [1, false]);
});

test("the next drawing waits until it is allowed", () => {
  throttle.flush();
  pass(30);
  throttle.schedule();
  pass(200);
  throttle.schedule();
  pass(200);
  assert.deepEqual(drawn, [0, 100, 231]);
});

test("a wanted wait is kept", () => {
  throttle.schedule(40);
  throttle.schedule(10);
  pass(200);
  assert.deepEqual(drawn, [40]);
});

test("a drawing at once takes the place of the one that was scheduled", () => {
  throttle.schedule(50);
  pass(20);
  throttle.flush();
  pass(200);
  assert.deepEqual(drawn, [20]);
});
