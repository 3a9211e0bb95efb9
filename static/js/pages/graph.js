// The chart of a past game: marks the step on show, and tells and jumps to the one pointed at.
import { $, attr, closest, optional, wordsOf } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pageData } from "../lib/page-data.js";

const last = () => Number($("#graph .graph").dataset.last);

/** Marks the step on show on the chart, and says whose turn it is, and its chances.
    @param {number} step */
export function markGraph(step) {
  const graph = optional("#graph .graph");
  if (!graph) return;
  line(".at", step);
  attr(graph, "aria-valuenow", step);
  attr(graph, "aria-valuetext", `${wordsOf($("#stage h2"))} · ${told(step)}`);
}

/** Lets the chart jump: `go` gets the step that was pointed at.
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
  const now = optional("#graph-now");
  if (!now || (step === null && now.hidden)) return;
  now.hidden = step === null;
  if (step === null) line(".hover", null);
  else {
    line(".hover", step);
    now.textContent = told(step);
  }
}

/** The step below the pointer, or null if it is not over the drawing. @param {MouseEvent} event */
function pointed(event) {
  const svg = closest(event, "#graph svg.chart");
  if (!svg) return null;
  const { from, to } = svg.dataset;
  const box = svg.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
  const share = (x - Number(from)) / (Number(to) - Number(from));
  return Math.round(last() * Math.min(1, Math.max(0, share)));
}

/** @param {string} name @param {number | null} step */
function line(name, step) {
  for (const svg of document.querySelectorAll("#graph svg.chart")) {
    const [from, to] = [Number(svg.dataset.from), Number(svg.dataset.to)];
    const x = step === null ? "-9" : (from + ((to - from) * step) / Math.max(1, last())).toFixed(1);
    for (const end of ["x1", "x2"]) attr($(name, svg), end, x);
  }
}

/** A step and everybody's chance at it, in words. @param {number} step */
function told(step) {
  /** @type {{ names: string[], steps: string[][] }} see `Chart.facts` in games/replay/chart.py */
  const { names, steps } = pageData("chances");
  const chances = (steps[step] ?? []).map((chance, side) => `${names[side]} ${chance}`);
  return [fill(gettext("Step {step}"), { step }), ...chances].join(" · ");
}
