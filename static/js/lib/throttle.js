// What need not be drawn with every move: once for all that came, in a task of its own.

export class Later {
  /** `draw()` is called at most once in `every` ms. */
  constructor(draw, every) {
    Object.assign(this, { draw, every });
    this.timer = 0;
    this.last = -every;
  }

  get due() {
    return this.timer > 0;
  }

  /** Not before `wait` ms have gone by. */
  soon(wait = 0) {
    this.timer ||= setTimeout(
      () => this.now(),
      Math.max(wait, this.last + this.every - performance.now()),
    );
  }

  now() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.last = performance.now();
    this.draw();
  }
}
