import { test } from "node:test";
import assert from "node:assert/strict";
import { unseenHits } from "./hits.js";
import { NAMES, RATE, render } from "./synth.js";

const GIVEN = { throw: [unseenHits(6, 1)], tension: [1500, 1], bank: [1250], keep: [3] };
const WINDOW = RATE / 20; // samples in 50 ms

/** Returns what the loudspeaker of a phone leaves of samples: a filter of second order at 700 Hz
    (R. Bristow-Johnson's cookbook, high-pass with a Q of 0.71). */
function throughPhone(samples) {
  const turn = (2 * Math.PI * 700) / RATE;
  const [cos, alpha] = [Math.cos(turn), Math.sin(turn) / Math.SQRT2];
  const made = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at++) {
    const [now, last, before] = [samples[at], samples[at - 1] ?? 0, samples[at - 2] ?? 0];
    const input = ((1 + cos) / 2) * (now - 2 * last + before);
    const echo = 2 * cos * (made[at - 1] ?? 0) - (1 - alpha) * (made[at - 2] ?? 0);
    made[at] = (input + echo) / (1 + alpha);
  }
  return made;
}

const power = (samples) => samples.reduce((sum, value) => sum + value * value, 0);
const decibel = (share) => 10 * Math.log10(share);

/** Returns an effect as one channel. */
function mono(name, given = GIVEN[name] ?? []) {
  const { left, right } = render(name, ...given);
  return left.map((value, at) => (value + right[at]) / Math.SQRT2);
}

/** Returns how loud the loudest 50 ms of an effect are on a phone, in dB. */
function loudness(name, given) {
  const heard = throughPhone(mono(name, given));
  let loudest = 0;
  for (let at = 0; at + WINDOW <= heard.length; at += WINDOW / 4) {
    loudest = Math.max(loudest, power(heard.subarray(at, at + WINDOW)) / WINDOW);
  }
  return decibel(loudest);
}

/** Returns the share of an effect's energy that a phone reproduces. */
function heardShare(name, given) {
  const all = mono(name, given);
  return power(throughPhone(all)) / power(all);
}

/** Returns the power of an effect between two times. */
function powerBetween(name, given, from, to) {
  return power(mono(name, given).subarray(from * RATE, to * RATE));
}

test("all effects are within 12 dB of each other on a phone, and none is silent", () => {
  const levels = NAMES.map((name) => loudness(name));
  assert.ok(Math.max(...levels) - Math.min(...levels) <= 12, levels.join());
  assert.ok(Math.min(...levels) > -34, levels.join());
});

test("no effect is cut off", () => {
  for (const name of NAMES) {
    for (const samples of Object.values(render(name, ...(GIVEN[name] ?? [])))) {
      assert.ok(
        samples.every((value) => Math.abs(value) <= 0.71),
        name,
      );
    }
  }
});

test("a phone reproduces a throw and a farkle", () => {
  assert.ok(heardShare("throw") > 0.3);
  assert.ok(heardShare("farkle", [300]) > 0.2);
  assert.ok(heardShare("farkle", [1500]) > 0.2);
});

test("a throw is heard when a die hits, and from where it does", () => {
  const hits = [{ time: 0.5, on: "felt", strength: 0.8, pan: -1 }];
  const { left, right } = render("throw", hits);
  assert.equal(power(left.subarray(0, 0.5 * RATE)), 0);
  assert.ok(power(left.subarray(0.5 * RATE, 0.52 * RATE)) > 0);
  assert.ok(power(right) < power(left) / 1000);
});

test("each body has a sound of its own, the die the highest and the rim the longest", () => {
  const of = (on) => [[{ time: 0, on, strength: 0.8, pan: 0 }]];
  assert.ok(heardShare("throw", of("die")) > heardShare("throw", of("felt")) + 0.1);
  const late = (on) =>
    powerBetween("throw", of(on), 0.05, 0.3) / powerBetween("throw", of(on), 0, 0.3);
  assert.ok(late("rim") > 3 * late("felt"));
});

test("after much was lost it is silent before the rubber", () => {
  assert.equal(powerBetween("farkle", [1500], 0, 0.17), 0);
  assert.ok(powerBetween("farkle", [300], 0, 0.17) > 0);
});

test("the tension rises until the dice land, and then fades", () => {
  const from = (time) => powerBetween("tension", [1500, 1], time, time + 0.1);
  assert.ok(from(0.2) < from(0.5) && from(0.5) < from(0.8));
  assert.ok(from(1.25) < from(0.9) / 2);
});
