import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { define } from "../../../tests/support/fake-page.js";

let sources = [];
let silenced = 0; // how many effects were cut off
const node = () => ({
  gain: { value: 1, setTargetAtTime: () => (silenced += 1) },
  connect: (next) => next,
});

/** Makes sounds that nobody hears, and notes which were started. */
class FakeContext {
  state = "running";
  currentTime = 0;
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

test("nothing is played before the person has used the page and the sounds have come", async () => {
  play("select");
  for (const run of listeners.pointerdown) run();
  play("select");
  assert.deepEqual(sources, []);
  await import("./synth.js");
  play("select");
  assert.equal(sources.length, 1);
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
