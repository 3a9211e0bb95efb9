// The charts of a past game: they mark the step on show, and tell and jump to the one pointed at.
import { $, attr, closest, optional, text, wordsOf } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pageData } from "../lib/page-data.js";

const CHARTS = ".graph svg.chart";

let now = 0; // the step on show
/** @type {number | null} */ let hovered = null;

const last = () => Number($("#replay").dataset.last);

/** Marks the step on show on the charts, and says whose turn it is, and its chances.
    @param {number} step */
export function markGraph(step) {
  now = step;
  line(".at", step);
  write(step);
  const slider = optional(".graph[role=slider]");
  if (!slider) return;
  attr(slider, "aria-valuenow", step);
  const chances = chancesAt(step).map((chance, side) => `${facts().names[side]} ${chance}`);
  const told = [wordsOf($("#stage h2")), fill(gettext("Step {step}"), { step }), ...chances];
  attr(slider, "aria-valuetext", told.join(" · "));
}

/** Lets the charts jump: `go` gets the step that was pointed at.
    @param {(step: number) => void} go */
export function bindGraph(go) {
  document.addEventListener("click", (event) => {
    const step = pointed(event);
    if (step !== null) go(step);
  });
  document.addEventListener("pointermove", (event) => hover(pointed(event)));
  document.addEventListener("pointerleave", () => hover(null));
}

function hover(/** @type {number | null} */ step) {
  if (step === hovered) return;
  hovered = step;
  line(".hover", step);
  write(step ?? now);
}

/** The step below the pointer, or null if it is not over a drawing. @param {MouseEvent} event */
function pointed(event) {
  const svg = closest(event, CHARTS);
  if (!svg) return null;
  const { from, to } = svg.dataset;
  const box = svg.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
  const share = (x - Number(from)) / (Number(to) - Number(from));
  return Math.round(last() * Math.min(1, Math.max(0, share)));
}

/** @param {string} name @param {number | null} step */
function line(name, step) {
  for (const svg of document.querySelectorAll(CHARTS)) {
    const [from, to] = [Number(svg.dataset.from), Number(svg.dataset.to)];
    const x = step === null ? "-9" : (from + ((to - from) * step) / Math.max(1, last())).toFixed(1);
    for (const end of ["x1", "x2"]) attr($(name, svg), end, x);
  }
}

/** Writes a step and everybody's chance at it above the chart. @param {number} step */
function write(step) {
  const place = optional("#graph-now");
  if (place) text(place, fill(gettext("Step {step} of {last}"), { step, last: last() }));
  const chances = chancesAt(step);
  document.querySelectorAll("[data-chance]").forEach((node, side) => text(node, chances[side]));
}

/** @returns {{ names: string[], steps: string[][] }} see `Chart.facts` in games/replay/chart.py */
const facts = () => ({ names: [], steps: [], ...pageData("chances") });

const chancesAt = (/** @type {number} */ step) => facts().steps[step] ?? [];
