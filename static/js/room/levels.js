// The levels of computer players, as the page names them.
import { gettext } from "../lib/i18n.js";
import { pageData } from "../lib/page-data.js";

const LEVELS = pageData("levels"); // by key: {name, difficulty}

/** Returns the name of a computer player's level. */
export const levelName = (key) => LEVELS[key]?.name ?? gettext("A computer");

/** Returns how good a level is, in a word or two, or undefined. */
export const levelDifficulty = (key) => LEVELS[key]?.difficulty;
