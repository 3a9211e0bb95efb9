// Shows events one after the other: dice land before the farkle is announced. A batch of events is
// split into scenes. The state on show is behind the actual one until the last scene has ended;
// whatever comes next ends it early.
import { copyOf, fold, punishesStreaks, streakOf } from "../client/fold.js";
import { LENGTHS, bankMoment, greatDice, isBig } from "./text/moments.js";
/** @import { Pace } from "../lib/prefs.js" */
/** @import { BankMoment } from "./text/moments.js" */

/**
 * What is shown at once, for `hold` ms.
 * @typedef {{ events: Wire.Event[], hold: number }} Shown
 * @typedef {Shown & { kind: "still" | "rolloff" | "throw" | "great" | "again" | "hot" }} PlainScene
 * @typedef {Shown & { kind: "farkle", lost: number, penalty: number,
 *     inRow: number, ranOut: boolean }} FarkleScene
 * @typedef {Shown & { kind: "bank", points: number } & BankMoment} BankScene
 * @typedef {PlainScene | FarkleScene | BankScene} Scene
 */

/** Splits a batch of events into scenes. The state `before` is that before them; `acting`: it is my
    turn. @param {Wire.Event[]} events
    @param {{ pace: Pace, before: GameState, rules: Wire.Rules, acting: boolean }} given */
export function split(events, { pace, before, rules, acting }) {
  /** @type {Scene[]} */ const scenes = [];
  const state = copyOf(before);
  /** @type {Wire.Event[]} */ let now = [];
  /** @param {keyof typeof LENGTHS} moment */
  const lasts = (moment) => (LENGTHS[moment] * pace.moment) / LENGTHS.farkle;
  /** @param {PlainScene["kind"]} kind */
  const cut = (kind, hold = 0) => {
    scenes.push({ kind, hold, events: now });
    now = [];
  };
  /** @type {{ points: number, before: GameState } | null} that is part of this scene */
  let banked = null;
  for (const [at, event] of events.entries()) {
    const [name] = event;
    const next = events[at + 1]?.[0];
    if (event[0] === "banked") banked = { points: event[2], before: copyOf(state) };
    now.push(event);
    fold(state, [event], rules);
    if (name === "rolled_off") cut("rolloff", pace.rolloff);
    else if (event[0] === "rolled") {
      cut("throw", pace.throw);
      if (greatDice(event[1]).length && next !== "farkled") cut("great", lasts("great"));
    } else if (name === "second_chance") cut("again", pace.moment / 2);
    // My own hot dice were staged when I selected them.
    else if (name === "hot_dice" && !acting && next === "rolled") {
      cut("hot", lasts("hot"));
    } else if (event[0] === "farkled" || event[0] === "ran_out") {
      const [, , lost] = event;
      const penalty = events.find((other) => other[0] === "penalised")?.[2] ?? 0;
      const inRow = penalty && punishesStreaks(rules) ? state.streaks[event[1]] : 0;
      const scene = { lost, penalty, inRow: inRow >= streakOf(rules) ? inRow : 0 };
      scenes.push({
        kind: "farkle",
        hold: lasts(isBig(scene) ? "bigFarkle" : "farkle"),
        events: now,
        ...scene,
        ranOut: name === "ran_out",
      });
      now = [];
    } else if (banked && next !== "final_round") {
      const found = bankMoment(now, banked.before, state);
      const { points } = banked;
      scenes.push({ kind: "bank", hold: lasts(found.moment), events: now, points, ...found });
      now = [];
      banked = null;
    }
  }
  if (now.length) cut("still");
  return scenes;
}

export class AnimationQueue {
  /** `draw(scene)` draws `this.state`. `ended()` runs when that is the actual state again. `pace()`
      says how long scenes take.
      @param {(scene: Scene) => void} draw @param {() => void} ended @param {() => Pace} pace */
  constructor(draw, ended, pace) {
    this.draw = draw;
    this.ended = ended;
    this.pace = pace;
    /** @type {GameState | null} */ this.state = null;
    /** @type {Scene | null} */ this.scene = null;
    /** @type {Scene[]} */ this.queue = [];
    /** @type {Wire.Rules | null} of the game to which the queued events belong */
    this.rules = null;
    this.timer = 0;
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
  }

  /** The state on show. */
  get shown() {
    if (!this.state) throw new Error("No game is on show.");
    return this.state;
  }

  get busy() {
    return this.scene !== null;
  }

  /** Shows the actual state at once. @param {GameState} state */
  reset(state) {
    clearTimeout(this.timer);
    this.queue = [];
    this.scene = null;
    this.state = copyOf(state);
  }

  /** Shows a batch of events. `late`: more events wait behind it, so it is not animated. `acting`:
      it is my turn. @param {Wire.Event[]} events @param {Wire.Rules} rules
      @param {{ late?: boolean, acting?: boolean }} [options] */
  play(events, rules, { late = false, acting = false } = {}) {
    this.skip();
    this.rules = rules;
    this.queue = split(events, { pace: this.pace(), before: this.shown, rules, acting });
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
    this.fold(scene);
    this.scene = scene;
    this.draw(scene);
    if (scene.hold > 0) this.timer = setTimeout(() => this.next(), scene.hold);
    else this.next();
  }

  fold(/** @type {Scene} */ scene) {
    if (this.rules) fold(this.shown, scene.events, this.rules);
  }

  /** Jumps to the end, and calls `ended`. */
  finish() {
    if (this.skip()) this.ended();
  }

  /** Jumps to the end without drawing. Returns whether anything was left to show. */
  skip() {
    if (!this.scene && !this.queue.length) return false;
    clearTimeout(this.timer);
    for (const scene of this.queue) this.fold(scene);
    this.queue = [];
    this.scene = null;
    return true;
  }
}
