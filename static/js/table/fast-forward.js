// Moves faster than anybody could watch them: computers among themselves, a crowd.
import { $ } from "../lib/dom.js";
import { Throttle } from "../lib/throttle.js";

const MANY = 3; // so many moves
const WITHIN = 500; // in so many ms are too fast to be played out one by one
const FRAME = 16;
const COVERED = 500; // ms between two drawings of a table that lies below a sheet

export class Rush {
  /** `draw()` shows what is true. */
  constructor(draw) {
    this.moves = []; // when the last ones came
    this.drawing = new Throttle(draw, FRAME);
    document.addEventListener("close", () => this.drawing.pending && this.drawing.flush(), true);
  }

  /** A move came. Whether it is one of a rush. */
  came() {
    this.moves = [...this.moves.slice(1 - MANY), performance.now()];
    return this.on;
  }

  get on() {
    return this.moves.length === MANY && performance.now() - this.moves[0] < WITHIN;
  }

  get due() {
    return this.drawing.pending;
  }

  /** One drawing for all that comes meanwhile; none on a page that nobody sees. */
  drawSoon() {
    if (document.hidden) return;
    this.drawing.every = $("dialog[open]") ? COVERED : FRAME;
    this.drawing.schedule();
  }
}
