// Dice: those of the throw, each a button, and those that only show a face. The server decides the
// faces; the tumbling is for show.
import { commas } from "../lib/i18n.js";
import { $, attr, drawingUrl, h, s } from "../lib/dom.js";
import { ORDINARY } from "../lib/named-dice.js";
import { dieName, namedDie } from "./text/dice.js";
/** @import { Hit } from "../lib/hits.js" */
/** @import { Slot } from "./throw/physics.js" */

const RING =
  "M30 7C48 2 70 1.5 82 6 96 11 98.5 31 98 55 97.6 81 95 100 78 106 60 110.5 36 110 22 106 6 101 1.6 82 2 56 2.4 30 4 13 18 8 30 4 50 3 67 8";

/** Draws a face of a die, or a die not thrown yet. @param {number | "blank"} face */
export const drawing = (face) =>
  s(
    "svg",
    { class: "drawn", viewBox: "0 0 120 128", "aria-hidden": "true" },
    s("use", { href: drawingUrl(`die-${face}`) }),
  );

/** Draws the mark of a named die, in its upper right corner. @param {string} letter */
const markOf = (letter) =>
  s(
    "svg",
    { class: "drawn", viewBox: "0 0 120 128", "aria-hidden": "true" },
    s("circle", { cx: 102, cy: 20, r: 17, fill: "var(--paper)" }),
    s(
      "text",
      { x: 102, y: 28, "font-size": 24, "text-anchor": "middle", fill: "var(--ink)" },
      letter,
    ),
  );

function ring() {
  return s(
    "svg",
    { class: "ring", viewBox: "0 0 100 110", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("path", { pathLength: "1", d: RING }),
  );
}

/** Creates a die that cannot be selected. `letter`: that of a named one.
    @param {number} face @param {string} letter */
export function staticDie(face, letter = "") {
  const label = letter ? commas([String(face), namedDie(letter)]) : String(face);
  return h(
    "span",
    { class: "die", "data-face": face, role: "img", "aria-label": label },
    drawing(face),
    letter && letter !== ORDINARY ? markOf(letter) : null,
  );
}

/** Creates small flat dice for use in text. @param {Iterable<number | string>} dice */
export function inlineDice(dice) {
  const marks = [...dice].map((face) => h("span", { class: "dot", "data-face": face }));
  return h("span", { class: "dots", role: "img", "aria-label": commas([...dice]) }, marks);
}

export class ThrownDice {
  /** `pick(position)` runs when a die is tapped, `focusLost()` when the focused die is removed.
      @param {HTMLElement} node @param {(at: number) => void} pick @param {() => void} focusLost */
  constructor(node, pick, focusLost) {
    this.node = node;
    this.pick = pick;
    this.focusLost = focusLost;
    this.timer = 0;
    this.landing = false;
    /** @type {import("./throw/stage.js").Stage | null} throws in space, once that is loaded */
    this.stage = null;
    /** @type {Slot[] | null} where the dice lay before the flight, as the stage measures it */
    this.from = null;
    this.flight = 0; // ms of a flight that begins with the next drawing
    /** @type {Hit[] | null} what the dice in the air hit; null if none are seen to fly */
    this.hits = null;
    node.addEventListener("keydown", (event) => this.step(event));
  }

  /** Moves the focus from die to die. @param {KeyboardEvent} event */
  step(event) {
    const dice = [...this.node.querySelectorAll("button")];
    const at = dice.findIndex((die) => die === document.activeElement);
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    /** @type {Record<string, number>} */ const ends = { Home: 0, End: dice.length - 1 };
    const to = ends[event.key] ?? at + steps[event.key];
    if (at < 0 || Number.isNaN(to) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    dice[to]?.focus({ preventScroll: true });
  }

  /**
   * Shows these dice. `look(at)` says of each whether it can be selected, is pressed, is mine, or
   * is dead; `letters` are those of named dice.
   * @param {number[]} dice
   * @param {(at: number) => { can: boolean, pressed: boolean, mine: boolean, dead: boolean }} look
   * @param {string} letters
   */
  show(dice, look, letters = "") {
    const { node } = this;
    for (const die of [...node.children].slice(dice.length)) {
      if (die === document.activeElement) this.focusLost();
      die.remove();
    }
    while (node.children.length < dice.length) node.append(this.make(node.children.length));
    dice.forEach((face, at) => {
      const die = node.children[at];
      const { can, pressed, mine, dead } = look(at);
      attr(die, "data-face", face);
      attr($(".drawn > use", die), "href", drawingUrl(`die-${face}`));
      attr(die, "aria-pressed", String(pressed));
      const drawn = die.querySelector(".ring");
      if (pressed && !drawn) die.append(ring());
      else if (!pressed && drawn) drawn.remove();
      attr(die, "data-can", can && !dead && !this.landing);
      attr(die, "data-off", !can && !dead && !this.landing);
      attr(die, "aria-disabled", can && mine ? null : "true");
      attr(die, "tabindex", mine ? null : "-1");
      attr(die, "data-mine", mine);
      const letter = letters[at];
      this.mark(die, letter === ORDINARY ? "" : (letter ?? ""));
      attr(die, "aria-label", dieName({ face, at, count: dice.length, can, dead, letter }));
    });
    if (this.flight) {
      node.classList.add("rolling");
      this.hits = this.stage?.fly(node, dice, this.flight, this.from) ?? null;
    }
    this.flight = 0;
  }

  /** Marks a die with the letter of a named one, or with nothing.
      @param {Element} die @param {string} letter */
  mark(die, letter) {
    if ((die.getAttribute("data-named") ?? "") === letter) return;
    attr(die, "data-named", letter || null);
    die.querySelector(".drawn + .drawn")?.remove();
    if (letter) $(".drawn", die).after(markOf(letter));
  }

  make(/** @type {number} */ at) {
    return h("button", { class: "die", type: "button", onclick: () => this.pick(at) }, drawing(1));
  }

  /** Moves the focus to the die at this position. @param {number} at */
  focus(at) {
    this.node.querySelectorAll("button")[at]?.focus({ preventScroll: true });
  }

  /** Lets the dice that are shown next fly for so long, then calls `landed`. Where they cannot be
      drawn in the air they lie in place at once. @param {number} ms @param {() => void} landed */
  tumble(ms, landed) {
    this.hits = null;
    if (!ms) {
      this.land();
      return;
    }
    clearTimeout(this.timer);
    this.landing = true;
    this.flight = ms;
    this.timer = setTimeout(() => {
      this.land();
      landed();
    }, ms);
  }

  land() {
    clearTimeout(this.timer);
    this.landing = false;
    this.flight = 0;
    this.stage?.stop();
    this.node.classList.remove("rolling");
  }
}
