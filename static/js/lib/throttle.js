// Limits how often something is drawn: many changes, one drawing, in a task of its own.

export class Throttle {
  /** `draw()` runs at most once in `every` ms. @param {() => void} draw @param {number} every */
  constructor(draw, every) {
    this.draw = draw;
    this.every = every;
    this.timer = 0;
    this.last = -every;
  }

  get pending() {
    return this.timer > 0;
  }

  /** Draws as soon as allowed, but not before `wait` ms have passed. */
  schedule(wait = 0) {
    const allowed = this.last + this.every - performance.now();
    this.timer ||= setTimeout(() => this.flush(), Math.max(wait, allowed));
  }

  /** Draws at once. */
  flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.last = performance.now();
    this.draw();
  }
}
