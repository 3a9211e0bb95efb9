import { test } from "node:test";
import assert from "node:assert/strict";
import { depthIn, FRAMES, landed, throwDice } from "./physics.js";
import { columns } from "./quaternion.js";

const THROWS = 60;
const BOUNDS = { left: -2.75, right: 2.75, near: -2.2, far: 2.2 }; // a phone's, in edges of a die
// Where the body of a die has its faces, [axis, sign], and which face then looks to the reader.
const NORMALS = { 1: [0, 1], 2: [1, 1], 3: [2, 1], 4: [2, -1], 5: [1, -1], 6: [0, -1] };
const FRONT = { 1: 2, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2 };

/** Returns a source of numbers from 0 to 1 that look like chance (mulberry32). */
function chanceOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mix = Math.imul(state ^ (state >>> 15), 1 | state);
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix;
    return ((mix ^ (mix >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns places in rows of three, not quite regular. */
function rows(count, apart, between) {
  return Array.from({ length: count }, (_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    const wide = Math.min(3, count - row * 3);
    return {
      x: (column - (wide - 1) / 2) * 1.6 * apart + between(-0.1, 0.1),
      y: ((count > 3 ? 0.5 : 0) - row) * 1.72 * apart + between(-0.1, 0.1),
      yaw: between(-0.2, 0.2),
    };
  });
}

/** Returns a throw: its frames, where the dice should end, and in how many slices it was made. */
function thrown(seed) {
  const chance = chanceOf(seed);
  const between = (from, to) => from + (to - from) * chance();
  const count = 1 + Math.floor(6 * chance());
  const angle = seed % 2 ? between(0, 2 * Math.PI) : Math.PI / 2; // flicked anywhere, or tapped
  const slots = rows(count, 1, between);
  const felt = {
    slots,
    starts: rows(count, 0.72, between),
    bounds: BOUNDS,
    push: { x: Math.cos(angle), y: Math.sin(angle) },
  };
  const faces = slots.map(() => 1 + Math.floor(6 * chance()));
  const steps = throwDice(felt, seed);
  let step = steps.next();
  let slices = 1;
  for (; !step.done; slices++) step = steps.next();
  const paths = landed(step.value, slots, faces);
  const frames = Array.from({ length: FRAMES + 1 }, (_, at) =>
    paths.map((path) => ({ place: path[at].place, axes: columns(path[at].turn) })),
  );
  const { impacts, off } = step.value;
  return { slots, faces, frames, slices, impacts, off };
}

const corners = ({ place, axes }) =>
  Array.from({ length: 8 }, (_, which) =>
    place.map((part, i) =>
      axes.reduce((sum, axis, of) => sum + axis[i] * (which & (1 << of) ? 0.3 : -0.3), part),
    ),
  );

/** Returns how deep the dice of a frame are in each other. */
const overlap = (dice) =>
  Math.max(
    0,
    ...dice.flatMap((die) =>
      dice
        .filter((other) => other !== die)
        .flatMap((other) => corners(die).map((corner) => depthIn(other, corner)[0])),
    ),
  );

/** Returns how deep the dice of a frame are in the felt or its rim. */
function outside(dice) {
  const { left, right, near, far } = BOUNDS;
  const depths = dice
    .flatMap(corners)
    .flatMap(([x, y, z]) => [left - x, x - right, near - y, y - far, -z]);
  return Math.max(...depths) + 0.2;
}

const throws = Array.from({ length: THROWS }, (_, seed) => thrown(seed));

test("every throw ends at rest, in its places, on the wanted faces", () => {
  for (const { slots, faces, frames } of throws) {
    const [before, end] = frames.slice(-2);
    assert.equal(end.length, faces.length);
    end.forEach(({ place: [x, y, z], axes }, die) => {
      const slot = slots[die];
      assert.ok(Math.hypot(x - slot.x, y - slot.y, z - 0.5) < 1e-6);
      const [axis, way] = NORMALS[faces[die]];
      assert.ok(way * axes[axis][2] > 1 - 1e-6); // on top
      const [frontAxis, frontWay] = NORMALS[FRONT[faces[die]]];
      const front = [Math.sin(slot.yaw), -Math.cos(slot.yaw), 0];
      const looks = axes[frontAxis].reduce((sum, part, i) => sum + part * front[i], 0);
      assert.ok(frontWay * looks > 1 - 1e-6);
      const move = Math.hypot(...[x, y, z].map((part, i) => part - before[die].place[i]));
      assert.ok(move < 0.1); // a few pixels in a frame: as good as at rest
    });
    assert.equal(overlap(end), 0);
  }
});

test("dice pass neither through each other nor through felt and rim", () => {
  for (const { frames } of throws) {
    // In the first frames the dice still lie as close as in the heap.
    for (const frame of frames.slice(8)) {
      assert.ok(overlap(frame) < 0.15);
      assert.ok(outside(frame) < 0.15);
    }
  }
});

test("dice are hardly drawn to the places where they end", () => {
  for (const { off } of throws) assert.ok(off < 0.5);
});

test("a throw is computed a little at a time: in twenty slices, unless a try did not end well", () => {
  for (const { slices } of throws) assert.ok(slices >= 20);
});

test("each die is heard on the felt, in the order of its hits, and softly at the end", () => {
  for (const { slots, impacts } of throws) {
    const onFelt = impacts.filter(({ on }) => on === "felt");
    assert.ok(onFelt.length >= slots.length);
    assert.ok(impacts.every(({ time }, at) => time > 0 && time >= (impacts[at - 1]?.time ?? 0)));
    assert.ok(impacts.every(({ strength }) => strength > 0 && strength <= 1));
    assert.ok(impacts.every(({ time, strength }) => time < 0.9 || strength < 0.5));
    if (slots.length === 1) assert.ok(!impacts.some(({ on }) => on === "die"));
  }
});

test("a die is low when it hits the felt", () => {
  for (const { slots, impacts, frames } of throws) {
    if (slots.length > 1) continue;
    for (const { on, time } of impacts) {
      const height = frames[Math.round(time * FRAMES)][0].place[2];
      if (on === "felt") assert.ok(height < 1.1, height);
    }
  }
});
