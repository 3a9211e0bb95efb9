// Why something may not be done: a code of the server, with its sentence, and a short form that fits a
// button. The sentences come with the page (games.refusals.reasons), so that every code has one.
import { fill, gettext } from "../lib/i18n.js";

const data = document.getElementById("reasons");
const SENTENCES = data ? JSON.parse(data.textContent) : {};

const SHORT = {
  nothing_kept: () => gettext("choose dice first"),
  not_rolled: () => gettext("roll first"),
  entry_missing: ({ missing }) => fill(gettext("{points} to go"), { points: missing }),
  bank_too_low: ({ bank_min }) => fill(gettext("banking starts at {points}"), { points: bank_min }),
  hot_dice_first: () => gettext("roll all six first"),
  four_first: () => gettext("roll once more first"),
  last_throw: () => gettext("that was the last throw"),
};

/** The values its sentence speaks of: of the row, the gap to getting in, the fields of the rules. */
export function values(row, rules) {
  return { ...rules, points: row.total, dice: row.next, missing: rules.entry_min - row.total };
}

export function sentence(code, given = {}) {
  const template = SENTENCES[code];
  return template ? fill(template, given) : gettext("That cannot be done now.");
}

export function short(code, given = {}) {
  return SHORT[code]?.(given) ?? sentence(code, given);
}
