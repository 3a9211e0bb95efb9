// The levels of computer players, as the page names them.
import { fill, gettext } from "../lib/i18n.js";
import { pageData } from "../lib/page-data.js";

/** @type {Record<string, { name: string, difficulty: string }> | undefined} */
let levels;

const levelOf = (/** @type {string | null} */ key) => (levels ??= pageData("levels"))[key ?? ""];

/** Returns the name of a computer player's level. @param {string} key */
export const levelName = (key) => levelOf(key)?.name ?? gettext("A computer");

/** Returns the level that is so many steps harder, or undefined.
    @param {string} key @param {number} steps */
export function levelBeside(key, steps) {
  const keys = Object.keys((levels ??= pageData("levels")) ?? {});
  return keys[keys.indexOf(key) + steps];
}

/** Returns how good a level is, in a word or two, or undefined. @param {string | null} key */
export const levelDifficulty = (key) => levelOf(key)?.difficulty;

/** Returns "computer · hard". @param {string | null} key */
export function computerText(key) {
  const level = levelDifficulty(key);
  return level ? fill(gettext("computer · {level}"), { level }) : gettext("computer");
}
