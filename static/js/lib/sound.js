// Sound effects, synthesised. None of them carries information of its own, and none loops.
import { pref } from "./prefs.js";

let context = null;

// Browsers allow sound only after the person has used the page.
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => {
    if (!pref("sound")) return;
    context ??= globalThis.AudioContext ? new AudioContext() : null;
    if (context?.state === "suspended") context.resume();
  });
}

function noise(at, length, { frequency, q = 1, gain = 0.3, type = "bandpass" }) {
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  Object.assign(filter, { type });
  filter.frequency.value = frequency;
  filter.Q.value = q;
  source
    .connect(filter)
    .connect(faded(at, length, gain))
    .connect(context.destination);
  source.start(at);
}

function faded(at, length, gain) {
  const node = context.createGain();
  node.gain.setValueAtTime(gain, at);
  node.gain.exponentialRampToValueAtTime(0.0008, at + length);
  return node;
}

function tone(at, length, { from, to = from, gain = 0.2, type = "sine" }) {
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(faded(at, length, gain)).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

function knock(at, pitch = 1, gain = 0.4) {
  noise(at, 0.05, { frequency: 900 * pitch, q: 2, gain });
  tone(at, 0.07, { from: 260 * pitch, to: 120 * pitch, gain: gain * 0.5 });
}

function bell(at, gain = 0.1) {
  for (const [part, weight] of [
    [1, 1],
    [2.76, 0.5],
    [5.4, 0.25],
  ]) {
    tone(at, 1.6, { from: 660 * part, gain: gain * weight });
  }
}

const SOUNDS = {
  throw: (at, dice = 6) => {
    for (let die = 0; die < dice; die++) {
      knock(at + 0.3 + die * 0.06 + Math.random() * 0.04, 0.9 + Math.random() * 0.5, 0.28);
    }
  },
  select: (at) => noise(at, 0.03, { frequency: 3800, q: 3, gain: 0.2 }),
  deselect: (at) => noise(at, 0.03, { frequency: 2400, q: 3, gain: 0.1 }),
  keep: (at) => knock(at, 0.55, 0.22),
  entry: (at) => noise(at, 0.05, { frequency: 700, q: 1.2, gain: 0.25 }),
  bank: (at) => {
    noise(at, 0.12, { frequency: 3200, q: 0.8, gain: 0.12 });
    noise(at + 0.18, 0.16, { frequency: 2600, q: 0.8, gain: 0.12 });
  },
  farkle: (at) => {
    noise(at, 0.28, { frequency: 320, q: 0.7, gain: 0.3 });
    tone(at, 0.3, { from: 150, to: 70, gain: 0.25 });
  },
  hot: (at) => {
    for (let die = 0; die < 6; die++) knock(at + die * 0.055, 1 + die * 0.12, 0.22);
  },
  turn: (at) => {
    knock(at, 0.7, 0.5);
    knock(at + 0.17, 0.7, 0.5);
  },
  bell: (at) => bell(at),
  win: (at) => {
    noise(at, 0.08, { frequency: 1800, q: 2, gain: 0.2 });
    bell(at + 0.25, 0.14);
  },
  refused: (at) => tone(at, 0.09, { from: 190, to: 140, gain: 0.2 }),
  sat: (at) => noise(at, 0.22, { frequency: 420, q: 2.5, gain: 0.16 }),
};

/** Plays one of the sounds above, if preferences and browser allow. */
export function play(name, ...more) {
  if (!context || context.state !== "running" || !pref("sound") || document.hidden) return;
  SOUNDS[name]?.(context.currentTime, ...more);
}

/** Vibrates, if preferences and device allow. */
export function buzz(pattern) {
  // Before the person has used the page, browsers refuse and log a warning.
  if (pref("buzz") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
