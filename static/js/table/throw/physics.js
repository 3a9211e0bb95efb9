// A throw of dice, computed before it is shown: rigid bodies with rounded corners that bump into
// the felt, the rim and each other, and end where the page wants them to lie.
//
// Lengths are in edges of a die, times in seconds. x goes right, y away from the reader, z up. The
// faces come last: the dice are thrown blank, and then labelled so that the right ones are on top.
import { about, columns, fromColumns, inverse, multiply, unit, vectorOf } from "./quaternion.js";
import { add, cross, dot, turned } from "./vector.js";
/** @import { Quaternion, Vector } from "./quaternion.js" */

/**
 * A place where a die lies, and how it is turned about the upright.
 * @typedef {{ x: number, y: number, yaw: number }} Slot
 * @typedef {{ x: number, y: number }} Way
 * @typedef {{ left: number, right: number, near: number, far: number }} Bounds the rim
 * @typedef {{ place: Vector, turn: Quaternion }} Frame
 *
 * What a die hits, when, and how hard; x is where.
 * @typedef {{ time: number, on: "felt" | "rim" | "die", strength: number, x: number }} Impact
 *
 * A throw without faces: the frames of each die, its hits, and how far the dice end from where they
 * should.
 * @typedef {{ paths: Frame[][], impacts: Impact[], off: number }} Thrown
 *
 * What a throw begins with: `push` is the direction of the hand.
 * @typedef {{ starts: Slot[], slots: Slot[], bounds: Bounds, push: Way }} Setting
 *
 * @typedef {object} Die
 * @property {Slot} slot where it ends
 * @property {Vector} place
 * @property {Quaternion} turn
 * @property {Vector} velocity
 * @property {Vector} spin
 * @property {Vector[]} axes where those of the body point to
 * @property {Record<Impact["on"], number>} struck how fast it hit what, since the last frame
 */

export const FRAMES = 60; // frames of a throw after the first one
const SECONDS = 1;
const STEPS = 180;
const STEP = SECONDS / STEPS;
const GRAVITY = 46;
const CORNER = 0.2; // radius of a die's corners
const CORE = 0.5 - CORNER; // from the middle to the centre of a corner, on each axis
const REACH = Math.sqrt(3) * CORE + CORNER; // from the middle of a die to its farthest point
const BOUNCE = 0.38;
const HARD = 16; // a hit this fast is as loud as one gets
const FAINT = 1.6; // a slower one is not heard
const SLOW = 2.2; // a die that hits more slowly than this does not bounce
const FRICTION = 0.32;
const TRIES = 8;
const SLICE = 3; // steps computed in one go
const LEAVE = 24; // frames in which a die moves over from the place where it lay before
const GOOD = 0.3; // a throw that ends this close to its places is accepted

/** Points of a die whose spheres are tested against other dice: corners, then edges. */
const POINTS = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])))
  .filter((point) => point.filter(Boolean).length > 1)
  .sort((a, b) => a.filter((part) => !part).length - b.filter((part) => !part).length)
  .map((point) => point.map((part) => part * CORE));
const CORNERS = POINTS.slice(0, 8);

const eased = (/** @type {number} */ part) => {
  const x = Math.min(1, Math.max(0, part));
  return x * x * (3 - 2 * x);
};

/** Random numbers from 0 to 1 that a seed repeats. @param {number} seed */
function random(seed) {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const yawed = (/** @type {number} */ angle) => about([0, 0, angle]);

/** Makes a die as the hand lets go of it.
    @param {Slot} start @param {Slot} slot @param {Way} push @param {() => number} next */
function thrown(start, slot, push, next) {
  const spread = () => next() - 0.5;
  const turn = yawed(start.yaw);
  const fast = 7 + 3 * next();
  const velocity = [push.x * fast + 5 * spread(), push.y * fast + 5 * spread(), 9.5 + 4 * next()];
  const spin = [-push.y, push.x, 0].map((part) => part * (10 + 9 * next()));
  add(spin, [spread(), spread(), spread()], 16);
  return {
    slot,
    place: [start.x, start.y, 0.5],
    turn,
    velocity,
    spin,
    axes: columns(turn),
    struck: { felt: 0, rim: 0, die: 0 },
  };
}

/** Lets two bodies bump at a point of the first; `other` is null for felt and rim. `normal` points
    to the first. @param {Die} die @param {Die | null} other @param {Vector} arm
    @param {Vector} normal @param {number} depth @param {Vector} otherArm */
function bump(die, other, arm, normal, depth, otherArm = arm) {
  const against = other ? 0.5 : 1;
  add(die.place, normal, depth * 0.5 * against);
  if (other) add(other.place, normal, -depth * 0.5 * against);
  const moving = cross(die.spin, arm);
  add(moving, die.velocity);
  if (other) {
    add(moving, cross(other.spin, otherArm), -1);
    add(moving, other.velocity, -1);
  }
  const speed = dot(moving, normal);
  if (speed >= 0) return;
  const on = other ? "die" : normal[2] ? "felt" : "rim";
  die.struck[on] = Math.max(die.struck[on], -speed);
  const weight = (/** @type {Vector} */ way) => {
    const [one, two] = [cross(arm, way), cross(otherArm, way)];
    return 1 + 6 * dot(one, one) + (other ? 1 + 6 * dot(two, two) : 0);
  };
  /** @param {Vector} way @param {number} strength */
  const hit = (way, strength) => {
    add(die.velocity, way, strength);
    add(die.spin, cross(arm, way), 6 * strength);
    if (!other) return;
    add(other.velocity, way, -strength);
    add(other.spin, cross(otherArm, way), -6 * strength);
  };
  const strength = (-speed * (1 + (speed < -SLOW ? BOUNCE : 0))) / weight(normal);
  hit(normal, strength);
  const along = [...moving];
  add(along, normal, -speed);
  const sliding = Math.hypot(...along);
  if (sliding < 1e-6) return;
  const way = along.map((part) => -part / sliding);
  hit(way, Math.min(sliding / weight(way), FRICTION * strength));
}

/** @param {Die} die @param {Bounds} bounds */
function bumpInto(die, { left, right, near, far }) {
  const { place, axes } = die;
  const inside =
    place[0] > left + REACH &&
    place[0] < right - REACH &&
    place[1] > near + REACH &&
    place[1] < far - REACH;
  if (inside && place[2] > REACH) return;
  for (const corner of CORNERS) {
    const arm = turned(axes, corner);
    const at = (/** @type {number} */ axis) => place[axis] + arm[axis];
    /** @param {number} depth @param {Vector} normal */
    const touch = (depth, normal) => {
      if (depth > 0) {
        bump(
          die,
          null,
          arm.map((part, i) => part - normal[i] * CORNER),
          normal,
          depth,
        );
      }
    };
    touch(CORNER - at(2), [0, 0, 1]);
    if (inside) continue;
    touch(CORNER - at(0) + left, [1, 0, 0]);
    touch(CORNER + at(0) - right, [-1, 0, 0]);
    touch(CORNER - at(1) + near, [0, 1, 0]);
    touch(CORNER + at(1) - far, [0, -1, 0]);
  }
}

/** Returns how deep a point's sphere is in a die, and the direction out of it.
    @param {Die} die @param {Vector} point @returns {[depth: number, out: Vector | null]} */
export function depthIn(die, point) {
  const way = point.map((part, i) => part - die.place[i]);
  const local = die.axes.map((axis) => dot(axis, way));
  const rest = local.map((part) => part - Math.min(CORE, Math.max(-CORE, part)));
  const far = Math.hypot(...rest);
  if (far >= 2 * CORNER) return [0, null];
  // Within the core no face is nearest: push straight apart.
  const out = far < 1e-6 ? unit(way) : turned(die.axes, rest).map((part) => part / far);
  return [2 * CORNER - far, out];
}

/** @param {Die} die @param {Die} other */
function bumpTogether(die, other) {
  const apart = Math.hypot(...die.place.map((part, i) => part - other.place[i]));
  if (apart > 2 * REACH) return;
  for (const [one, two] of [
    [die, other],
    [other, die],
  ]) {
    for (const point of POINTS) {
      const arm = turned(one.axes, point);
      const at = arm.map((part, i) => part + one.place[i]);
      const [depth, normal] = depthIn(two, at);
      if (!normal) continue;
      add(arm, normal, -CORNER);
      const otherArm = arm.map((part, i) => part + one.place[i] - two.place[i]);
      bump(one, two, arm, normal, depth, otherArm);
    }
  }
}

/** Draws a die towards its place, and on to one of its faces, more and more.
    @param {Die} die @param {number} time */
function guide(die, time) {
  const pull = eased((time - 0.1) / 0.5);
  if (!pull) return;
  const { slot, place, velocity, spin, axes } = die;
  for (const [axis, wanted] of [slot.x, slot.y].entries()) {
    velocity[axis] += STEP * pull * (120 * (wanted - place[axis]) - 15 * velocity[axis]);
  }
  const level = eased((time - 0.56) / 0.28);
  if (!level) return;
  const up = axes.flatMap((axis) => [axis, axis.map((part) => -part)]);
  const top = up.reduce((best, axis) => (axis[2] > best[2] ? axis : best));
  add(spin, cross(top, [0, 0, 1]), STEP * level * 420);
  const side = axes.reduce((best, axis) => (Math.abs(axis[2]) < Math.abs(best[2]) ? axis : best));
  const quarter = Math.PI / 2;
  const off = slot.yaw - Math.atan2(side[1], side[0]);
  spin[2] += STEP * level * 160 * (off - quarter * Math.round(off / quarter));
  for (let i = 0; i < 3; i++) spin[i] *= 1 - STEP * level * 22;
}

/** @param {Die[]} dice @param {Bounds} bounds @param {number} time */
function step(dice, bounds, time) {
  for (const die of dice) {
    die.velocity[2] -= GRAVITY * STEP;
    guide(die, time);
    add(die.place, die.velocity, STEP);
    die.turn = unit(multiply(about(die.spin.map((part) => part * STEP)), die.turn));
    die.axes = columns(die.turn);
  }
  for (const [at, die] of dice.entries()) {
    for (const other of dice.slice(at + 1)) bumpTogether(die, other);
  }
  for (const die of dice) bumpInto(die, bounds);
}

/** Returns the rotation nearest to `turn` in which the die lies flat, turned by `yaw`.
    @param {Quaternion} turn @param {number} yaw */
function flat(turn, yaw) {
  const found = columns(multiply(yawed(-yaw), turn)).map((axis) => {
    const most = Math.max(...axis.map(Math.abs));
    return axis.map((part) => (Math.abs(part) === most ? Math.sign(part) : 0));
  });
  found[2] = cross(found[0], found[1]);
  // Near a diagonal two axes may round to the same.
  if (dot(found[0], found[1]) || Math.hypot(...found[2]) < 0.5) return yawed(yaw);
  return multiply(yawed(yaw), fromColumns(found));
}

/** Returns what keeps the last frame of a path from lying flat in a place: the way, the twist (a
    vector), how much both are, and the turn it should have.
    @param {Frame} frame @param {Slot} slot */
function missing({ place, turn }, slot) {
  const end = flat(turn, slot.yaw);
  const way = [slot.x, slot.y, 0.5].map((part, i) => part - place[i]);
  const twist = vectorOf(multiply(end, inverse(turn)));
  return { way, twist, off: Math.hypot(...way) + Math.hypot(...twist) / 2, end };
}

/** Returns a path whose second half is bent so that the die ends in its place, labelled so that its
    face is on top. @param {Frame[]} path @param {Slot} slot @param {number} face */
function bent(path, slot, face) {
  const { way, twist, end } = missing(path[FRAMES], slot);
  const label = multiply(inverse(end), multiply(yawed(slot.yaw), shows(face)));
  return path.map(({ place, turn }, at) => {
    const part = eased((at / FRAMES - 0.5) / 0.5);
    const turnedBy = about(twist.map((one) => one * part));
    return {
      place: place.map((one, i) => one + way[i] * part),
      turn: multiply(multiply(turnedBy, turn), label),
    };
  });
}

/** Returns what the dice have hit since it was last called.
    @param {Die[]} dice @param {number} time @returns {Impact[]} */
function impacts(dice, time) {
  return dice.flatMap(({ struck, place }) =>
    /** @type {Impact["on"][]} */ (Object.keys(struck)).flatMap((on) => {
      const speed = struck[on];
      struck[on] = 0;
      if (speed < FAINT) return [];
      return [{ time, on, strength: Math.min(1, speed / HARD), x: place[0] }];
    }),
  );
}

/** @param {Setting} setting @param {number} seed */
function* attempt({ starts, slots, bounds, push }, seed) {
  const next = random(seed);
  const dice = starts.map((start, at) => thrown(start, slots[at], push, next));
  const paths = dice.map(({ place, turn }) => [{ place: [...place], turn }]);
  const heard = [];
  for (let at = 1; at <= STEPS; at++) {
    step(dice, bounds, at * STEP);
    if (at % (STEPS / FRAMES)) continue;
    heard.push(...impacts(dice, at * STEP));
    if (at % SLICE === 0) yield;
    for (const [which, { place, turn }] of dice.entries()) {
      paths[which].push({ place: [...place], turn });
    }
  }
  return {
    paths,
    impacts: heard,
    off: Math.max(...paths.map((path, at) => missing(path[FRAMES], slots[at]).off)),
  };
}

/** Computes a throw without faces, a slice at a time: each path has FRAMES + 1 frames.
    @param {Setting} setting @param {number} seed @returns {Generator<void, Thrown>} */
export function* throwDice(setting, seed) {
  let best = yield* attempt(setting, seed);
  for (let at = 1; at < TRIES && best.off >= GOOD; at++) {
    const other = yield* attempt(setting, seed + at * 7919);
    if (other.off < best.off) best = other;
  }
  return best;
}

/** Returns the paths of a throw so that the dice end exactly in these places, on these faces, and
    where `starts` are given begin there. @param {Pick<Thrown, "paths">} thrown
    @param {Slot[]} slots @param {number[]} faces @param {Slot[] | null} starts */
export function landed({ paths }, slots, faces, starts = null) {
  return paths.map((path, which) => {
    const made = bent(path, slots[which], faces[which]);
    if (!starts) return made;
    const { place } = made[0];
    const [x, y] = [starts[which].x - place[0], starts[which].y - place[1]];
    for (const [at, frame] of made.entries()) add(frame.place, [x, y, 0], 1 - eased(at / LEAVE));
    return made;
  });
}

// The faces 1, 2 and 3 are those of the body's axes; opposite faces have seven pips together.
/** @type {Record<number, Vector>} */
const NORMALS = {
  1: [1, 0, 0],
  2: [0, 1, 0],
  3: [0, 0, 1],
  4: [0, 0, -1],
  5: [0, -1, 0],
  6: [-1, 0, 0],
};

/** The rotation that shows a face on top, and a 1 or 2 to the reader, as the drawings do.
    @param {number} face */
export function shows(face) {
  const [up, front] = [NORMALS[face], NORMALS[face === 1 || face === 6 ? 2 : 1]];
  const back = front.map((part) => -part);
  // The rows of the matrix are the body's directions of x, y and z.
  return inverse(fromColumns([cross(back, up), back, up]));
}
