// Keyboard shortcuts: 1-8 select a die, A all that score, Z undoes, S says what scores, R, space or
// Enter rolls, B banks, T says the score, L what happened last, ? lists them.
import { $, attr, closest } from "../lib/dom.js";
import { onPref, pref } from "../lib/prefs.js";

const PRESS = new Set([" ", "Enter"]);
const TEXT_FIELDS = "textarea, input[type=text], input:not([type])";
const STILL_TYPED = 1000; // ms

/** @param {{ table: Table, active: () => boolean, help: () => void }} given */
export function bindShortcuts({ table, active, help }) {
  nameKeys();
  const isStillTyped = followTyping();
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (closest(event, "input, select, textarea, dialog")) return;
    if (isStillTyped(event)) {
      event.preventDefault();
      return;
    }
    if (!pref("keys")) return;
    if (event.key === "?") {
      help();
      return;
    }
    if (!active()) return;
    // On a button these keys press that button.
    const press = PRESS.has(event.key) && !closest(event, "button, a, [tabindex='0']");
    const key = press ? "r" : latinKey(event);
    if (key >= "1" && key <= "8") table.myTurn.pick(Number(key) - 1);
    else if (key === "a") table.myTurn.pickBest();
    else if (key === "escape") table.animation.finish();
    else if (key === "z") table.myTurn.undo();
    else if (key === "s" && !$("#what-scores").hidden) table.slip.ask();
    else if (key === "t") table.tellScore();
    else if (key === "l") table.announcer.repeat();
    // A key held down counts once.
    else if (key === "r" && !event.repeat) table.myTurn.press("roll");
    else if (key === "b" && !event.repeat) table.myTurn.press("bank");
    else return;
    event.preventDefault();
  });
}

/** Returns the character of a key; on keyboards with other letters, the Latin one in its place.
    @param {KeyboardEvent} event */
function latinKey({ key, code }) {
  const letter = code.match(/^Key([A-Z])$/)?.[1];
  return letter && key > "\x7f" && key.length === 1 ? letter.toLowerCase() : key.toLowerCase();
}

/** Names the keys of the buttons for screen readers, while they act. */
function nameKeys() {
  const named = [...document.querySelectorAll("#table [aria-keyshortcuts]")].map((node) => ({
    node,
    key: node.getAttribute("aria-keyshortcuts"),
  }));
  const draw = () => {
    for (const { node, key } of named) attr(node, "aria-keyshortcuts", pref("keys") ? key : null);
  };
  draw();
  onPref(draw);
}

/** Returns a function that says whether a key belongs to a text: its dialog has closed just now,
    and since then the typing has not stopped. */
function followTyping() {
  let until = 0;
  // A key may come before the event "close", but not before this.
  const closed = new MutationObserver(([{ target }]) => {
    if (target instanceof HTMLDialogElement && !target.open) {
      until = performance.now() + STILL_TYPED;
    }
  });
  for (const dialog of document.querySelectorAll("dialog")) {
    if (dialog.querySelector(TEXT_FIELDS)) closed.observe(dialog, { attributeFilter: ["open"] });
  }
  return (/** @type {KeyboardEvent} */ event) => {
    const { key, target } = event;
    const typed = key.length === 1 || key === "Enter";
    const atTable = target === document.body || closest(event, "#table");
    if (!typed || !atTable || performance.now() >= until) return false;
    until = performance.now() + STILL_TYPED;
    return true;
  };
}
