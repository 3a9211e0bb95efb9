// Chances to win are computed in the background: polls for them and inserts them.
import { $, data, optional, text } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";

const FIRST_WAIT = 700; // ms
const LONGEST_WAIT = 8000;
const ATTEMPTS = 20; // two minutes

/** Starts polling, if the page lacks them, and calls `done` once they are in place. Estimates are
    requested, too, so that they are made exact for the next visit. @param {() => void} done */
export function bindLuck(done) {
  const solvable = optional("[data-solvable]");
  if (solvable) fetch(data(solvable, "solvable")).catch(() => {});
  const waiting = optional("[data-waiting]");
  if (waiting) poll(data(waiting, "waiting"), FIRST_WAIT, ATTEMPTS, done);
}

/** @param {string} url @param {number} wait @param {number} attempts @param {() => void} done */
function poll(url, wait, attempts, done) {
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
        if (await insert()) {
          done();
          return;
        }
      }
    } catch {
      // No connection: the next attempt may succeed.
    }
    poll(url, Math.min(LONGEST_WAIT, wait * 1.6), attempts - 1, done);
  }, wait);
}

/** Inserts them. Resolves to whether that worked. */
async function insert() {
  const answer = await fetch(`${$("#replay").dataset.page}?luck`);
  if (!answer.ok) return false;
  const parts = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["graph-part", "charts", "luck-part"]) {
    $(`#${id}`).replaceChildren(...$(`#${id}`, parts).childNodes);
  }
  return true;
}
