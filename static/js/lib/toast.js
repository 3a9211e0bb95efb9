// Short messages: a toast that disappears by itself, and announcements for screen readers. A room
// has one live region, so that nothing is read twice, or at the same time as something else.
import { $, shown, text } from "./dom.js";

const SHOWN_FOR = 4500; // ms, longer for long messages
let timer = 0;

/** Moves the node into the open dialog, if there is one: outside it, screen readers hear nothing.
 */
function moveIntoDialog(node) {
  const parent = $("dialog[open]") ?? document.body;
  if (node.parentElement !== parent) parent.append(node);
  return node;
}

document.addEventListener(
  "close",
  () => document.body.append($("#notice"), $("#announce") ?? ""),
  true,
);

/** Shows a message for a few seconds. Screen readers read it. */
export function toast(words) {
  const node = moveIntoDialog($("#notice"));
  text($("#notice-words"), words);
  announce(words);
  shown(node, true);
  clearTimeout(timer);
  timer = setTimeout(() => shown(node, false), Math.max(SHOWN_FOR, words.length * 70));
}

// Somebody who acts has read it, and it may cover what they look at next.
document.addEventListener(
  "click",
  ({ target }) => {
    if ($("#notice") && !$("#notice").contains(target)) shown($("#notice"), false);
  },
  { capture: true },
);

const A_CHARACTER_TAKES = 50; // ms when read aloud
const LONGEST_READING = 4000; // ms
const MOST_AT_ONCE = 6; // if more come at once, the oldest announcements are dropped
const GATHERED_FOR = 150; // ms
let waiting = [];
let announceTimer = 0;
let readUntil = 0; // by `performance.now()`

/** Tells screen readers something, in a room: elsewhere toasts are live themselves. What is said at
    nearly the same time is read together. */
export function announce(words) {
  if (!words || !$("#announce")) return;
  waiting = [...waiting.slice(1 - MOST_AT_ONCE), words];
  moveIntoDialog($("#announce"));
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    const all = waiting.join(" ");
    text($("#announce"), all);
    waiting = [];
    readUntil = performance.now() + Math.min(LONGEST_READING, all.length * A_CHARACTER_TAKES);
  }, GATHERED_FOR);
}

/** Calls `done` once what was announced has been read: a move of the focus would cut it short. */
export function afterReading(done) {
  const left = waiting.length ? GATHERED_FOR : readUntil - performance.now();
  if (left > 0) setTimeout(() => afterReading(done), left);
  else done();
}

/** Sets the words of a note, and tells screen readers new ones. */
export function note(node, words) {
  if (node.textContent === words) return;
  text(node, words);
  announce(words);
}
