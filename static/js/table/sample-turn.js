// Dice to try, on a page of rules: one turn after the other, on the table's own parts. The server
// rolls, and says what each keep is worth; nothing is stored, and nothing counts.
import { $, attr, data, shown, text } from "../lib/dom.js";
import { gettext, pgettext } from "../lib/i18n.js";
import { pageData } from "../lib/page-data.js";
import { pace } from "../lib/prefs.js";
import { play } from "../lib/sound.js";
import { unseenHits } from "../lib/hits.js";
import { announce, toast } from "../lib/toast.js";
import { copyOf, fold, newState } from "../client/fold.js";
import { diceOf, legalMoves } from "../client/legal-moves.js";
import { AnimationQueue } from "./animation-queue.js";
import { Announcer } from "./announcer.js";
import { modelWithoutRoom } from "./model.js";
import { Selection } from "./selection.js";
import { Slip } from "./slip.js";
import { buttons } from "./text/buttons.js";
import { lossText, slipText } from "./text/status.js";
import { Tray } from "./tray.js";

/** @type {Wire.Event[]} */ const OPENING = [
  ["started", 2, null, null],
  ["round", 1],
  ["turn", 0],
];

/** What the server says of a roll.
    @typedef {{ rolls: string[], events: Wire.Event[], may: Wire.May | null }} Answer */

export class SampleTurn {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.url = data(node, "url");
    /** @type {{ rules: Wire.Rules, chances: number[] }} */
    const { rules, chances } = pageData("sample-rules");
    this.rules = rules;
    this.chances = chances;
    this.tray = new Tray(
      (at) => this.pick(at),
      () => this.roll(),
    );
    const draw = () => this.draw();
    this.slip = new Slip({ undo: () => this.undo(), skipTips: draw, redraw: draw });
    this.selection = new Selection();
    this.announcer = new Announcer(announce, () => false);
    this.animation = new AnimationQueue(
      () => this.drawScene(),
      () => this.settled(),
      pace,
    );
    $("#roll").addEventListener("click", () => this.press());
    $("#bank").addEventListener("click", () => this.bank());
    this.begin();
    this.draw();
  }

  /** Begins a turn: six dice are to be rolled. */
  begin() {
    this.animation.reset(fold(newState(this.rules, 2, null), OPENING, this.rules));
    this.selection.set([], legalMoves({}, diceOf(this.rules)));
    /** @type {string[]} */ this.rolls = [];
    /** @type {string[]} */ this.keeps = [];
    this.over = false; // whether the turn on show has ended
    this.pending = false;
  }

  /** What the parts of the table read of its model. */
  get model() {
    const { selection, rules, chances, pending } = this;
    const { shown: state, scene } = this.animation;
    const landing = this.tray.dice.landing || (scene?.kind === "throw" && scene.hold > 0);
    const live = this.animation.queue.length === 0;
    const row = live ? selection.row : null;
    return modelWithoutRoom({
      ...{ state, scene, live, landing, rules, selection, chances, pending },
      canAct: !this.over && !pending,
      rolling: pending && row && !row.ends ? selection.rolling(row, state) : null,
      landed: () => this.draw(),
      slipText: () => slipText(state, rules, true) || gettext("Roll, then tap what you keep."),
      lossText: () => (scene?.kind === "farkle" ? lossText(state, scene, true) : ""),
    });
  }

  draw() {
    const { model } = this;
    this.tray.draw(model);
    this.slip.draw(model, this.rolls.join(), null);
    attr(this.tray.node, "data-moment", model.hot ? "hot" : null);
    const { roll, bank } = this.over
      ? { roll: again(), bank: { on: false, label: pgettext("verb", "Bank"), small: "" } }
      : buttons(model);
    for (const [id, button] of /** @type {const} */ ([
      ["roll", roll],
      ["bank", bank],
    ])) {
      const node = $(`#${id}`);
      text($("b", node), button.label);
      text($("small", node), button.small);
      attr(node, "aria-disabled", button.on && !this.pending ? null : "true");
      node.classList.toggle("keep", "keep" in button);
      shown(node, true);
    }
  }

  drawScene() {
    const { scene } = this.animation;
    this.draw();
    if (scene?.kind === "farkle") play("farkle", scene.lost);
    if (scene?.kind === "bank") play("bank", scene.points);
    if (scene?.kind !== "throw") return;
    const hits = this.tray.dice.hits ?? unseenHits(this.selection.dice.length, scene.hold / 1000);
    play("throw", hits);
  }

  /** All has been shown. The end of a turn stays on show until the next one is begun. */
  settled() {
    this.tray.dice.land();
    this.draw();
    const at = this.selection.firstScoring;
    if (this.over || at < 0) {
      if (this.hasFocus) $("#roll").focus({ preventScroll: true });
      return;
    }
    if (this.hasFocus) this.tray.dice.focus(at);
    this.announcer.roll(this.selection, this.rules, this.animation.shown);
  }

  get hasFocus() {
    return this.node.contains(document.activeElement);
  }

  /** @param {number} at */
  pick(at) {
    if (this.over || this.pending) return;
    if (!this.selection.toggle(at)) return;
    play(this.selection.picked.has(at) ? "select" : "deselect");
    this.draw();
  }

  undo() {
    if (!this.selection.undo()) this.selection.clear();
    this.draw();
  }

  /** The button of the roll was pressed, which may also select all that scores. */
  press() {
    if (this.pending) return;
    if (this.over) this.begin();
    const { keep } = buttons(this.model).roll;
    if (keep) {
      this.selection.selectRow(keep);
      play("select");
      this.draw();
    } else this.roll();
  }

  async roll() {
    const row = this.selection.rows.get("") ?? this.selection.row;
    if (this.pending || this.over || !row || row.roll) return;
    this.pending = true;
    this.draw();
    const keeps = this.rolls.length ? [...this.keeps, row.keep] : [];
    try {
      const answer = await ask(this.url, this.rolls, keeps);
      this.keeps = keeps;
      this.rolls = answer.rolls;
      this.show(answer.events, answer.may);
    } catch {
      toast(gettext("That didn't work. Check your connection and try again."));
    } finally {
      this.pending = false;
      this.draw();
    }
  }

  bank() {
    const { row } = this.selection;
    if (this.pending || this.over || !row?.keep || row.bank) return;
    this.show(
      [
        ["kept", [...row.keep].map(Number), row.points],
        ["banked", 0, row.total, row.total],
      ],
      null,
    );
  }

  /** Shows what has happened, up to the end of the turn.
      @param {Wire.Event[]} events @param {Wire.May | null} may */
  show(events, may) {
    const end = events.findIndex(([name]) => name === "turn" || name === "round");
    const told = end < 0 ? events : events.slice(0, end);
    this.over = !may;
    this.pending = false;
    const before = this.animation.shown;
    this.announcer.events(told, before, {
      acting: !this.over,
      hasKeys: false,
      rules: this.rules,
      nameOf: () => "",
      isMine: () => true,
    });
    const after = fold(copyOf(before), told, this.rules);
    this.selection.set(after.throw, legalMoves(may, diceOf(this.rules)));
    this.animation.play(told, this.rules, { acting: true });
  }
}

const again = () => ({
  on: true,
  label: gettext("Roll again"),
  small: gettext("a new turn"),
});

/** @param {string} url @param {string[]} rolls @param {string[]} keeps
    @returns {Promise<Answer>} */
async function ask(url, rolls, keeps) {
  const pairs = [...rolls.map((roll) => ["roll", roll]), ...keeps.map((keep) => ["keep", keep])];
  const answer = await fetch(`${url}?${new URLSearchParams(pairs)}`);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}
