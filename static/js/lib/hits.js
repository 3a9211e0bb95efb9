// What a throw hits: the physics of dice that fly say when, and this says it for dice that nobody
// sees.

/**
 * What a die hits, when, how hard (0 to 1), and where from left (-1) to right (1).
 * @typedef {"felt" | "rim" | "die"} Body
 * @typedef {{ time: number, on: Body, strength: number, pan: number }} Hit
 */

/** @param {number} value @param {number} part */
export const about = (value, part) => value * (1 + part * (Math.random() - 0.5));

const TAPS = [0, 0.01, 0.02, 0.03, 0.045, 0.06];

/** Returns hits of dice that nobody sees fly.
    @param {number} dice @param {number} seconds @returns {Hit[]} */
export function unseenHits(dice, seconds) {
  return Array.from({ length: dice }, (_, die) => {
    const first = 0.3 + 0.12 * Math.random() + TAPS[die % TAPS.length];
    const pan = (Math.random() - 0.5) * 0.8;
    return [
      [0, 0.9],
      [0.16, 0.45],
      [0.27, 0.25],
    ].map(([late, strength], bounce) => ({
      time: (first + about(late, 0.3)) * seconds,
      on: /** @type {Body} */ (bounce === 1 && die % 2 ? "die" : "felt"),
      strength: about(strength, 0.3),
      pan,
    }));
  }).flat();
}
