// What the page says beside the table: a short notice that goes by itself, and words for screen readers.
import { $, shown, text } from "./dom.js";

const STAYS = 4500;
let timer = 0;

/** The node, inside the sheet that is open: beside it nothing is seen well, and nothing is heard. */
function within(node) {
  const place = $("dialog[open]") ?? document.body;
  if (node.parentElement !== place) place.append(node);
  return node;
}

document.addEventListener(
  "close",
  () => document.body.append($("#notice"), $("#announce") ?? ""),
  true,
);

/** Says something for everybody to see and hear; a refusal, mostly. */
export function notice(words) {
  const node = within($("#notice"));
  text($("#notice-words"), words);
  shown(node, true);
  clearTimeout(timer);
  timer = setTimeout(() => shown(node, false), Math.max(STAYS, words.length * 70));
}

const SAID_AT_ONCE = 6; // when more comes together, the older is no news any more
let lines = [];
let spoken = 0;

/** Says something to screen readers only. What comes close together is said together. */
export function announce(words) {
  if (!words) return;
  lines = [...lines.slice(1 - SAID_AT_ONCE), words];
  within($("#announce"));
  clearTimeout(spoken);
  spoken = setTimeout(() => {
    text($("#announce"), lines.join(" "));
    lines = [];
  }, 150);
}
