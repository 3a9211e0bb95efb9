// Plays the sound effects of synth.js, and vibrates. No sound carries information of its own, and
// none loops.
import { pref } from "./prefs.js";
/** @import { Hit } from "./hits.js" */
/** @import { Name } from "./synth.js" */
/** @typedef {typeof import("./synth.js")} Synth */

const CUT = 0.012; // s in which the tension ends when it is cut off, which must not click
const FELT = 0.35; // a softer hit is heard but not felt
const APART = 0.04; // s between two pulses; hits that are closer are felt as one

const LATE = 300; // ms after which the first sound is no longer worth hearing

// These are there once the person has used the page: only then do browsers allow sound.
/** @type {AudioContext} */
let context;
/** @type {GainNode} sets the volume of all sounds */
let master;
/** @type {Synth | undefined} */
let synth;
/** @type {Promise<Synth>} */
let loading;
/** @type {GainNode | null} the tension of the last throw */
let tension = null;

// A finger gives the permission when it is lifted.
for (const kind of ["pointerdown", "pointerup", "keydown"]) {
  addEventListener(kind, () => {
    if (!pref("sound")) return;
    if (!context && globalThis.AudioContext) {
      loading = import("./synth.js").then((script) => (synth = script));
      loading.catch(() => {}); // Without a network there is no sound.
      context = new AudioContext();
      master = context.createGain();
      // Several effects at once must not crackle.
      master.connect(context.createDynamicsCompressor()).connect(context.destination);
    }
    if (context?.state === "suspended") context.resume();
  });
}

/** Plays an effect, if preferences and browser allow. The first one waits a moment for what makes
    it. A farkle cuts the tension off.
    @param {Name} name @param {any[]} given */
export function play(name, ...given) {
  if (!context || !pref("sound") || !pref("volume") || document.hidden) return;
  if (synth && context.state === "running") {
    start(synth, name, given);
    return;
  }
  const asked = Date.now();
  Promise.all([loading, context.resume()])
    .then(([script]) => Date.now() - asked < LATE && start(script, name, given))
    .catch(() => {});
}

/** @param {Synth} script @param {Name} name @param {any[]} given */
function start(script, name, given) {
  // Loudness is felt as about the square of the gain.
  master.gain.value = (pref("volume") / 100) ** 2;
  const { left, right } = script.render(name, ...given);
  const buffer = context.createBuffer(2, left.length, script.RATE);
  buffer.copyToChannel(left, 0);
  buffer.copyToChannel(right, 1);
  const source = context.createBufferSource();
  source.buffer = buffer;
  const fader = context.createGain();
  source.connect(fader).connect(master);
  source.start();
  if (name === "farkle" || name === "tension") {
    tension?.gain.setTargetAtTime(0, context.currentTime, CUT);
    tension = name === "tension" ? fader : null;
  }
}

/** Vibrates, if preferences and device allow. @param {VibratePattern} pattern */
export function buzz(pattern) {
  // Before the person has used the page, browsers refuse and log a warning.
  if (pref("buzz") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

/** Returns a vibration with a pulse for each hard hit. @param {Hit[]} hits */
export function pulses(hits) {
  const pattern = [0];
  let end = 0; // ms
  for (const { time, strength } of [...hits].sort((a, b) => a.time - b.time)) {
    const pause = Math.round(time * 1000 - end);
    if (strength < FELT || pause < APART * 1000) continue;
    const pulse = Math.round(6 + 14 * strength);
    pattern.push(pause, pulse);
    end += pause + pulse;
  }
  return pattern;
}
