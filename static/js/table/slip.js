// The slip under the dice: the sum at risk, what is expected, a tip, or on request what scores.
import { $, attr, h, shown } from "../lib/dom.js";
import { fill, gettext, num } from "../lib/i18n.js";
import { pencilled } from "../lib/pencil.js";
import { announce } from "../lib/toast.js";
import { diceText } from "./text/dice.js";
import { inlineDice } from "./dice.js";
import { bankQuestion, scoringList, scoringParts } from "./scoring.js";
/** @import { Tip } from "./tour.js" */

/** @param {number} value @param {string} label */
const term = (value, label, kind = "") =>
  h(
    "div",
    { class: `term ${kind}` },
    pencilled(value, { bold: kind === "sum" }),
    h("small", null, label),
  );

// Nobody taps on a shared screen.
const ofScreen = "screen" in document.documentElement.dataset;

const operator = (/** @type {"+" | "="} */ sign) => h("div", { class: "op" }, pencilled(sign));

/** @param {string | null} bold @param {string} more */
const tipWords = (bold, more) =>
  h("p", { class: "slip-words tip" }, bold && h("b", null, bold), bold && more ? " " : "", more);

/** Returns the dice that score in the roll, with their points, as a picture of what is announced.
    @param {Model["selection"]} selection */
const picture = (selection) =>
  h(
    "p",
    { class: "slip-words tip" },
    scoringParts(selection).flatMap(({ keep, points }) => [
      inlineDice(keep),
      ` ${num(points)}\u2003`,
    ]),
  );

/** Returns the nodes of the sum at risk, or of the sentence in its place. @param {Model} model */
function sum(model) {
  const { state, scene, selection, live, mine, name } = model;
  const row = live ? selection.row : null;
  if (scene?.kind === "farkle") {
    const { lost } = scene;
    const struck = lost ? h("span", { class: "struck" }, pencilled(lost)) : null;
    return [h("div", { class: "term" }, struck, h("small", null, model.lossText()))];
  }
  if (scene?.kind === "bank") {
    const words = mine
      ? gettext("added to your score")
      : fill(gettext("added to {name}'s score"), { name });
    return [term(scene.points, words, "sum")];
  }
  if (row?.keep && state.turn_points) {
    return [
      term(state.turn_points, gettext("set aside")),
      operator("+"),
      term(row.points, gettext("selected")),
      operator("="),
      term(row.total, gettext("at risk"), "sum"),
    ];
  }
  if (row?.keep) {
    const label = mine
      ? gettext("at risk")
      : fill(gettext("{dice}, selected by {name}"), { dice: diceText(row.keep), name });
    return [term(row.total, label, "sum")];
  }
  if (state.turn_points) return [term(state.turn_points, gettext("at risk"), "sum")];
  // While the dice roll, nothing is offered: it is not known yet what scores.
  const words = state.throw.length && model.landing ? "" : model.slipText();
  const ask = state.throw.length && !model.landing && gettext("What scores?");
  return [h("p", { class: "slip-words" }, words || ask || "")];
}

export class Slip {
  /** `undo()` takes back the last change of the selection, `skipTips()` ends the tips.
      @param {{ undo: () => void, skipTips: () => void, redraw: () => void }} given */
  constructor({ undo, skipTips, redraw }) {
    this.node = $("#slip");
    this.words = $("#slip-main");
    this.key = "";
    this.move = "";
    /** @type {Model | null} */ this.model = null;
    /** @type {string | null} the move in whose roll the player asked what scores */
    this.asked = null;
    this.redraw = redraw;
    $("#undo").addEventListener("click", undo);
    // Keys reach it in the settings: here it would lie between the dice and Roll.
    attr($("#tips-skip"), "tabindex", "-1");
    $("#tips-skip").addEventListener("click", skipTips);
    $("#what-scores").addEventListener("click", () => this.ask());
  }

  /** Shows what scores in this roll, or the sum again. */
  ask() {
    this.asked = this.asked === this.move ? null : this.move;
    if (this.asked && this.model) announce(this.scoringText(this.model), { now: true });
    this.redraw();
  }

  /** @param {Model} model */
  scoringText({ selection }) {
    const list = scoringList(selection);
    return list ? fill(gettext("Scoring: {list}."), { list }) : gettext("Nothing scores here.");
  }

  /** `tip` is null or {bold, more}.
      @param {Model} model @param {string} move @param {Tip | null} tip */
  draw(model, move, tip) {
    const { live, landing, selection, state, scene } = model;
    this.model = model;
    this.move = move;
    const thrown = live && !landing && !scene && !model.rolling && state.throw.length > 0;
    const scoring = thrown && this.asked === move;
    const asksBank = model.asking === "bank";
    const undo = thrown && model.canAct && selection.picked.size > 0;
    shown($("#what-scores"), thrown && !ofScreen);
    attr($("#what-scores"), "aria-pressed", String(scoring));
    shown($("#undo"), undo);
    shown($("#tips-skip"), Boolean(tip) && !undo);
    this.node.classList.toggle("can-ask", thrown && !ofScreen);
    this.node.classList.toggle("with-side", undo);
    const said = model.waiting
      ? ["", gettext("Connecting…")]
      : scoring
        ? ["", this.scoringText(model)]
        : asksBank
          ? bankQuestion(selection)
          : tip
            ? [tip.bold, tip.more]
            : null;
    const { row } = selection;
    const key = JSON.stringify([
      said,
      scene && [scene.kind, "lost" in scene && scene.lost],
      state.turn_points,
      live && [row?.keep, row?.points],
      state.current,
      model.slipText(),
      model.landing,
      model.mine,
    ]);
    if (key === this.key) return;
    this.key = key;
    const drawn = scoring && !model.waiting && selection.best ? picture(selection) : null;
    this.words.replaceChildren(
      ...(drawn ? [drawn] : said ? [tipWords(said[0], said[1])] : sum(model)),
    );
  }
}
