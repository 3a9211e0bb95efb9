// Taps that were meant for what was there a moment ago.

// How long a button takes no taps after it has taken the place of another, in ms: a tap that was
// meant for that one must do nothing.
export const DEAD_AFTER = { press: 400, turn: 700 };

const timers = new WeakMap();

/** Lets taps on a node do nothing for a while. Keys still work.
    @param {HTMLElement} node @param {number} ms */
export function deaden(node, ms) {
  node.classList.add("dead");
  clearTimeout(timers.get(node));
  timers.set(
    node,
    setTimeout(() => node.classList.remove("dead"), ms),
  );
}
