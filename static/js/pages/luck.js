// The analysis of a game is made in the background: polls for it and inserts it.
import { $, data, optional, text } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";

const FIRST_WAIT = 700; // ms
const LONGEST_WAIT = 8000;
const ATTEMPTS = 20; // two minutes

/** Starts polling, if the page lacks it, and calls `done` once its parts, elements with these ids,
    are in place. Estimates are requested, too, so that they are made exact for the next visit.
    @param {string} url of a page with the parts @param {string[]} ids @param {() => void} done */
export function bindLuck(url, ids, done) {
  const solvable = optional("[data-solvable]");
  if (solvable) fetch(data(solvable, "solvable")).catch(() => {});
  const waiting = optional("[data-waiting]");
  if (waiting) {
    const place = async () => (await insert(url, ids)) && (done(), true);
    poll(data(waiting, "waiting"), FIRST_WAIT, ATTEMPTS, place);
  }
}

/** @param {string} url @param {number} wait @param {number} attempts
    @param {() => Promise<boolean>} place */
function poll(url, wait, attempts, place) {
  if (!attempts) {
    text(
      $("[data-waiting]"),
      gettext(
        "This is taking longer than it should. Come back later; the rest of the game is all here.",
      ),
    );
    return;
  }
  setTimeout(async () => {
    try {
      const answer = await fetch(url);
      if (answer.ok && (await answer.json()).ready) {
        if (await place()) return;
      }
    } catch {
      // No connection: the next attempt may succeed.
    }
    poll(url, Math.min(LONGEST_WAIT, wait * 1.6), attempts - 1, place);
  }, wait);
}

/** Inserts those of the parts that are on the page, unless `missing` is still in the new ones.
    Resolves to whether that worked. @param {string} url @param {string[]} ids */
export async function insert(url, ids, missing = "") {
  const answer = await fetch(url);
  if (!answer.ok) return false;
  const parts = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (missing && optional(missing, parts)) return false;
  for (const id of ids) {
    optional(`#${id}`)?.replaceChildren(...$(`#${id}`, parts).childNodes);
  }
  return true;
}
