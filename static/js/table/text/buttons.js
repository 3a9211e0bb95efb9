// What the buttons to roll, bank and build say and do now. No rule is applied here: the server says
// what is allowed.
import { commas, fill, gettext, pgettext } from "../../lib/i18n.js";
import { leftOut } from "../scoring.js";
import { bankWins, sideName, sideTotal } from "../../client/sides.js";
import { diceCount, diceText, keptText, oddsText } from "./dice.js";
import { refusalValues, shortRefusal } from "./refusals.js";
/** @import { Selection } from "../selection.js" */

/**
 * @typedef {"roll" | "bank" | "build"} Press
 *
 * @typedef {object} Button
 * @property {boolean} on
 * @property {string} label
 * @property {string} small
 * @property {string} [code] why it is off
 * @property {ReturnType<typeof refusalValues>} [given] of the sentence of that code
 * @property {KeepRow} [keep] it selects the dice of this row
 * @property {number} [chance] to farkle
 * @property {boolean} [asks] the player has to confirm
 */

/** Returns what the buttons do now.
    @param {Pick<Model, "may" | "selection" | "rules" | "landing" | "chances" | "state" | "nameOf" |
      "asking">} model
    @returns {{ roll: Button, bank: Button, build: Button | null }} */
export function buttons(model) {
  const { may, selection, rules } = model;
  const row = selection.rows.get("") ?? selection.row;
  /** @param {string} label @param {string} code @param {Button["given"]} [given]
      @returns {Button} */
  const off = (label, code, given) => ({
    on: false,
    label,
    small: shortRefusal(code, given),
    code,
    given,
  });
  const reasons = row ? refusalValues(row, rules, model.state) : undefined;
  let roll = off(pgettext("verb", "Roll"), row?.roll ?? "nothing_kept", reasons);
  let bank = off(pgettext("verb", "Bank"), row?.bank ?? "nothing_kept", reasons);
  let build = null;
  // Dice in the air have not been read yet.
  if (!row && selection.best && !model.landing) roll = keepButton(selection, selection.best);
  if (row && !row.roll) roll = rollButton(row, model.chances);
  if (row && !row.bank) {
    bank = {
      on: true,
      label: bankLabel(model, row),
      small: bankText(model, row.total),
    };
  }
  if (may?.build) {
    const { points, dice } = may.build;
    const small = commas([diceCount(dice), oddsText(model.chances[dice - 1])]);
    build = { on: true, label: fill(gettext("Continue from {points}"), { points }), small };
  }
  if (model.asking === "roll") roll = sureToRoll(roll);
  const left = model.asking === "bank" ? leftOut(selection) : null;
  return left ? { ...sureToBank(left), build } : { roll, bank, build };
}

/** Returns the button in place of Roll while nothing is selected: it selects all that scores.
    @param {Selection} selection @param {KeepRow} best */
function keepButton(selection, best) {
  const { keep, points } = best;
  const single = keep.length === 1;
  const words = !selection.bestIsAll
    ? gettext("Keep best · {points}")
    : single
      ? gettext("Keep {dice} · {points}")
      : keep.length === selection.dice.length
        ? gettext("Keep all dice · {points}")
        : gettext("Keep all · {points}");
  // What it does, not what comes after it: "then roll 3" reads as if it rolled.
  const dice = single ? keptText(keep) : diceCount(keep.length);
  const small = single && selection.bestIsAll ? "" : fill(gettext("selects {dice}"), { dice });
  return { on: true, keep: best, label: fill(words, { points, dice }), small };
}

/** Returns Roll, asking whether to take the risk. @param {Button} button */
const sureToRoll = (button) => ({
  ...button,
  asks: true,
  label: gettext("Roll anyway?"),
  small: fill(gettext("{odds} – tap again"), { odds: button.small }),
});

/** Returns what takes the place of both buttons where more may be banked than is selected.
    @param {NonNullable<ReturnType<typeof leftOut>>} left */
function sureToBank({ row, dice, total, more }) {
  return {
    roll: {
      on: true,
      keep: row,
      label: fill(gettext("Add {points}"), { points: more }),
      small: dice
        ? fill(gettext("keep {dice} too"), { dice: keptText(dice) })
        : fill(gettext("keep {dice}"), { dice: diceText(row.keep) }),
    },
    bank: {
      on: true,
      asks: true,
      label: fill(gettext("Bank {points} anyway"), { points: total }),
      small: dice ? fill(gettext("without {dice}"), { dice: keptText(dice) }) : gettext("as it is"),
    },
  };
}

/** @param {KeepRow} row @param {number[]} chances */
function rollButton({ ends, bank, next, points }, chances) {
  if (ends) {
    return {
      on: true,
      label: fill(gettext("Keep {points}"), { points }),
      small: bank ? gettext("the turn counts nothing") : gettext("ends your turn"),
    };
  }
  const label = fill(gettext("Roll {dice}"), { dice: diceCount(next) });
  return { on: true, label, small: oddsText(chances[next - 1]), chance: chances[next - 1] };
}

/** A jackpot that wins ends the turn, as nothing else does that a player on the board may bank.
    @param {Pick<Model, "state" | "rules">} model @param {Pick<KeepRow, "total" | "ends">} row */
function bankLabel({ state, rules }, { total: points, ends }) {
  const wins = (ends && state.entered[state.current]) || bankWins(state, rules, points);
  return fill(wins ? gettext("Bank {points} and win") : gettext("Bank {points}"), { points });
}

/** Returns the total that banking would give, and in the last turns how it compares.
    @param {Pick<Model, "state" | "nameOf">} model @param {number} points */
function bankText({ state, nameOf }, points) {
  const total = sideTotal(state, state.current) + points;
  if (state.to_beat) {
    const { seat, total: best } = state.to_beat;
    const name = sideName(state, seat, nameOf);
    if (total < best) {
      return fill(gettext("{points} behind {name}"), { points: best - total, name });
    }
    if (total > best) {
      return fill(gettext("{points} ahead of {name}"), { points: total - best, name });
    }
    return fill(gettext("tied with {name}"), { name });
  }
  return fill(gettext("new total {total}"), { total });
}
