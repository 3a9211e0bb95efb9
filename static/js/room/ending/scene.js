// The end of a game as a scene: the deciding roll is thrown again, the total is written, the lines
// draw themselves across the felt, then come the tiles, and at last the buttons. It is played once,
// for those who were there; a tap or a key shows its end at once.
import { $, optional } from "../../lib/dom.js";
import { unseenHits } from "../../lib/hits.js";

/** When each part begins, and when all is over, in ms at normal speed. */
export const TIMES = {
  words: 950,
  total: 1250,
  lines: 1900,
  drawn: 3900,
  tiles: 3300,
  apart: 150,
  praise: 3900,
  buttons: 4200,
  end: 4500,
};
const NORMAL = 1600; // ms of a moment at normal speed
const FADE = 220;
const EASED = "cubic-bezier(0.2, 0.7, 0.2, 1)";

export class Scene {
  /** @type {Animation[]} */ animations = [];
  /** @type {number[]} */ timers = [];
  /** @type {import("../../table/throw/stage.js").Stage | null} */ stage = null;
  written = false;
  over = false;

  /** `beat` is 1 at normal speed. @param {import("../../lib/prefs.js").Pace} pace
      @param {{ stage: () => Promise<typeof import("../../table/throw/stage.js")>,
        hear: (hits: import("../../lib/hits.js").Hit[]) => void, write: () => void,
        ended: () => void }} given */
  constructor(pace, { stage, hear, write, ended }) {
    this.loadStage = stage;
    this.beat = pace.moment / NORMAL;
    this.throw = pace.throw;
    this.hear = hear;
    this.write = write;
    this.ended = ended;
    this.began = performance.now();
  }

  /** Plays the scene from its start. */
  async play() {
    this.began = performance.now();
    const { words, total, tiles, apart, praise, buttons, end } = TIMES;
    this.appear("#throw-words", words);
    for (const part of ["#win-title", "#win-figure", "#win-how"]) this.appear(part, total);
    [...document.querySelectorAll("#story .tile")].forEach((tile, at) =>
      this.appear(tile, tiles + at * apart),
    );
    this.appear("#result .stack", tiles);
    for (const part of ["#story .praise", "#story .cost"]) this.appear(part, praise);
    for (const part of ["#result .again", "#send-picture"]) this.appear(part, buttons);
    this.drawLines();
    this.after(total, () => this.writeTotal());
    this.after(end, () => this.finish());
    await this.throwAgain();
  }

  /** Draws the lines from left to right: at their time, or at once if they came later. */
  drawLines() {
    const svg = optional("#story .ways:not([hidden])");
    if (!svg) return;
    const { lines, drawn } = TIMES;
    this.animate(
      svg,
      [{ clipPath: "inset(-10% 100% -10% -2%)" }, { clipPath: "inset(-10% -2% -10% -2%)" }],
      { duration: (drawn - lines) * this.beat, delay: this.until(lines), easing: "ease-in-out" },
    );
  }

  /** Throws the deciding roll. Where dice cannot fly, they appear. */
  async throwAgain() {
    const node = $("#last-throw");
    const faces = [...node.children].map((die) => Number(die.getAttribute("data-face")));
    if (node.hidden || !faces.length) return;
    let hits = null;
    try {
      const { Stage } = await this.loadStage();
      if (this.over) return;
      this.stage = new Stage($("#win-tray"), "#story");
      this.stage.aim(faces.length, { x: 0, y: -1 });
      hits = this.stage.fly(node, faces, this.throw, null);
    } catch {
      // No WebGL here.
    }
    if (this.over) return;
    if (!hits) [...node.children].forEach((die, at) => this.appear(die, 60 * at));
    this.hear(hits ?? unseenHits(faces.length, this.throw / 1000));
  }

  writeTotal() {
    if (this.written) return;
    this.written = true;
    this.write();
  }

  /** Shows the end. */
  finish() {
    this.over = true;
    this.writeTotal();
    for (const timer of this.timers) clearTimeout(timer);
    for (const animation of this.animations) animation.finish();
    this.stage?.close();
    this.ended();
  }

  /** Returns the ms until a time of the scene, 0 if it has passed. @param {number} time */
  until(time) {
    return Math.max(0, time * this.beat - (performance.now() - this.began));
  }

  /** @param {number} time @param {() => void} work */
  after(time, work) {
    this.timers.push(setTimeout(work, this.until(time)));
  }

  /** @param {string | Element} part @param {number} time */
  appear(part, time) {
    const node = typeof part === "string" ? $(part) : part;
    this.animate(node, [{ opacity: 0 }, {}], { duration: FADE, delay: this.until(time) });
  }

  /** @param {Element} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
  animate(node, frames, options) {
    this.animations.push(node.animate(frames, { fill: "backwards", easing: EASED, ...options }));
  }
}
