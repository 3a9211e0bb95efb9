// Why something is not allowed. The server names a code; the page brings the sentence of each code
// (games/protocol/errors.py). Some have a short form that fits a button.
import { fill, gettext } from "../../lib/i18n.js";
import { pageData } from "../../lib/page-data.js";

const SENTENCES = pageData("reasons");

/** @type {Record<string, ((given: Record<string, any>) => string) | undefined>} */
const SHORT = {
  nothing_kept: () => gettext("select dice first"),
  not_rolled: () => gettext("roll first"),
  entry_missing: ({ missing }) =>
    fill(gettext("{points} more to get on the board"), { points: missing }),
  bank_too_low: ({ bank_min }) => fill(gettext("need {points} to bank"), { points: bank_min }),
  confirm_first: () => gettext("the set needs more points"),
  beat_first: ({ to_top: points }) => fill(gettext("must be more than {points}"), { points }),
  not_ahead: () => gettext("not ahead yet"),
  hot_dice_first: () => gettext("roll all dice first"),
  roll_first: () => gettext("roll once more first"),
  dice_left: () => gettext("too few dice set aside"),
  no_multiple: ({ bank_multiple: points }) =>
    fill(gettext("not a multiple of {points}"), { points }),
  passes_target: ({ target }) => fill(gettext("passes {target}"), { target }),
  last_throw: () => gettext("that was the last roll"),
};

/** Returns the values that the sentences use. `row`: of the selection, see selection.js.
    @param {KeepRow} row @param {Wire.Rules} rules
    @param {Pick<GameState, "to_top">} state */
export function refusalValues(row, rules, { to_top }) {
  const { total: points, next: dice } = row;
  return { ...rules, to_top, points, dice, missing: rules.entry_min - points };
}

/** Returns the sentence of a code. @param {string} code */
export function refusalText(code, given = {}) {
  const template = SENTENCES[code];
  return template ? fill(template, given) : gettext("You can't do that right now.");
}

/** Returns the short form of a code's sentence, for a button. @param {string} code */
export function shortRefusal(code, given = {}) {
  return SHORT[code]?.(given) ?? refusalText(code, given);
}
