// The dice before a roll: a loose heap, so that the tray is never empty. They are blank: what has
// not been thrown must not look like a roll. My own heap is one button; it may also be flicked.
// While the request runs the dice rattle.
import { $, attr, h, shown } from "../../lib/dom.js";
import { fill, gettext } from "../../lib/i18n.js";
import { buzz, play } from "../../lib/sound.js";
import { diceCount } from "../text/dice.js";
import { drawing } from "../dice.js";
import { DEAD_AFTER, deaden } from "../stray-taps.js";
/** @import { Way } from "./physics.js" */

const FLICK = 0.3; // px/ms
const RECENT = 90; // ms over which a flick's speed is measured
const A_TAP = 10; // px a finger moves during a tap, at most
const HELD_FOR = 180; // ms until a finger holds the dice rather than taps them

// How each die of a heap lies: left and top in % of the heap, and degrees of its turn.
const PLACES = [
  [],
  [37, 28, -12],
  [18, 26, -16, 55, 32, 11],
  [19, 8, -17, 56, 3, 12, 38, 54, -7],
  [17, 5, -17, 55, 0, 13, 8, 54, 12, 47, 56, -10],
  [4, 8, -17, 37, -4, 12, 70, 10, 23, 19, 54, 13, 54, 52, -9],
  [9, 8, -17, 39, -3, 12, 68, 11, 24, 0, 53, 14, 31, 50, -8, 63, 56, -26],
  [-4, 6, -17, 23, -4, 12, 50, 3, -9, 77, 9, 24, 8, 55, 14, 37, 50, -8, 66, 57, -26],
  [-6, 4, -17, 21, -4, 12, 48, 3, -9, 75, 7, 24, -3, 56, 14, 24, 52, -8, 51, 55, 9, 78, 58, -26],
];

/** Creates the dice of a heap. @param {number} count */
function heapOf(count) {
  const places = PLACES[count];
  return Array.from({ length: count }, (_, index) => {
    const die = h("span", { class: "die" }, drawing("blank"));
    die.style.setProperty("--x", `${places[3 * index]}%`);
    die.style.setProperty("--y", `${places[3 * index + 1]}%`);
    die.style.setProperty("--yaw", `${places[3 * index + 2]}deg`);
    return die;
  });
}

export class Heap {
  /** `roll(flick)` runs when the heap is tapped (null) or flicked ({x, y}: the way, y down).
      @param {(flick: Way | null) => void} roll */
  constructor(roll) {
    this.node = $("#heap");
    this.button = $("button#heap-dice");
    this.cue = $("#heap-cue");
    this.roll = roll;
    /** @type {[x: number, y: number, time: number][]} of the finger that holds the dice */
    this.moves = [];
    this.dragged = false;
    this.timer = 0;
    this.button.addEventListener("pointerdown", (event) => this.take(event));
    this.button.addEventListener("pointermove", (event) => this.drag(event));
    this.button.addEventListener("pointerup", () => this.release());
    this.button.addEventListener("pointercancel", () => this.drop());
    this.button.addEventListener("click", (event) => this.tap(event));
  }

  /** Shows so many dice, or none. While the device is being passed, the next player may tap them.
      @param {{ count: number, mine: boolean, passing: boolean, pending: boolean, waiting: boolean,
        name: string, paused: boolean }} heap */
  draw({ count, mine, passing, pending, waiting, name, paused }) {
    const focused = this.button === document.activeElement;
    shown(this.node, count > 0);
    if (mine && this.button.disabled) deaden(this.button, DEAD_AFTER.turn);
    attr(this.button, "disabled", !mine);
    this.node.classList.toggle("mine", mine);
    this.node.classList.toggle("rattling", pending && !waiting);
    if (!mine) this.drop();
    if (!count) return focused;
    if (this.button.children.length !== count) this.button.replaceChildren(...heapOf(count));
    attr(this.button, "aria-label", fill(gettext("Roll {dice}"), { dice: diceCount(count) }));
    const words =
      mine && !pending
        ? passing
          ? [fill(gettext("{name}, tap the dice to roll"), { name })]
          : [h("b", null, gettext("Tap the dice")), " ", gettext("or flick them to roll")]
        : [mine || !name || paused ? "" : fill(gettext("{name} is about to roll"), { name })];
    const said = words.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
    if (this.cue.textContent !== said) this.cue.replaceChildren(...words);
    return focused && !mine;
  }

  take(/** @type {PointerEvent} */ event) {
    if (event.button) return;
    this.dragged = false;
    this.moves = [[event.clientX, event.clientY, event.timeStamp]];
    this.button.setPointerCapture(event.pointerId);
    this.timer = setTimeout(() => this.hold(), HELD_FOR);
  }

  hold() {
    this.node.classList.add("held");
    play("held");
    buzz(10);
  }

  drag(/** @type {PointerEvent} */ event) {
    if (!this.moves.length) return;
    this.moves.push([event.clientX, event.clientY, event.timeStamp]);
    const [x, y] = this.way(this.moves[0]);
    if (!this.dragged && Math.hypot(x, y) <= A_TAP) return;
    if (!this.dragged) this.hold();
    this.dragged = true;
    // The dice follow the finger, but stay in the tray.
    this.button.style.translate = `${(x / 3).toFixed(1)}px ${(y / 3).toFixed(1)}px`;
  }

  /** Returns how far the finger is from where it was.
      @param {[x: number, y: number, time: number]} move */
  way([x, y]) {
    const [lastX, lastY] = this.moves[this.moves.length - 1];
    return [lastX - x, lastY - y];
  }

  release() {
    if (!this.moves.length) return;
    const [, , end] = this.moves[this.moves.length - 1];
    // A slow phone may report the finger less often than that.
    const recent = this.moves.findIndex(([, , time]) => end - time <= RECENT);
    const from = this.moves[Math.max(0, recent - 1)];
    const [x, y] = this.way(from);
    const far = Math.hypot(x, y);
    const flicked = this.dragged && far / Math.max(8, end - from[2]) > FLICK;
    this.drop();
    if (flicked) {
      this.roll({ x: x / far, y: y / far });
    }
  }

  drop() {
    clearTimeout(this.timer);
    this.moves = [];
    this.node.classList.remove("held");
    this.button.style.translate = "";
  }

  tap(/** @type {PointerEvent} */ event) {
    event.stopPropagation();
    // The click at the end of a drag is no tap.
    if (this.dragged && event.detail) return;
    this.roll(null);
  }
}
