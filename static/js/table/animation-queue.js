// Shows events one after the other: dice land before the farkle is announced. A batch of events is
// split into scenes. The state on show is behind the actual one until the last scene has ended;
// whatever comes next ends it early.
import { copyOf, fold } from "../client/fold.js";

/** Splits a batch of events into scenes: {kind, events, hold (ms), and what else it shows}. */
function split(events, pace) {
  const scenes = [];
  let now = { events: [], hold: 0, kind: "still" };
  const cut = (kind, hold) => {
    scenes.push({ ...now, kind, hold });
    now = { events: [], hold: 0, kind: "still" };
  };
  for (const event of events) {
    now.events.push(event);
    if (event[0] === "rolled_off") cut("rolloff", pace.rolloff);
    else if (event[0] === "rolled") cut("throw", pace.throw);
    else if (event[0] === "second_chance") cut("again", pace.moment / 2);
    else if (event[0] === "farkled" || event[0] === "ran_out") {
      cut("farkle", pace.moment);
      const penalty = events.find(([name]) => name === "penalised");
      Object.assign(scenes.at(-1), {
        lost: event[2],
        ranOut: event[0] === "ran_out",
        penalty: penalty?.[2] ?? 0,
      });
    } else if (event[0] === "banked") {
      cut("bank", pace.moment / 2);
      scenes.at(-1).points = event[2];
    }
  }
  if (now.events.length) scenes.push(now);
  return scenes;
}

export class AnimationQueue {
  /** `draw(scene)` draws `this.state`. `ended()` runs when that is the actual state again. `pace()`
      says how long scenes take. */
  constructor(draw, ended, pace) {
    this.draw = draw;
    this.ended = ended;
    this.pace = pace;
    this.state = null;
    this.scene = null;
    this.rules = null; // of the game to which the queued events belong
    this.queue = [];
    this.timer = 0;
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
  }

  get busy() {
    return this.scene !== null;
  }

  /** Shows the actual state at once. */
  reset(state) {
    clearTimeout(this.timer);
    this.queue = [];
    this.scene = null;
    this.state = copyOf(state);
  }

  /** Shows a batch of events. `late`: more events wait behind it, so it is not animated. */
  play(events, rules, late = false) {
    this.skip();
    this.rules = rules;
    this.queue = split(events, this.pace());
    if (late) this.finish();
    else this.next();
  }

  next() {
    const scene = this.queue.shift();
    if (!scene) {
      this.scene = null;
      this.ended();
      return;
    }
    fold(this.state, scene.events, this.rules);
    this.scene = scene;
    this.draw(scene);
    if (scene.hold > 0) this.timer = setTimeout(() => this.next(), scene.hold);
    else this.next();
  }

  /** Jumps to the end, and calls `ended`. */
  finish() {
    if (this.skip()) this.ended();
  }

  /** Jumps to the end without drawing. Returns whether anything was left to show. */
  skip() {
    if (!this.scene && !this.queue.length) return false;
    clearTimeout(this.timer);
    for (const scene of this.queue) fold(this.state, scene.events, this.rules);
    this.queue = [];
    this.scene = null;
    return true;
  }
}
