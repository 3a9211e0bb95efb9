// Short messages: a toast that disappears by itself, and announcements for screen readers. A room
// has one live region, so that nothing is read twice, or at the same time as something else.
import { $, optional, shown, text } from "./dom.js";
import { Speech } from "./speech.js";

const SHOWN_FOR = 4500; // ms, longer for long messages
let timer = 0;

/** Moves the node into the open dialog, if there is one: outside it, screen readers hear nothing.
 */
function moveIntoDialog(/** @type {HTMLElement} */ node) {
  const parent = optional("dialog[open]") ?? document.body;
  if (node.parentElement !== parent) parent.append(node);
  return node;
}

document.addEventListener(
  "close",
  () => {
    const announced = optional("#announce");
    // Moved with its words, it would be read once more.
    if (announced) text(announced, "");
    document.body.append(optional("#notice") ?? "", announced ?? "");
  },
  true,
);

/** Shows a message for a few seconds. Screen readers read it. @param {string} words */
export function toast(words) {
  const node = moveIntoDialog($("#notice"));
  text($("#notice-words"), words);
  announce(words, { now: true });
  shown(node, true);
  clearTimeout(timer);
  timer = setTimeout(() => shown(node, false), Math.max(SHOWN_FOR, words.length * 70));
}

const FOR_NEXT_PAGE = "farkle-toast";

/** Has the page that comes next show a message. @param {string} words */
export function toastOnNextPage(words) {
  try {
    sessionStorage.setItem(FOR_NEXT_PAGE, words);
  } catch {
    // Without storage it goes without saying.
  }
}

/** Shows what the page before this one had to say. Returns whether there was something. */
export function toastOfLastPage() {
  let words = null;
  try {
    words = sessionStorage.getItem(FOR_NEXT_PAGE);
    sessionStorage.removeItem(FOR_NEXT_PAGE);
  } catch {
    // There was nothing.
  }
  // Screen readers read what changes once they have begun with the page.
  if (words) setTimeout(toast, 500, words);
  return Boolean(words);
}

// Somebody who acts has read it, and it may cover what they look at next.
document.addEventListener(
  "click",
  (event) => {
    const notice = optional("#notice");
    if (notice && !event.composedPath().includes(notice)) shown(notice, false);
  },
  { capture: true },
);

const speech = new Speech((words) => {
  const node = moveIntoDialog($("#announce"));
  // The same words are read once more only if something about them is new.
  text(node, node.textContent === words ? `${words}\u00a0` : words);
});

/** Tells screen readers something, in a room: elsewhere toasts are live themselves. The options are
    those of `Speech.say`.
    @param {import("./speech.js").Words} words @param {import("./speech.js").Options} [options] */
export function announce(words, options) {
  if (optional("#announce")) speech.say(words, options);
}

/** Calls `done` once what was announced has been read. @param {() => void} done */
export const afterReading = (done) => speech.afterReading(done);

/** Sets the words of a note, and tells screen readers new ones.
    @param {HTMLElement} node @param {string} words */
export function note(node, words) {
  if (node.textContent === words) return;
  text(node, words);
  announce(words);
}
