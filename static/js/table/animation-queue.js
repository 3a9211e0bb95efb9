// Shows events one after the other: dice land before the farkle is announced. A batch of events is
// split into scenes. The state on show is behind the actual one until the last scene has ended;
// whatever comes next ends it early.
import { copyOf, fold } from "../client/fold.js";
import { BIG_FARKLE, LENGTHS, bankMoment } from "./moments.js";

/** Splits a batch of events into scenes: {kind, events, hold (ms), and what else it shows}. The
    state `before` is that before them; `acting`: it is my turn. */
export function split(events, { pace, before, rules, acting }) {
  const scenes = [];
  const state = copyOf(before);
  let now = { events: [], hold: 0, kind: "still" };
  const lasts = (moment) => (LENGTHS[moment] * pace.moment) / LENGTHS.farkle;
  const cut = (kind, hold, more) => {
    scenes.push({ ...now, kind, hold, ...more });
    now = { events: [], hold: 0, kind: "still" };
  };
  let banked = null; // the state before the bank of this scene
  for (const [at, event] of events.entries()) {
    const [name] = event;
    if (name === "banked") banked = { points: event[2], before: copyOf(state) };
    now.events.push(event);
    fold(state, [event], rules);
    if (name === "rolled_off") cut("rolloff", pace.rolloff);
    else if (name === "rolled") cut("throw", pace.throw);
    else if (name === "second_chance") cut("again", pace.moment / 2);
    // My own hot dice were staged when I selected them.
    else if (name === "hot_dice" && !acting && events[at + 1]?.[0] === "rolled") {
      cut("hot", lasts("hot"));
    } else if (name === "farkled" || name === "ran_out") {
      const lost = event[2];
      const penalty = events.find(([one]) => one === "penalised");
      cut("farkle", lasts(lost >= BIG_FARKLE ? "bigFarkle" : "farkle"), {
        lost,
        ranOut: name === "ran_out",
        penalty: penalty?.[2] ?? 0,
      });
    } else if (banked && events[at + 1]?.[0] !== "final_round") {
      const found = bankMoment(now.events, banked.before, state);
      cut("bank", lasts(found.moment), { points: banked.points, ...found });
      banked = null;
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

  /** Shows a batch of events. `late`: more events wait behind it, so it is not animated.
      `acting`: it is my turn. */
  play(events, rules, { late = false, acting = false } = {}) {
    this.skip();
    this.rules = rules;
    this.queue = split(events, { pace: this.pace(), before: this.state, rules, acting });
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
