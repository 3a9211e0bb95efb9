// Luck and decisions are worked out elsewhere: asks now and then, and puts them in place once they are there.
import { $, text } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";

const FIRST = 700; // ms
const LONGEST = 8000;
const TRIES = 20; // two minutes

/** Calls `done` once they have come. */
export function bindLuck(done) {
  const waiting = $("[data-waiting]");
  if (waiting) ask(waiting.dataset.waiting, FIRST, TRIES, done);
}

function ask(url, wait, tries, done) {
  if (!tries) {
    text(
      $("[data-waiting]"),
      gettext("This takes longer than it should. Look again later; the game itself is all here."),
    );
    return;
  }
  setTimeout(async () => {
    try {
      const answer = await fetch(url);
      if (answer.ok && (await answer.json()).ready) {
        if (await take()) {
          done();
          return;
        }
      }
    } catch {
      // No connection: asked again, and the link to look again is there.
    }
    ask(url, Math.min(LONGEST, wait * 1.6), tries - 1, done);
  }, wait);
}

async function take() {
  const answer = await fetch(`${$("#replay").dataset.page}?luck`);
  if (!answer.ok) return false;
  const parts = new DOMParser().parseFromString(await answer.text(), "text/html");
  $("#luck-part").replaceChildren(...parts.body.childNodes);
  return true;
}
