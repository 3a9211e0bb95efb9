// The levels of computer players, as the page names them.
import { gettext } from "../lib/i18n.js";

/** Returns the name of a computer player's level. */
export const levelName = (key) =>
  document.querySelector(`[data-level="${key}"] b`)?.textContent ?? gettext("A computer");
