// Numbers drawn in pencil: each digit is a symbol of the sprite. Screen readers get the text.
import { drawingUrl, h, s } from "./dom.js";
import { gettext, num } from "./i18n.js";

/** @type {Record<string, number>} */ const WIDTH = { 1: 12.4, 7: 14.4, ",": 6.2, ".": 6.2 };
const GAP = 6.2; // where a language writes a space between thousands
const OTHER = 15;
/** @type {Record<string, string[]>} */
const SHAPES = {
  0: ["d0", "d0b", "d0c"],
  5: ["d5", "d5b"],
  ",": ["dc"],
  ".": ["dd"],
  "+": ["dp"],
  "=": ["de"],
  "-": ["dm"],
};

function strokes(/** @type {string} */ text) {
  /** @type {Record<string, number>} */ const used = {};
  const uses = [];
  let x = 0;
  for (const letter of text) {
    if (!SHAPES[letter] && !/\d/.test(letter)) {
      x += GAP;
      continue;
    }
    // Some digits have several shapes, used in turn, so that 10,000 does not look typed.
    const shapes = SHAPES[letter] ?? [`d${letter}`];
    const nth = (used[letter] = (used[letter] ?? -1) + 1);
    uses.push(s("use", { href: drawingUrl(shapes[nth % shapes.length]), x: x.toFixed(1) }));
    x += WIDTH[letter] ?? OTHER;
  }
  const width = Math.max(x - 0.6, 1).toFixed(1);
  return s("svg", { viewBox: `0 0 ${width} 24`, "aria-hidden": "true" }, uses);
}

/** Writes `value`, a number or "+" or "=", into `node`, if it changed. `bold`: as a sum; `write`:
    animate a change. @param {HTMLElement} node @param {number | "+" | "="} value
    @param {{ bold?: boolean, write?: boolean }} options */
export function pencil(node, value, { bold = false, write = false } = {}) {
  const kind = `${value}`;
  node.classList.toggle("b", bold);
  if (node.dataset.value === kind) return;
  const first = node.dataset.value === undefined;
  node.dataset.value = kind;
  const drawn = typeof value === "number" ? num(Math.abs(value)) : value;
  const signed = typeof value === "number" && value < 0 ? `-${drawn}` : drawn;
  const spoken = value === "+" ? gettext("plus") : value === "=" ? gettext("equals") : num(value);
  node.replaceChildren(h("span", { class: "vh" }, spoken), strokes(signed));
  node.classList.toggle("write", write && !first);
}

/** Creates a node with `value` in pencil.
    @param {number | "+" | "="} value @param {{ bold?: boolean, write?: boolean }} [options] */
export function pencilled(value, options) {
  const node = h("span", { class: "pn" });
  pencil(node, value, options);
  return node;
}
