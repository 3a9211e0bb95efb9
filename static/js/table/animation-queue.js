// What has happened is shown one moment after the other: the throw lands before its farkle is told. The
// shown state runs behind the true one by at most a scene; whatever comes next cuts the scene short.
import { copyOf, fold } from "../client/fold.js";

/** Splits a batch of events into scenes, each shown for a while before the next. */
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

export class Scenes {
  /** `draw(scene)` shows `this.state`; `ended()` is called when the shown state is the true one. */
  constructor(draw, ended, pace) {
    this.draw = draw;
    this.ended = ended;
    this.pace = pace;
    this.state = null;
    this.scene = null;
    this.rules = null; // of the game that the queued events are of
    this.queue = [];
    this.timer = 0;
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
  }

  get busy() {
    return this.scene !== null;
  }

  /** The true state, at once. */
  reset(state) {
    clearTimeout(this.timer);
    this.queue = [];
    this.scene = null;
    this.state = copyOf(state);
  }

  /** `late`: more events wait behind these, so nothing of them is played out. */
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

  /** Skips to the end of what is being shown. */
  finish() {
    if (this.skip()) this.ended();
  }

  /** The same without a word, for whom something else is to show at once. */
  skip() {
    if (!this.scene && !this.queue.length) return false;
    clearTimeout(this.timer);
    for (const scene of this.queue) fold(this.state, scene.events, this.rules);
    this.queue = [];
    this.scene = null;
    return true;
  }
}
