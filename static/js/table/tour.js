// The tips for beginners: one line in the slip that says what to do now. A tip goes once its player
// has done that, and comes back where they hesitate or try what is not allowed.
import { fill, gettext } from "../lib/i18n.js";
import { onPref, pref, setPref } from "../lib/prefs.js";
import { diceCount } from "./text/dice.js";
import { refusalValues, shortRefusal } from "./text/refusals.js";
import { scoringList } from "./scoring.js";
import { goalText, toGoText } from "./text/status.js";

const HESITATION = 12_000; // ms

/** @typedef {{ bold: string, more: string }} Tip */

/** Returns the name of the tip for what the player can do now, or null. @param {Model} model */
function situation({ canAct, live, landing, state, selection, mine, scene }) {
  if (mine && scene?.kind === "farkle") return "farkle";
  if (!canAct || !live || landing || scene) return null;
  if (!state.throw.length) return "goal";
  if (!selection.row?.keep) return selection.best ? "pick" : null;
  return "risk";
}

/** @param {Model} model */
const goal = ({ rules, state }) => ({
  bold: state.to_beat ? toGoText(state, rules) : goalText(rules, state),
  more: gettext("Roll, keep what scores, bank or risk it."),
});

/** @param {Model} model */
function risk({ selection: { row }, rules, state }) {
  if (!row) return null;
  const bold = fill(gettext("{points} at risk."), { points: row.total });
  const dice = diceCount(row.next);
  if (row.ends) return { bold, more: gettext("Keeping these ends your turn.") };
  if (row.roll) return { bold, more: gettext("Bank to write them down.") };
  if (row.bank) {
    const reason = shortRefusal(row.bank, refusalValues(row, rules, state));
    return { bold, more: fill(gettext("Roll {dice}. To bank: {reason}."), { dice, reason }) };
  }
  return {
    bold,
    more: fill(gettext("Bank them, or roll {dice}: if none scores, they're lost."), { dice }),
  };
}

/** @type {Record<string, (model: Model) => Tip | null>} */
const TIPS = {
  goal,
  pick: ({ selection }) => ({
    bold: fill(gettext("Scoring: {list}."), { list: scoringList(selection) }),
    more: !selection.bestIsAll
      ? gettext("Tap dice to keep, or keep the best.")
      : selection.best?.keep.length === 1
        ? gettext("Tap the die that scores, or keep it.")
        : gettext("Tap dice to keep, or keep all."),
  }),
  risk,
  farkle: ({ scene }) => ({
    bold: gettext("Farkle: no die scored."),
    more:
      scene?.kind === "farkle" && scene.lost
        ? fill(gettext("The {points} at risk are lost."), { points: scene.lost })
        : gettext("Your turn is over."),
  }),
};

export class Tips {
  /** `redraw()` draws the table: a tip comes back. @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.timer = 0;
    this.key = ""; // of what the player can do now
    this.again = ""; // the key for which a tip has come back
    onPref((name, value) => name === "tour" && value && setPref("learned", []));
  }

  /** Returns the tip to show, {bold, more}, or null. @param {Model} model @param {string} move */
  current(model, move) {
    const name = pref("tour") && model.mySeats.length ? situation(model) : null;
    const key = !name ? "" : [name, move, ...model.selection.picked].join(" ");
    if (key !== this.key) {
      this.key = key;
      this.again = "";
      clearTimeout(this.timer);
      if (key) this.timer = setTimeout(() => this.comeBack(), HESITATION);
    }
    if (!name) return null;
    return !pref("learned").includes(name) || this.again === key ? TIPS[name](model) : null;
  }

  /** Shows the tip again: the player hesitates, or tried what is not allowed. */
  comeBack() {
    if (!this.key || this.again === this.key) return;
    this.again = this.key;
    this.redraw();
  }

  /** Notes what the player has done: they need no tip for it any more. @param {...string} names */
  did(...names) {
    const learned = pref("learned");
    const more = names.filter((name) => !learned.includes(name));
    if (pref("tour") && more.length) setPref("learned", [...learned, ...more]);
  }
}
