// What the server says of a whole game once it has ended (`result` in games/views/replay.py): the
// numbers at once, and the chances to win when they have been worked out.

/**
 * @typedef {object} Row of a seat
 * @property {number} best points of the best turn
 * @property {number} farkles
 * @property {number} turns
 * @property {number | null} accuracy of 100
 * @property {number[][]} [kept] the dice of the best turn, roll by roll
 * @property {number} [round] of the best turn
 * @property {number | null} [luck] of the seat's side: what its own dice did to its chance to win
 * @property {{ loss: string, exact: boolean, url: string } | null} [mistake] the costliest choice
 *
 * @typedef {object} Deciding the roll that decided the game
 * @property {number} seat
 * @property {number} round
 * @property {boolean} playoff
 * @property {number} points of its turn
 * @property {"lead" | "ahead" | "best"} how its turn took the lead for good, or put the winners
 *   further ahead, or was their best
 * @property {number[]} dice
 * @property {number[]} kept positions in `dice`
 * @property {number} at when the turn ended, as a fraction of the game
 *
 * @typedef {object} Lines from turn to turn
 * @property {"chances" | "scores"} kind
 * @property {{ seats: number[], values: number[] }[]} sides by place
 *
 * @typedef {[name: string, accuracy: number]} Computer
 *
 * @typedef {object} Details
 * @property {number} number of the game; 0 before anything is known
 * @property {string} [length] "12 rounds, 8 minutes"
 * @property {number | null} [par] of a race: what the best play for points makes of its dice
 * @property {Row[]} [rows] by seat
 * @property {Computer[]} [computers] from the weakest on
 * @property {"ready" | "waiting" | "failed" | "many_sides"} [analysis] of the chances to win
 * @property {boolean} [solvable] whether exact chances will take the place of these
 * @property {Deciding | null} [deciding]
 * @property {Lines | null} [lines] null if no turn was played
 */

const FIRST_WAIT = 1000; // ms until the first question whether the chances are known
const LONGEST_WAIT = 10_000;
const ATTEMPTS = 20; // two and a half minutes
const FORBIDDEN = 403; // the host shows games to their players only

export class DetailsOfGame {
  /** @type {Details} */ details = { number: 0 };
  /** @type {Promise<void> | null} until the server has answered for the first time */
  first = null;

  /** `changed()` runs with each answer. @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** Fetches the details of a game, unless they are here or on their way. @param {number} number */
  want(number) {
    if (this.details.number === number) return;
    this.details = { number };
    this.first = this.fetch(number, ATTEMPTS, FIRST_WAIT);
  }

  /** Fetches them, and later again until the chances are known, exactly where they can be.
      @param {number} number @param {number} attempts @param {number} wait ms until the next */
  async fetch(number, attempts, wait) {
    const answer = await ask(number);
    if (this.details.number !== number) return;
    const isEstimated = this.details.analysis === "ready"; // and stays until there is better
    const waiting = answer === "later" || (answer !== "never" && answer.analysis === "waiting");
    if (typeof answer === "object" && !(waiting && isEstimated)) {
      this.details = { ...answer, number };
    }
    const isWhole = typeof answer !== "object" || (answer.par !== null && !answer.solvable);
    if ((waiting || !isWhole) && attempts) {
      setTimeout(() => {
        const next = Math.min(LONGEST_WAIT, wait * 1.5);
        if (this.details.number === number) this.fetch(number, attempts - 1, next);
      }, wait);
    } else if ((waiting && !isEstimated) || answer === "never") {
      this.details = { ...this.details, analysis: "failed" };
    }
    this.changed();
  }
}

/** Returns the details of a game, or whether there may be an answer later.
    @param {number} number @returns {Promise<Omit<Details, "number"> | "later" | "never">} */
async function ask(number) {
  try {
    const answer = await fetch(`${document.documentElement.dataset.path}result/${number}/`);
    if (answer.ok) return await answer.json();
    return answer.status === FORBIDDEN ? "never" : "later";
  } catch {
    return "later";
  }
}
