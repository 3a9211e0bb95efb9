// Dice in the air without WebGL: as long as they fly, each holds a cube (css/table/flight.css).
import { h } from "../lib/dom.js";

const cube = () =>
  h(
    "span",
    { class: "cube", "aria-hidden": "true" },
    Array.from({ length: 6 }, () => h("i")),
  );

const timers = new WeakMap();

/** Lets the dice in a node tumble for so long. */
export function fly(node, ms) {
  for (const die of node.querySelectorAll(".die")) {
    if (die.firstElementChild.localName !== "span") die.prepend(cube());
  }
  // Restart the animations that still run. Asking for them costs no layout.
  for (const fall of node.getAnimations({ subtree: true })) fall.currentTime = 0;
  node.classList.add("rolling");
  clearTimeout(timers.get(node));
  timers.set(
    node,
    setTimeout(() => land(node), ms),
  );
}

/** Ends a flight, if there is one. */
export function land(node) {
  clearTimeout(timers.get(node));
  node.classList.remove("rolling");
  for (const one of node.querySelectorAll(".cube")) one.remove();
}
