// Hints, where the room has them on: a line below the sum, and all choices in a dialog. The server
// says what each choice is worth, and why.
import { $, h, optional, shown, text } from "../lib/dom.js";
import { fill, gettext, lazily, locale, num } from "../lib/i18n.js";
import { pageData } from "../lib/page-data.js";
import { announce, toast } from "../lib/toast.js";
import { sideName } from "../client/sides.js";
import { diceCount, keptText } from "./text/dice.js";

const WORTH = {
  points: () => gettext("Average points this turn"),
  entry: () => gettext("Chance to get on the board"),
  win: () => gettext("Chance to win"),
};

/** @typedef {Wire.Frames["hint"]} Hint */

export class Hints {
  constructor(/** @type {Store} */ store) {
    this.store = store;
    /** @type {Hint | null} */ this.frame = null;
    /** @type {boolean | null} */ this.on = null;
    /** @type {Hint | null} */ this.announced = null;
    /** @type {Hint | null} */ this.drawn = null; // in the dialog
  }

  receive(/** @type {Hint} */ frame) {
    this.frame = frame;
  }

  draw(/** @type {Model} */ model) {
    const { room, newestGame: game } = this.store;
    const on = Boolean(room.settings.hints);
    // The host has just done it.
    if (this.on !== null && this.on !== on && this.store.owner === null) {
      toast(on ? gettext("The host turned hints on.") : gettext("The host turned hints off."));
    }
    this.on = on;
    shown($("#hint"), on);
    $("#table").classList.toggle("with-hint", on);
    if (!on) return;
    const sheet = optional("dialog#hint-sheet"); // it is fetched, and the sentences with it
    // The hint must not give away a throw before it has landed.
    const ready = sheet && game.status === "playing" && model.live && !model.landing;
    const current = ready && this.frame?.ply === game.ply ? this.frame : null;
    const words = current
      ? this.reason(current, model)
      : gettext("Hints are on: you'll see one with each choice.");
    text($("#hint-words"), words);
    shown($("#hint-more"), current && current.choices.length > 0);
    if (current && this.announced !== current) {
      this.announced = current;
      announce(fill(gettext("Hint: {words}"), { words }));
    }
    if (!current) sheet?.close();
    else if (this.drawn !== current) {
      this.drawn = current;
      this.drawChoices(current, model);
    }
  }

  /** @param {Hint} hint @param {Model} model */
  reason({ why: [code, given] }, { state, nameOf }) {
    const template = pageData("hints")[code];
    if (!template) return gettext("A new version is available.");
    const values = { ...given };
    if (given.dice) values.dice = diceCount(Number(given.dice));
    for (const name of ["keep", "other"]) {
      if (given[name]) values[name] = keptText(String(given[name]).replaceAll(" ", ""));
    }
    if ("rival" in given) values.rival = sideName(state, Number(given.rival), nameOf);
    return fill(template, values);
  }

  /** @param {Hint} hint @param {Model} model */
  drawChoices(hint, model) {
    const { by, choices, exact } = hint;
    text($("#hint-why"), this.reason(hint, model));
    text($("#hint-by"), WORTH[by]());
    shown($("#hint-exact"), by === "win");
    text(
      $("#hint-exact"),
      exact
        ? gettext("Exact chances to win, with best play on both sides.")
        : gettext("These chances to win are estimates."),
    );
    const rows = choices.map(([does, keep, worth], at) =>
      h(
        "tr",
        { class: at === 0 ? "best" : null },
        h(
          "th",
          { scope: "row" },
          this.choiceText(model, does, keep),
          at === 0 ? h("small", null, gettext("what Almanac would do")) : null,
        ),
        h("td", { class: "num" }, by === "points" ? num(Math.round(worth)) : chanceText(worth)),
      ),
    );
    $("#hint-rows").replaceChildren(...rows);
  }

  /** @param {Model} model @param {string} does @param {string} keep */
  choiceText({ may }, does, keep) {
    if (does === "build") {
      return fill(gettext("Continue from {points}"), { points: may?.build?.points ?? 0 });
    }
    const { total, next } = may?.rows.get(keep) ?? { total: 0, next: 6 };
    const values = { keep: [...keep].join(" "), points: total, dice: diceCount(next) };
    if (does === "bank") {
      return fill(keep ? gettext("Keep {keep}, bank {points}") : gettext("Bank {points}"), values);
    }
    return fill(keep ? gettext("Keep {keep}, roll {dice}") : gettext("Roll {dice}"), values);
  }
}

const tenths = lazily(
  () => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }),
);
const chanceText = (/** @type {number} */ value) => tenths().format(value);
