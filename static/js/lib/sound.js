// Sound effects, synthesised. None of them carries information of its own, and none loops.
import { pref } from "./prefs.js";

const MUCH = 1000; // points; a farkle that loses as many begins with a silence

// These are there once the person has used the page: only then do browsers allow sound.
/** @type {AudioContext} */
let context;
/** @type {GainNode} sets the volume of all sounds */
let master;
/** @type {AudioBuffer} a second of noise, from which sounds take pieces */
let hiss;

for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => {
    if (!pref("sound")) return;
    if (!context && globalThis.AudioContext) {
      context = new AudioContext();
      master = context.createGain();
      // Six dice at once must not crackle.
      master.connect(context.createDynamicsCompressor()).connect(context.destination);
    }
    if (context?.state === "suspended") context.resume();
  });
}

/** @param {number} at @param {number} length
    @param {{ frequency: number, q?: number, gain?: number }} how */
function noise(at, length, { frequency, q = 1, gain = 0.3 }) {
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  source.buffer = hiss;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  filter.Q.value = q;
  source
    .connect(filter)
    .connect(faded(at, length, gain))
    .connect(master);
  source.start(at, Math.random() * (1 - length), length);
}

/** @param {number} at @param {number} length @param {number} gain */
function faded(at, length, gain) {
  const node = context.createGain();
  node.gain.setValueAtTime(gain, at);
  node.gain.exponentialRampToValueAtTime(0.0008, at + length);
  return node;
}

/** @param {number} at @param {number} length
    @param {{ from: number, to?: number, gain?: number }} how */
function tone(at, length, { from, to, gain = 0.2 }) {
  const source = context.createOscillator();
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to ?? from, at + length);
  source.connect(faded(at, length, gain)).connect(master);
  source.start(at);
  source.stop(at + length);
}

/** A die on felt: the click of the body, and the table's thud below it. @param {number} at */
function knock(at, pitch = 1, gain = 0.4) {
  noise(at, 0.018, { frequency: 3400 * pitch, q: 1.4, gain: gain * 0.8 });
  noise(at, 0.06, { frequency: 760 * pitch, q: 2.2, gain });
  tone(at, 0.08, { from: 210 * pitch, to: 105 * pitch, gain: gain * 0.55 });
}

/** Two dice against each other: higher, and without the table. @param {number} at */
function click(at, pitch = 1, gain = 0.15) {
  noise(at, 0.022, { frequency: 4200 * pitch, q: 2.6, gain });
  tone(at, 0.03, { from: 1650 * pitch, to: 1400 * pitch, gain: gain * 0.35 });
}

/** @param {number} value @param {number} part */
const about = (value, part) => value * (1 + part * (Math.random() - 0.5));

/** A roll: dice leave the hand, land one after the other, bounce and run out.
    @param {number} at @param {number} dice @param {number} seconds */
function roll(at, dice, seconds) {
  for (let die = 0; die < dice; die++) {
    const pitch = about(1.05, 0.4);
    if (die) click(at + Math.random() * seconds * 0.16, about(1, 0.4), 0.1);
    // When it hits the felt, in parts of the roll, and how loudly.
    const first = 0.42 + 0.12 * Math.random() + die * 0.012;
    for (const [late, loud] of [
      [0, 0.3],
      [0.13, 0.16],
      [0.22, 0.09],
      [0.28, 0.05],
    ]) {
      const when = (first + about(late, 0.3)) * seconds;
      knock(at + when, pitch * about(1, 0.12), about(loud, 0.4) / Math.sqrt(1 + dice / 6));
    }
    if (dice > 2 && die % 2) click(at + (first + 0.18 * Math.random()) * seconds, 1.1, 0.09);
  }
}

/** Strokes of a pencil, so many. @param {number} at @param {number} count */
function strokes(at, count) {
  for (let stroke = 0; stroke < count; stroke++) {
    const length = about(0.09, 0.5);
    noise(at + stroke * 0.13, length, { frequency: about(2900, 0.3), q: 0.8, gain: 0.13 });
  }
}

function bell(/** @type {number} */ at, gain = 0.1, pitch = 1) {
  for (const [part, weight] of [
    [1, 1],
    [2.76, 0.5],
    [5.4, 0.25],
  ]) {
    tone(at, 1.6, { from: 660 * pitch * part, gain: gain * weight });
  }
}

/** @satisfies {Record<string, (at: number, ...given: number[]) => void>} */
const SOUNDS = {
  throw: (at, dice = 6, ms = 900) => roll(at, dice, Math.max(0.3, ms / 1000)),
  /** Dice in a closed hand */
  held: (at) => {
    for (let one = 0; one < 9; one++) {
      click(at + one * 0.075 + Math.random() * 0.04, about(0.8, 0.3), 0.05);
    }
  },
  select: (at) => click(at, 0.9, 0.2),
  deselect: (at) => click(at, 0.6, 0.1),
  keep: (at, dice = 1) => {
    for (let die = 0; die < dice; die++) {
      knock(at + die * 0.03, 0.55 + die * 0.03, 0.2 / (1 + die / 4));
    }
  },
  entry: (at) => noise(at, 0.05, { frequency: 700, q: 1.2, gain: 0.25 }),
  /** The pencil writes as many figures as the points have. */
  bank: (at, points = 100) => strokes(at, String(Math.abs(points)).length),
  /** The rubber; after much was lost it is silent first. */
  farkle: (at, lost = 0) => {
    const much = lost >= MUCH;
    const from = at + (much ? 0.18 : 0);
    const rubs = much ? 4 : 2;
    for (let rub = 0; rub < rubs; rub++) {
      noise(from + rub * 0.12, 0.14, { frequency: rub % 2 ? 360 : 290, q: 0.8, gain: 0.26 });
    }
    tone(from, much ? 0.5 : 0.3, { from: much ? 120 : 150, to: much ? 48 : 70, gain: 0.25 });
  },
  hot: (at) => {
    for (let die = 0; die < 6; die++) knock(at + die * 0.055, 1 + die * 0.12, 0.22);
  },
  turn: (at) => {
    knock(at, 0.7, 0.5);
    knock(at + 0.17, 0.7, 0.5);
  },
  /** Far away */
  bell: (at) => bell(at, 0.07),
  win: (at) => {
    roll(at, 6, 0.7);
    noise(at + 0.75, 0.08, { frequency: 1800, q: 2, gain: 0.2 }); // the pencil is laid down
    bell(at + 1, 0.14);
    bell(at + 1.18, 0.1, 1.26);
  },
  refused: (at) => tone(at, 0.09, { from: 190, to: 140, gain: 0.2 }),
  sat: (at) => noise(at, 0.22, { frequency: 420, q: 2.5, gain: 0.16 }),
};

/** Plays one of the sounds above, if preferences and browser allow.
    @param {keyof typeof SOUNDS} name @param {number[]} more */
export function play(name, ...more) {
  if (!context || context.state !== "running" || !pref("sound") || document.hidden) return;
  if (!pref("volume")) return;
  // Loudness is felt as about the square of the gain.
  master.gain.value = (pref("volume") / 100) ** 2;
  SOUNDS[name](context.currentTime, ...more);
}

/** Vibrates, if preferences and device allow. @param {VibratePattern} pattern */
export function buzz(pattern) {
  // Before the person has used the page, browsers refuse and log a warning.
  if (pref("buzz") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
