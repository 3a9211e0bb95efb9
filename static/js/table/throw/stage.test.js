import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { Stage } from "./stage.js";

/** Returns the detail after each frame of a throw. The frames take so many ms, the first of them
    none: the throw begins with it. */
function details(frames) {
  const fields = { detail: 2, shown: 1, sample: null, look: {}, renderer: { set() {} } };
  const stage = Object.assign(Object.create(Stage.prototype), fields);
  let now = 0;
  return frames.map((frame) => {
    now += frame;
    stage.shown += 1;
    stage.keepUp(now);
    return stage.detail;
  });
}

const times = (count, value) => Array.from({ length: count }, () => value);

test("a slow device gets a coarser picture in the middle of a throw", () => {
  assert.deepEqual(details([0, ...times(20, 17)]), times(21, 2));
  const late = details([0, 17, ...times(11, 25)]);
  assert.deepEqual(late, [...times(4, 2), ...times(5, 1.5), ...times(4, 1)]);
  const slow = details([0, ...times(19, 60)]);
  assert.deepEqual(slow, [...times(4, 2), ...times(16, 1)]);
});
