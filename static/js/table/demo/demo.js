// The demonstration of the home page: a recorded turn, shown over and over by the table's own
// parts. It is loaded when it comes into sight. Where dice cannot fly, or nothing is to move, the
// picture that the server has drawn stays: the first roll, with the dice that score selected.
import { $, attr, shown, text } from "../../lib/dom.js";
import { gettext } from "../../lib/i18n.js";
import { onPref, pace } from "../../lib/prefs.js";
import { copyOf, fold, newState } from "../../client/fold.js";
import { legalMoves } from "../../client/legal-moves.js";
import { modelWithoutRoom } from "../model.js";
import { Selection } from "../selection.js";
import { Slip } from "../slip.js";
import { Tray } from "../tray.js";
import { BEFORE, MOVES, RULES } from "./record.js";
/** @import { Scene } from "../animation-queue.js" */
/** @import { Model } from "../model.js" */

// How long a picture is looked at, in ms.
const READ = 2200;
const RATTLE = 600;
const LOOK = 700;
const TAP = 450;

/** What each move shows while the dice are rolled, and once those that score are selected. */
const WORDS = () => [
  [gettext("Roll six dice."), gettext("Keep what scores.")],
  [gettext("Roll the rest."), gettext("All six score: hot dice!")],
  [gettext("Roll all six again."), gettext("Bank before your luck runs out.")],
  [gettext("Banked: these points are safe.")],
];

const nothing = () => {};

export class Demo {
  constructor() {
    this.words = $("#demo-words");
    this.pause = $("input#demo-pause");
    this.tray = new Tray(nothing, nothing);
    this.slip = new Slip({ undo: nothing, skipTips: nothing, redraw: nothing });
    this.selection = new Selection();
    this.beginning = fold(newState(RULES, 2, null), BEFORE, RULES);
    this.state = this.beginning;
    /** @type {Scene | null} */ this.scene = null;
    /** @type {Model["rolling"]} */ this.rolling = null;
    this.pictures = this.play();
    this.inSight = true;
    this.timer = 0;
  }

  /** Begins to play, if dice can fly here. */
  async start() {
    if (!(await this.tray.loadStage())) return;
    // What the server has drawn without the scripts' knowledge.
    $("#kept").replaceChildren();
    this.pictures.next();
    shown($(".pause"), true);
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.inSight = isIntersecting;
      this.update();
    }).observe(this.tray.node);
    this.pause.addEventListener("change", () => this.update());
    document.addEventListener("visibilitychange", () => this.update());
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => this.update());
    onPref(() => this.update());
    this.update();
  }

  /** Goes on or stops, as it is wanted now. */
  update() {
    const moves = pace().tumble;
    shown($(".pause"), moves || document.hidden);
    if (moves && this.inSight && !this.pause.checked) {
      if (!this.timer) this.wait(LOOK);
      return;
    }
    clearTimeout(this.timer);
    this.timer = 0;
    this.tray.dice.land();
    if (moves) return;
    this.pictures = this.play();
    this.pictures.next();
  }

  /** Shows the next picture in so many ms. @param {number} ms */
  wait(ms) {
    this.timer = setTimeout(() => this.wait(this.pictures.next().value), ms);
  }

  /** Shows the turn over and over, beginning with the picture that the server has drawn. Yields how
      long each picture is looked at, in ms.
      @returns {Generator<number, never>} */
  *play() {
    const [first, ...others] = MOVES.map((move, at) => ({ ...move, words: WORDS()[at] }));
    this.begin();
    this.fold(first.events, first.may);
    for (const at of first.taps) this.selection.toggle(at);
    for (;;) {
      yield* this.show(first.words[1], READ);
      for (const move of others) yield* this.move(move);
      this.begin();
      yield* this.show(first.words[0], READ);
      yield* this.move(first);
    }
  }

  /** Goes back to the start of the turn: six dice are to be rolled. */
  begin() {
    this.state = copyOf(this.beginning);
    this.selection.set([], legalMoves({}));
    this.scene = null;
    this.rolling = null;
  }

  /** @param {Wire.Event[]} events @param {Wire.May} may */
  fold(events, may) {
    fold(this.state, events, RULES);
    this.selection.set(this.state.throw, legalMoves(may));
  }

  /** @param {(typeof MOVES)[number] & { words: string[] }} move
      @returns {Generator<number, void>} */
  *move({ events, may, taps, words }) {
    const row = this.selection.rows.get("") ?? this.selection.row;
    const last = events[events.length - 1];
    if (last[0] === "banked") {
      this.fold(events, may);
      this.scene = { kind: "bank", moment: "bank", hold: READ, events, points: last[2] };
      yield* this.show(words[0], READ);
      return;
    }
    this.rolling = row && this.selection.rolling(row, this.state);
    yield* this.show(words[0], RATTLE);
    this.rolling = null;
    this.fold(events, may);
    const hold = pace().throw;
    this.scene = { kind: "throw", hold, events };
    yield* this.show(words[0], hold);
    this.scene = null;
    this.tray.dice.land();
    yield* this.show(words[0], LOOK);
    for (const at of taps) {
      this.selection.toggle(at);
      yield* this.show(words[1], TAP);
    }
    yield READ;
  }

  /** Shows the state with these words, for so many ms. @param {string} words @param {number} ms */
  *show(words, ms) {
    text(this.words, words);
    const { model } = this;
    this.tray.draw(model);
    this.slip.draw(model, "", null);
    attr(this.tray.node, "data-moment", model.hot ? "hot" : null);
    yield ms;
  }

  /** What the tray and the slip read of the table's model. */
  get model() {
    const { state, scene, selection, rolling } = this;
    const landing = scene?.kind === "throw";
    const pending = rolling !== null;
    return modelWithoutRoom({ state, scene, selection, rolling, pending, landing, rules: RULES });
  }
}
