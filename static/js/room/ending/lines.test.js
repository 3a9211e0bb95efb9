import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { path, point, valueAt } from "./lines.js";

test("a line goes from the left to the right, and upwards with its values", () => {
  assert.deepEqual(point(0, 4, 0), [0, 97]);
  assert.deepEqual(point(4, 4, 1), [100, 3]);
  assert.deepEqual(point(1, 4, 0.5), [25, 50]);
  assert.equal(path([0.5, 0, 1]), "M0 50L50 97L100 3");
});

test("a line of one point stands at the start", () => {
  assert.equal(path([1]), "M0 3");
});

test("the deciding roll lies on its line, between two turns too", () => {
  assert.equal(valueAt([0, 0.5, 1], 0), 0);
  assert.equal(valueAt([0, 0.5, 1], 0.75), 0.75);
  assert.equal(valueAt([0, 0.5, 1], 1), 1);
  assert.equal(valueAt([0.3], 1), 0.3);
});
