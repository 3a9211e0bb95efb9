// Dice, rolls and risks in words.
import { commas, fill, gettext, listed, ngettext } from "../../lib/i18n.js";
import { chanceText } from "../odds.js";

const ALIKE = () => [
  gettext("a {face}"),
  gettext("two {face}s"),
  gettext("three {face}s"),
  gettext("four {face}s"),
  gettext("five {face}s"),
  gettext("six {face}s"),
  gettext("seven {face}s"),
  gettext("eight {face}s"),
];

/** Returns "Roll 3". @param {number} nth */
export const rollText = (nth) => fill(gettext("Roll {nth}"), { nth });

/** Returns "3 dice". @param {number} count */
export const diceCount = (count) => fill(ngettext("{count} die", "{count} dice", count), { count });

/** Whether so many dice make a straight. @param {string | number[]} dice */
export const isStraight = (dice) =>
  dice.length > 4 &&
  [...dice].sort().every((face, at, sorted) => Number(face) === Number(sorted[0]) + at);

/** Returns "three 4s and a 1". @param {string | number[]} dice */
export function diceText(dice) {
  const counts = new Map();
  for (const face of [...dice].map(Number).sort()) counts.set(face, (counts.get(face) ?? 0) + 1);
  if (counts.size === 6 && dice.length === 6) return gettext("1 to 6");
  return listed(
    [...counts].map(([face, count]) => fill(ALIKE()[count - 1], { face: String(face) })),
  );
}

/** Returns kept dice in words: "the 1", "a 1 and three 5s". @param {string | number[]} dice */
export const keptText = (dice) =>
  dice.length === 1 ? fill(gettext("the {face}"), { face: String(dice[0]) }) : diceText(dice);

const NAMED = () => ({
  O: gettext("Ordinary die"),
  A: gettext("Ace die"),
  F: gettext("Five die"),
  S: gettext("Saint die"),
  L: gettext("Low die"),
  H: gettext("High die"),
  U: gettext("Odd die"),
  E: gettext("Even die"),
  T: gettext("Three die"),
  X: gettext("Six die"),
});

/** Returns the name of a named die. @param {string} letter */
export const namedDie = (letter) => /** @type {Record<string, string>} */ (NAMED())[letter];

/** Returns a set of named dice: "3 × Ace die, 3 × Ordinary die". @param {string} letters */
export const setText = (letters) =>
  commas(
    [...new Set(letters)].map((letter) => {
      const count = letters.split(letter).length - 1;
      return fill(gettext("{count} × {die}"), { count, die: namedDie(letter) });
    }),
  );

/** Returns the name of a die of the throw: "die 1 of 6, 2, scores", and of a named die also that.
    @param {{ face: number, at: number, count: number, can: boolean, dead: boolean,
      letter?: string }} given */
export function dieName({ face, at, count, can, dead, letter }) {
  const said = dieWords({ face, at, count, can, dead });
  return letter ? commas([said, namedDie(letter)]) : said;
}

/** @param {{ face: number, at: number, count: number, can: boolean, dead: boolean }} given */
function dieWords({ face, at, count, can, dead }) {
  const words = dead
    ? gettext("die {nth} of {count}, {face}")
    : can
      ? gettext("die {nth} of {count}, {face}, scores")
      : gettext("die {nth} of {count}, {face}, doesn't score");
  return fill(words, { nth: at + 1, count, face: String(face) });
}

/** Returns "27% farkle". @param {number | undefined} chance */
export const oddsText = (chance) =>
  chance === undefined || chance === null
    ? ""
    : fill(gettext("{percent} farkle risk"), { percent: chanceText(chance) });
