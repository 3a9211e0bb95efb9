// Sound effects as samples. Small bodies ring in a few modes, each of which fades on its own: a die
// is plastic, and hits felt, the wooden rim or another die. Nothing here needs an audio device.
//
// Phones reproduce next to nothing below 700 Hz. So the loudness of an effect is what remains above
// that, and each effect is scaled to its own level.

import { about, unseenHits } from "./hits.js";
/** @import { Hit, Body } from "./hits.js" */

export const RATE = 32000; // samples a second
const EDGE = 700; // Hz; the lowest frequency that the loudspeaker of a phone reproduces
const WINDOW = 0.05; // s; loudness is that of the loudest part as long as this
const HEADROOM = 0.7; // the highest sample of an effect, so that two together are not cut off
const SILENCE = 0.18; // s before the sound of a farkle that loses much
const MUCH = 1000; // points; a farkle that loses as many begins with a silence
const FADES = 5; // times that it takes a mode to fade to a third, after which it is not heard
const TAIL = 0.35; // s in which the tension of a throw fades, unless it is cut off

/**
 * @typedef {[frequency: number, loudness: number, fade: number]} Mode Hz, and seconds to a third
 * @typedef {{ left: Float32Array<ArrayBuffer>, right: Float32Array<ArrayBuffer> }} Samples
 */

/** How each body rings when a die hits it, and how much of the hit is the noise of the contact.
    @type {Record<Body, { modes: Mode[], noise: number, fade: number }>} */
const BODIES = {
  // The cloth swallows what the wood below it would ring.
  felt: {
    modes: [
      [180, 0.5, 0.022],
      [820, 0.8, 0.012],
      [1450, 0.7, 0.009],
      [2600, 0.45, 0.006],
      [4100, 0.2, 0.004],
    ],
    noise: 0.5,
    fade: 0.003,
  },
  rim: {
    modes: [
      [430, 0.5, 0.04],
      [980, 0.9, 0.03],
      [1720, 0.7, 0.022],
      [2950, 0.5, 0.012],
      [4700, 0.25, 0.006],
    ],
    noise: 0.35,
    fade: 0.002,
  },
  die: {
    modes: [
      [2350, 0.7, 0.01],
      [3700, 0.9, 0.008],
      [5200, 0.7, 0.006],
      [7400, 0.4, 0.004],
    ],
    noise: 0.25,
    fade: 0.001,
  },
};

/** A sound that is being made: effects add to it. */
class Canvas {
  /** @param {number} seconds */
  constructor(seconds) {
    const length = Math.ceil(seconds * RATE);
    this.left = new Float32Array(length);
    this.right = new Float32Array(length);
  }

  /** Adds `sample(seconds)` from a time on for so long, at a place from left (-1) to right (1).
      @param {number} from @param {number} seconds @param {(time: number) => number} sample */
  add(from, seconds, sample, pan = 0) {
    const start = Math.round(from * RATE);
    const end = Math.min(this.left.length, start + Math.round(seconds * RATE));
    const [left, right] = [Math.sqrt((1 - pan) / 2), Math.sqrt((1 + pan) / 2)];
    for (let at = start; at < end; at++) {
      const value = sample((at - start) / RATE);
      this.left[at] += value * left;
      this.right[at] += value * right;
    }
  }

  /** Adds a mode that rings and fades: a resonator that is struck once costs two products a sample.
      @param {number} from @param {Mode} mode */
  ring(from, [frequency, loudness, fade], pan = 0) {
    const turn = (2 * Math.PI * frequency) / RATE;
    const shrink = Math.exp(-1 / (fade * RATE));
    const [next, last] = [2 * shrink * Math.cos(turn), shrink * shrink];
    let [value, before] = [0, (-loudness * Math.sin(turn)) / shrink];
    const [left, right] = [Math.sqrt((1 - pan) / 2), Math.sqrt((1 + pan) / 2)];
    const start = Math.round(from * RATE);
    const end = Math.min(this.left.length, start + Math.round(fade * FADES * RATE));
    for (let at = start; at < end; at++) {
      this.left[at] += value * left;
      this.right[at] += value * right;
      const after = next * value - last * before;
      before = value;
      value = after;
    }
  }
}

/** Adds the sound of one hit. A soft one is duller: its higher modes are hardly struck.
    @param {Canvas} canvas @param {Hit} hit @param {number} [pitch] */
function strike(canvas, { time, on, strength, pan }, pitch = 1) {
  const { modes, noise, fade } = BODIES[on];
  const size = about(pitch, 0.12);
  for (const [frequency, loudness, seconds] of modes) {
    const gain = about(loudness, 0.5) * strength ** (1 + frequency / 6000);
    canvas.ring(time, [about(frequency, 0.06) * size, gain, seconds], pan);
  }
  const gain = noise * strength ** 1.5;
  const burst = (/** @type {number} */ t) => gain * Math.exp(-t / fade) * (Math.random() * 2 - 1);
  canvas.add(time, fade * FADES, burst, pan);
}

/** Noise of a band, as of something that is rubbed.
    @param {Canvas} canvas @param {number} from @param {number} seconds @param {number} frequency */
function rub(canvas, from, seconds, frequency, gain = 1) {
  let [low, band] = [0, 0];
  const tuning = 2 * Math.sin((Math.PI * frequency) / RATE);
  canvas.add(from, seconds, (t) => {
    low += tuning * band;
    band += tuning * (Math.random() * 2 - 1 - low - 0.9 * band);
    return gain * band * Math.sin((Math.PI * t) / seconds);
  });
}

/** A tone that glides from one frequency to another, with the overtones of a small loudspeaker.
    @param {Canvas} canvas @param {number} from @param {number} seconds
    @param {[first: number, last: number]} frequencies @param {(part: number) => number} swell */
function glide(canvas, from, seconds, [first, last], swell) {
  let phase = 0;
  canvas.add(from, seconds, (t) => {
    const part = t / seconds;
    phase += (2 * Math.PI * first * (last / first) ** part) / RATE;
    return swell(part) * (Math.sin(phase) + Math.sin(2 * phase) / 2 + Math.sin(3 * phase) / 3);
  });
}

/** @param {Canvas} canvas @param {number} from */
function bell(canvas, from, pitch = 1, gain = 1) {
  for (const [part, loudness, fade] of [
    [1, 1, 0.5],
    [2.76, 0.6, 0.3],
    [5.4, 0.25, 0.12],
  ]) {
    canvas.ring(from, [880 * pitch * part, gain * loudness, fade]);
  }
}

/** How long each effect takes (s), how loud it is (dB of a full sine above EDGE), and what it
    consists of. @satisfies {Record<string, Effect<any>>} */
const EFFECTS = {
  throw: effect(1.6, -20, (canvas, /** @type {Hit[]} */ hits) => {
    for (const hit of hits) strike(canvas, hit);
  }),
  /** Dice in a closed hand */
  held: effect(0.9, -28, (canvas) => {
    for (let at = 0; at < 11; at++) {
      const time = at * 0.07 + Math.random() * 0.04;
      strike(canvas, { time, on: "die", strength: about(0.5, 0.6), pan: 0 }, 0.8);
    }
  }),
  /** Rises while dice with so much at risk are in the air for so many seconds. */
  tension: effect(4, -27, (canvas, /** @type {number} */ risk, /** @type {number} */ seconds) => {
    const high = Math.min(1, risk / 3000);
    const swell = (/** @type {number} */ part) =>
      part ** 1.5 * Math.min(1, (1 - part) * seconds * 3);
    const from = 190 + 120 * high;
    glide(canvas, 0, seconds + TAIL, [from, from * (1.5 + high)], swell);
  }),
  select: effect(0.1, -28, (canvas) => strike(canvas, tap("die", 0.7), 0.9)),
  deselect: effect(0.1, -29, (canvas) => strike(canvas, tap("die", 0.5), 0.65)),
  keep: effect(0.5, -24, (canvas, dice = 1) => {
    for (let die = 0; die < dice; die++) {
      strike(canvas, { ...tap("rim", 0.6), time: die * 0.035 }, 0.9 + die * 0.03);
    }
  }),
  entry: effect(0.2, -26, (canvas) => strike(canvas, tap("rim", 0.9), 0.7)),
  /** The pencil writes as many figures as the points have. */
  bank: effect(1.2, -24, (canvas, points = 100) => {
    for (let at = 0; at < String(Math.abs(points)).length; at++) {
      rub(canvas, at * 0.13, about(0.09, 0.5), about(2900, 0.3));
    }
  }),
  /** The rubber, and a tone that sinks; after much was lost it is silent first. */
  farkle: effect(1.1, -20, (canvas, lost = 0) => {
    const much = lost >= MUCH;
    const from = much ? SILENCE : 0;
    for (let at = 0; at < (much ? 4 : 2); at++) {
      rub(canvas, from + at * 0.12, 0.14, at % 2 ? 1100 : 850, 0.8);
    }
    const fall = much ? 0.75 : 0.4;
    glide(canvas, from, fall, much ? [330, 110] : [300, 150], (part) => 0.5 * (1 - part) ** 2);
  }),
  hot: effect(0.6, -21, (canvas) => {
    for (let die = 0; die < 6; die++) {
      strike(canvas, { ...tap("rim", 0.8), time: die * 0.055 }, 1 + die * 0.14);
    }
  }),
  /** Knuckles on the table */
  turn: effect(0.5, -21, (canvas) => {
    for (const time of [0, 0.17]) strike(canvas, { ...tap("rim", 1), time }, 0.75);
  }),
  /** A fist on the table */
  knock: effect(0.6, -21, (canvas) => {
    for (const time of [0, 0.13, 0.26]) strike(canvas, { ...tap("rim", 1), time }, 0.55);
  }),
  /** Far away */
  bell: effect(1.7, -26, (canvas) => bell(canvas, 0)),
  win: effect(2.9, -20, (canvas) => {
    for (const hit of unseenHits(6, 0.9)) strike(canvas, hit);
    rub(canvas, 0.95, 0.08, 1800, 0.6); // the pencil is laid down
    bell(canvas, 1.15, 1, 0.7);
    bell(canvas, 1.33, 1.26, 0.5);
  }),
  refused: effect(0.2, -27, (canvas) => {
    for (const time of [0, 0.08]) strike(canvas, { ...tap("felt", 0.6), time }, 0.8);
  }),
  /** A chair is pulled up to the table. */
  sat: effect(0.35, -27, (canvas) => {
    rub(canvas, 0, 0.22, 950);
    strike(canvas, { ...tap("rim", 0.5), time: 0.2 }, 0.6);
  }),
};

/** @typedef {keyof typeof EFFECTS} Name */
export const NAMES = /** @type {Name[]} */ (Object.keys(EFFECTS));

/**
 * @template {any[]} T
 * @typedef {{ seconds: number, level: number, make: (canvas: Canvas, ...given: T) => void }} Effect
 */

/** @template {any[]} T @param {number} seconds @param {number} level
    @param {(canvas: Canvas, ...given: T) => void} make @returns {Effect<T>} */
function effect(seconds, level, make) {
  return { seconds, level, make };
}

/** @param {Body} on @param {number} strength @returns {Hit} */
function tap(on, strength) {
  return { time: 0, on, strength, pan: 0 };
}

/** Returns the loudness of the loudest part above EDGE, as a share of full.
    @param {Samples} samples */
function phoneLoudness({ left, right }) {
  const step = Math.exp((-2 * Math.PI * EDGE) / RATE);
  const window = Math.round(WINDOW * RATE);
  let [loudest, sum, high, before] = [0, 0, 0, 0];
  for (let at = 0; at < left.length; at++) {
    const value = left[at] + right[at];
    high = step * (high + value - before);
    before = value;
    sum += high * high;
    if (at % window < window - 1 && at < left.length - 1) continue;
    loudest = Math.max(loudest, sum / 2 / window);
    sum = 0;
  }
  return Math.sqrt(loudest);
}

/** Returns the samples of an effect. @param {Name} name @param {any[]} given @returns {Samples} */
export function render(name, ...given) {
  const { seconds, level, make } = /** @type {Effect<any[]>} */ (EFFECTS[name]);
  const canvas = new Canvas(seconds);
  make(canvas, ...given);
  const { left, right } = canvas;
  let peak = 1e-6;
  for (const samples of [left, right]) {
    for (const value of samples) peak = Math.max(peak, Math.abs(value));
  }
  const gain = Math.min(
    10 ** (level / 20) / Math.max(1e-6, phoneLoudness(canvas)),
    HEADROOM / peak,
  );
  for (let at = 0; at < left.length; at++) {
    left[at] *= gain;
    right[at] *= gain;
  }
  return { left, right };
}
