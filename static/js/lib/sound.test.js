import { beforeEach, mock, test } from "node:test";
import assert from "node:assert/strict";
import { define } from "../../../tests/support/fake-page.js";

let sources = [];
let allow;
const allowed = new Promise((resolve) => (allow = resolve));
let silenced = 0; // how many effects were cut off
const node = () => ({
  gain: { value: 1, setTargetAtTime: () => (silenced += 1) },
  connect: (next) => next,
});

/** Makes sounds that nobody hears, and notes which were started. */
class FakeContext {
  state = "suspended";
  currentTime = 0;
  resume = () => allowed.then(() => (this.state = "running"));
  createGain = node;
  createDynamicsCompressor = node;
  createBuffer = (_channels, length) => ({ length, copyToChannel() {} });
  createBufferSource = () => ({ ...node(), start: () => sources.push("started") });
}

const listeners = {};
define({
  AudioContext: FakeContext,
  addEventListener: (kind, run) => (listeners[kind] ??= []).push(run),
});
const { play, pulses } = await import("./sound.js");
const { setPref } = await import("./prefs.js");

beforeEach(() => {
  sources = [];
  document.hidden = false;
  setPref("sound", true);
  setPref("volume", 100);
});

test("the first sound waits for a moment until it can be played", async () => {
  mock.timers.enable({ apis: ["Date"] });
  play("select");
  for (const run of listeners.pointerdown) run();
  play("select");
  mock.timers.tick(200);
  play("bank", 300);
  mock.timers.tick(200);
  allow();
  await import("./synth.js");
  await new Promise(setImmediate);
  assert.equal(sources.length, 1);
  play("select");
  assert.equal(sources.length, 2);
  mock.timers.reset();
});

test("nothing is played where sound is off, at no volume, or where nobody looks", () => {
  setPref("sound", false);
  play("select");
  setPref("sound", true);
  setPref("volume", 0);
  play("select");
  setPref("volume", 50);
  document.hidden = true;
  play("select");
  assert.deepEqual(sources, []);
});

test("a farkle cuts the tension off, and nothing else does", () => {
  play("tension", 1500, 1);
  play("throw", []);
  play("bank", 300);
  assert.equal(silenced, 0);
  play("farkle", 1500);
  assert.equal(silenced, 1);
  play("farkle", 300);
  assert.equal(silenced, 1);
});

test("hard hits are felt at their times, and those close together as one", () => {
  const hit = (time, strength) => ({ time, on: "felt", strength, pan: 0 });
  const hits = [hit(0.3, 1), hit(0.1, 0.5), hit(0.31, 0.9), hit(0.5, 0.2), hit(0.6, 0.5)];
  assert.deepEqual(pulses(hits), [0, 100, 13, 187, 20, 280, 13]);
});
