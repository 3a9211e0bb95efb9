// The buttons to roll, bank and build. A disabled button says why. No rule is applied here: the
// server says what is allowed.
import { $, attr, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { diceCount, diceText, keptText, oddsText } from "./text/dice.js";
import { refusalValues, shortRefusal } from "./text/refusals.js";
import { leftOut } from "./scoring.js";
import { DEAD_AFTER, deaden } from "./stray-taps.js";
import { sideName, sideTotal } from "../client/sides.js";
/** @import { Selection } from "./selection.js" */

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
  const reasons = row ? refusalValues(row, rules) : undefined;
  let roll = off(gettext("Roll"), row?.roll ?? "nothing_kept", reasons);
  let bank = off(gettext("Bank"), row?.bank ?? "nothing_kept", reasons);
  let build = null;
  // Dice in the air have not been read yet.
  if (!row && selection.best && !model.landing) roll = keepButton(selection, selection.best);
  if (row && !row.roll) roll = rollButton(row, model.chances);
  if (row && !row.bank) {
    bank = {
      on: true,
      label: fill(gettext("Bank {points}"), { points: row.total }),
      small: bankText(model, row.total),
    };
  }
  if (may?.build) {
    const { points, dice } = may.build;
    const small = [diceCount(dice), oddsText(model.chances[dice - 1])].join(", ");
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
      : keep.length === 6
        ? gettext("Keep all six · {points}")
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
function sureToBank({ row, dice, more, total }) {
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
      label: fill(gettext("Bank {points}"), { points: total }),
      small: dice ? fill(gettext("without {dice}"), { dice: keptText(dice) }) : gettext("as it is"),
    },
  };
}

/** @param {KeepRow} row @param {number[]} chances */
function rollButton({ ends, next, points }, chances) {
  if (ends) {
    return {
      on: true,
      label: fill(gettext("Keep {points}"), { points }),
      small: gettext("ends your turn"),
    };
  }
  const label = fill(gettext("Roll {dice}"), { dice: diceCount(next) });
  return { on: true, label, small: oddsText(chances[next - 1]), chance: chances[next - 1] };
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

export class Actions {
  /** `press(name)` runs when a button is pressed. @param {(name: Press) => void} press */
  constructor(press) {
    this.nodes = { roll: $("#roll"), bank: $("#bank"), build: $("#build") };
    this.kind = ""; // of what the buttons do
    for (const [name, node] of this.named) {
      node.addEventListener("click", () => press(name));
    }
  }

  get named() {
    const { roll, bank, build } = this.nodes;
    return /** @type {const} */ ([
      ["roll", roll],
      ["bank", bank],
      ["build", build],
    ]);
  }

  draw(/** @type {Model} */ model) {
    const acting = (model.canAct || model.myFarkle) && !model.passing;
    if (acting === $("#acts").hidden) deaden($(".hand"), DEAD_AFTER.turn);
    const left = $(acting ? "#react" : "#acts");
    const hadFocus = left.contains(document.activeElement);
    shown($("#acts"), acting);
    shown($("#react"), !acting && !model.passing);
    shown($("#pass"), model.passing);
    if (model.passing) {
      text($("#pass-on b"), fill(gettext("Pass the device to {name}"), { name: model.name }));
      text($("#pass-on small"), fill(gettext("I'm {name}, continue"), { name: model.name }));
    }
    // The focus would be lost with the hidden button.
    if (hadFocus) $("#heading").focus({ preventScroll: true });
    if (!acting) {
      text($("#react-words"), model.waitingText());
      return;
    }
    const wanted = model.canAct ? buttons(model) : this.turnOverButtons(model);
    // The turn before mine is still on show.
    if (model.canAct && !model.mine) wanted.roll.small = gettext("skips ahead");
    this.show(wanted, model);
  }

  /** Shows what the buttons do now.
      @param {ReturnType<typeof buttons>} wanted @param {Pick<Model, "asking" | "pending">} model */
  show(wanted, model) {
    const kind = [model.asking, Boolean(wanted.roll.keep)].join();
    if (kind !== this.kind) deaden($("#acts"), DEAD_AFTER.press);
    this.kind = kind;
    for (const [name, node] of this.named) {
      const button = wanted[name];
      shown(node, Boolean(button));
      if (!button) continue;
      text($("b", node), button.label);
      text($("small", node), button.small);
      attr(node, "aria-disabled", !button.on || model.pending ? "true" : null);
      node.classList.toggle("asks", Boolean(button.asks));
      node.classList.toggle("keep", Boolean(button.keep));
      node.classList.toggle("sent", model.pending && button.on);
    }
    // At the start of a turn there is nothing to bank, so Build takes the place of Bank.
    if (wanted.build) shown(this.nodes.bank, false);
  }

  /** @param {Model} model @returns {ReturnType<typeof buttons>} */
  turnOverButtons({ nextName, scene }) {
    const over = scene?.kind === "farkle"; // while the dice fly, nothing gives them away
    return {
      roll: {
        on: false,
        label: gettext("Roll"),
        small: over && nextName ? fill(gettext("{name} is next"), { name: nextName }) : "",
      },
      bank: {
        on: false,
        label: gettext("Bank"),
        small: over ? gettext("Nothing to bank") : "",
      },
      build: null,
    };
  }
}
