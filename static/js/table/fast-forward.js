// Moves that follow each other too fast to be watched, as of computers among themselves, are drawn
// together and without animations.
import { optional } from "../lib/dom.js";
import { Throttle } from "../lib/throttle.js";

// This many moves within so many ms are too fast to be watched.
const MOVES = 3;
const WITHIN = 500;
const FRAME = 16;
const COVERED = 500; // ms between two drawings of a table that a dialog covers

export class FastForward {
  /** `draw()` draws the actual state. @param {() => void} draw */
  constructor(draw) {
    /** @type {number[]} */ this.moves = []; // times of the last moves
    this.drawing = new Throttle(draw, FRAME);
    document.addEventListener("close", () => this.drawing.pending && this.drawing.flush(), true);
  }

  /** Counts a move. Returns whether moves come too fast now. */
  countMove() {
    this.moves = [...this.moves.slice(1 - MOVES), performance.now()];
    return this.on;
  }

  get on() {
    return this.moves.length === MOVES && performance.now() - this.moves[0] < WITHIN;
  }

  get pending() {
    return this.drawing.pending;
  }

  /** Draws once for all moves that come meanwhile; not at all while the page is hidden. */
  drawSoon() {
    if (document.hidden) return;
    this.drawing.every = optional("dialog[open]") ? COVERED : FRAME;
    this.drawing.schedule();
  }
}
