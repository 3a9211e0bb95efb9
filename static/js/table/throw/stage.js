// Throws on the felt. Loaded after the first paint. Throws are computed ahead, while nothing else
// happens; without one, without WebGL or on a slow device the dice appear in place.
import { $ } from "../../lib/dom.js";
import { FRAMES, landed, throwDice } from "./physics.js";
import { Renderer, SIDE, TOP } from "./renderer.js";
/** @import { Hit } from "../../lib/hits.js" */
/** @import { Frame, Slot, Thrown, Way } from "./physics.js" */

const FADE = 80; // ms at the end in which the drawings fade in
const LEAD = 33; // ms until a throw begins, two frames after it is asked for
const LATE = 20; // ms a frame; a device that needs more gets a coarser picture
const TOO_SLOW = 40; // ms a frame; a device that still needs more then shows no flight
const HOPELESS = 80; // ms a frame; a device that needs more shows no flight from then on
const SAMPLE = 4; // frames by which to judge whether a device is late
const FINEST = 2; // pixels of the canvas in a CSS pixel
const COARSEST = 1;
const LONG_ENOUGH = 300; // ms; a shorter throw says nothing about the device
const WIDE = [1.6, 1.72]; // how far dice lie apart, before it is measured
const SPARE = 4; // ms of an idle moment that are left unused
const UP = { x: 0, y: 1 };

/** @type {(work: (moment: { timeRemaining: () => number }) => void) => void} */
const idle =
  "requestIdleCallback" in globalThis
    ? (work) => requestIdleCallback(work, { timeout: 2000 })
    : (work) => setTimeout(() => work({ timeRemaining: () => SPARE + 2 }), 30);

/** About where dice lie: rows of three, `narrow` times as far apart as after a throw.
    @param {number} count @param {number} narrow */
function rows(count, narrow) {
  return Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / 3);
    const inRow = Math.min(3, count - row * 3);
    const x = ((at % 3) - (inRow - 1) / 2) * WIDE[0] * narrow;
    const y = ((Math.ceil(count / 3) - 1) / 2 - row) * WIDE[1] * narrow;
    return { x, y, yaw: 0 };
  });
}

const eased = (/** @type {number} */ x) => x * x * (3 - 2 * x);

/** Returns in how much detail to draw when frames in this detail take so many ms.
    @param {number} detail @param {number} frame */
function nextDetail(detail, frame) {
  if (frame > TOO_SLOW) return COARSEST;
  return frame > LATE ? Math.max(COARSEST, detail - 0.5) : detail;
}

export class Stage {
  /** `tray` is the felt with its rim; no die rolls on what fits `shelf`. Throws if dice cannot be
      drawn here. @param {HTMLElement} tray */
  constructor(tray, shelf = ".shelf") {
    this.tray = tray;
    this.shelf = shelf;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "flight";
    this.canvas.setAttribute("aria-hidden", "true");
    this.renderer = new Renderer(this.canvas);
    this.canvas.addEventListener("webglcontextlost", () => this.close());
    tray.append(this.canvas);
    /** @type {Map<number, Thrown>} computed throws, by number of dice */
    this.ready = new Map();
    this.most = 6; // dice of a throw
    this.work = null; // {count, steps}: what is being computed
    this.closed = false;
    this.tooSlow = false;
    /** @type {HTMLElement | null} */ this.node = null; // what is in the air
    this.seed = Math.floor(Math.random() * 1e6);
    this.frame = 0;
    this.detail = FINEST;
    this.look = null; // how the last drawing was set
    this.began = 0; // when the throw on show began
    this.shown = 0; // how many of its frames were drawn
    /** @type {{ from: number, shown: number } | null} when the frames being measured began, and at
        which of them */
    this.sample = null;
    this.prepare();
  }

  close() {
    this.closed = true;
    this.stop();
    this.canvas.remove();
  }

  /** Measures the felt: the middle of the tray is the origin, an edge of a die the unit. */
  measure() {
    const box = this.canvas.getBoundingClientRect();
    const shelf = $(this.shelf, this.tray).getBoundingClientRect();
    const dice = [...this.tray.querySelectorAll(":is(.thrown, .heap) .die")];
    const edge = dice.find((die) => die.offsetWidth)?.offsetWidth ?? box.width / 6;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    // Dice in the air are drawn larger and higher: they would be cut off at the rim. At the far one
    // they are up to 0.6 edges higher.
    const half = box.width / 2 / edge - 0.1;
    const far = box.height / 2 / edge / TOP - 0.65;
    const near = (y - shelf.top) / edge / TOP;
    return {
      ...{ edge, x, y, width: box.width, height: box.height },
      bounds: { left: -half, right: half, near, far },
    };
  }

  /** Where a die lies that is drawn in this element.
      @param {HTMLElement} die @param {{ edge: number, x: number, y: number }} given */
  place(die, { edge, x, y }) {
    const box = die.getBoundingClientRect();
    const drawn = $(".drawn", die);
    const angle = (parseFloat(getComputedStyle(drawn).rotate) || 0) * (Math.PI / 180);
    // The middle of the upper face; the drawing turns about its own middle, which is lower.
    const right = box.left + box.width / 2 + 0.095 * edge * Math.sin(angle);
    const down = box.top + box.height / 2 + (0.12 - 0.095 * Math.cos(angle)) * edge;
    return { x: (right - x) / edge, y: ((y - down) / edge - SIDE) / TOP, yaw: -angle };
  }

  /** Starts to compute what is missing. `first`: so many dice are thrown next. */
  prepare(first = this.most) {
    if (this.work || this.closed || !this.canvas.offsetWidth) return;
    const fewer = Array.from({ length: this.most }, (_, at) => this.most - at);
    const count = [first, ...fewer].find((one) => !this.ready.has(one));
    if (!count) return;
    this.work = { count, steps: this.compute(count, UP) };
    const work = (/** @type {{ timeRemaining: () => number }} */ moment) => {
      if (!this.work) return;
      do {
        const { done, value } = this.work.steps.next();
        if (done) {
          this.keep(this.work.count, value);
          this.work = null;
          this.prepare();
          return;
        }
      } while (moment.timeRemaining() > SPARE);
      idle(work);
    };
    idle(work);
  }

  /** @param {number} count @param {Thrown} thrown */
  keep(count, thrown) {
    this.ready.set(count, thrown);
    this.tell();
    if (!this.look) this.rehearse();
  }

  /** Draws a die that nobody sees: the first drawing of all takes a device long. */
  rehearse() {
    const die = this.tray.querySelector(":is(.thrown, .heap) .die");
    if (!die) return;
    this.look = { ...this.measure(), ...coloursOf(this.canvas) };
    this.renderer.set({ ...this.look, detail: this.detail });
    this.renderer.draw([newDie()]);
  }

  /** Says in the page of how many dice a throw is ready, for tests. */
  tell() {
    this.canvas.dataset.ready = [...this.ready.keys()].sort().join("");
  }

  /** @param {number} count @param {Way} push */
  compute(count, push) {
    const felt = this.measure();
    const middle = (felt.bounds.near + felt.bounds.far) / 2 - 0.3;
    /** @param {number} narrow */
    const at = (narrow) => rows(count, narrow).map((one) => ({ ...one, y: one.y + middle }));
    this.seed += 1;
    return throwDice({ starts: at(0.72), slots: at(1), bounds: felt.bounds, push }, this.seed);
  }

  /** The hand flicked so many dice: computes such a throw at once.
      @param {number} count @param {{ x: number, y: number }} given */
  aim(count, { x, y }) {
    this.work = null;
    const steps = this.compute(count, { x, y: -y });
    let step = steps.next();
    while (!step.done) step = steps.next();
    this.keep(count, step.value);
  }

  /** Where the dice in a node lie. @param {HTMLElement} node */
  places(node) {
    const felt = this.measure();
    return [...node.querySelectorAll(".die")].map((die) => this.place(die, felt));
  }

  /** Throws the dice in `node`, which show these faces, for so long. `from`: where they lay in the
      heap, if they did. Returns what they hit on the way, or null if they cannot fly.
      @param {HTMLElement} node @param {number[]} faces @param {number} ms
      @param {Slot[] | null} from @returns {Hit[] | null} */
  fly(node, faces, ms, from) {
    this.stop();
    const thrown = this.ready.get(faces.length);
    if (!thrown || this.closed || this.tooSlow) return null;
    this.ready.delete(faces.length);
    this.tell();
    const slots = this.places(node);
    const paths = landed(thrown, slots, faces, from?.length === faces.length ? from : null);
    this.look = { ...this.measure(), ...coloursOf(this.canvas) };
    this.renderer.set({ ...this.look, detail: this.detail });
    node.classList.add("in-air");
    this.canvas.classList.remove("fading");
    this.canvas.classList.add("on");
    const dice = paths.map(() => newDie());
    const show = (/** @type {number} */ at) => {
      for (let i = 0; i < dice.length; i++) move(dice[i], paths[i], at, slots[i].yaw);
      this.renderer.draw(dice);
    };
    this.began = performance.now();
    this.shown = 1;
    this.sample = null;
    const end = this.began + ms - FADE;
    let start = 0;
    const draw = (/** @type {number} */ now) => {
      start ||= now;
      const part = (now - start) / Math.max(1, end - start);
      const at = Math.min(1, part) * FRAMES;
      show(at);
      this.shown += 1;
      this.keepUp(now);
      if (at < FRAMES) {
        this.frame = requestAnimationFrame(draw);
        return;
      }
      // The drawings lie below by now, and look the same.
      node.classList.remove("in-air");
      this.canvas.classList.add("fading");
      this.judge();
    };
    show(0);
    // This frame also draws the table anew, which takes slow phones long. The dice would jump if
    // their time began with it.
    this.frame = requestAnimationFrame(() => {
      this.frame = requestAnimationFrame(draw);
    });
    this.node = node;
    const { right } = this.look.bounds;
    return thrown.impacts.map(({ time, x, ...hit }) => ({
      ...hit,
      time: (LEAD + time * (ms - FADE)) / 1000,
      pan: Math.max(-1, Math.min(1, x / right)),
    }));
  }

  /** Draws the rest of the throw in less detail if the last frames were late.
      @param {number} now */
  keepUp(now) {
    // The frame after a change draws the canvas anew, too.
    this.sample ??= { from: now, shown: this.shown };
    const frames = this.shown - this.sample.shown;
    if (frames < SAMPLE) return;
    const detail = nextDetail(this.detail, (now - this.sample.from) / frames);
    this.sample = null;
    if (detail === this.detail) return;
    this.detail = detail;
    if (this.look) this.renderer.set({ ...this.look, detail });
  }

  /** Notes whether the throw took too long a frame, although it became coarser. */
  judge() {
    const took = performance.now() - this.began;
    if (took > LONG_ENOUGH) {
      const frame = took / this.shown;
      this.tooSlow ||= frame > HOPELESS || (frame > TOO_SLOW && this.detail === COARSEST);
      this.detail = nextDetail(this.detail, frame);
    }
    this.shown = 0;
  }

  /** Ends a throw, which the slowest devices never come to the end of: the drawings are to be seen
      at once, and another throw is computed. */
  stop() {
    cancelAnimationFrame(this.frame);
    if (this.shown) this.judge();
    this.node?.classList.remove("in-air");
    this.canvas.classList.remove("on", "fading");
    idle(() => this.prepare());
  }
}

/** Returns the colours of dice in the air, each [red, green, blue], and how much they shine, all 0
    to 1. The style sheet gives them to the canvas. @param {HTMLElement} canvas */
function coloursOf(canvas) {
  const { fill, stroke, color, fillOpacity } = getComputedStyle(canvas);
  const [top, side, pip] = [fill, stroke, color].map((text) => {
    const whole = text.startsWith("rgb") ? 255 : 1; // a mixed colour is "color(srgb 0.1 0.2 0.3)"
    return text.match(/[\d.]+/g)?.map((part) => Number(part) / whole) ?? [];
  });
  return { top, side, pip, sheen: Number(fillOpacity) };
}

const newDie = () => ({ place: new Float32Array(3), turn: new Float32Array([0, 0, 0, 1]), yaw: 0 });

/** Moves a die {place, turn, yaw} to where it is so many frames after the start of its path. Makes
    nothing new: this is what each frame of a throw waits for.
    @param {import("./renderer.js").FlyingDie} die @param {Frame[]} path @param {number} at
    @param {number} yaw */
function move(die, path, at, yaw) {
  const low = Math.min(FRAMES - 1, Math.floor(at));
  const part = at - low;
  const [one, two] = [path[low], path[low + 1]];
  let way = 0;
  for (let i = 0; i < 4; i++) way += one.turn[i] * two.turn[i];
  const there = way < 0 ? -part : part;
  for (let i = 0; i < 3; i++) die.place[i] = one.place[i] * (1 - part) + two.place[i] * part;
  for (let i = 0; i < 4; i++) die.turn[i] = one.turn[i] * (1 - part) + two.turn[i] * there;
  die.yaw = yaw * eased(at / FRAMES);
}
