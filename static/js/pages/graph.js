// The chart of a past game: marks the step on show, and tells and jumps to the one pointed at.
import { $, optional, wordsOf } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pageData } from "../lib/page-data.js";

const graph = () => optional("#graph .graph");

/** Marks the step on show on the chart, and says whose turn it is, and its chances. */
export function markGraph(step) {
  const found = graph();
  if (!found) return;
  line(".at", step);
  found.setAttribute("aria-valuenow", step);
  const where = wordsOf($("#stage h2"));
  found.setAttribute("aria-valuetext", `${where} · ${told(step)}`);
}

/** Lets the chart jump: `go` gets the step that was pointed at. */
export function bindGraph(go) {
  document.addEventListener("click", (event) => {
    const step = pointed(event);
    if (step !== null) go(step);
  });
  document.addEventListener("pointermove", (event) => hover(pointed(event)));
  document.addEventListener("pointerleave", () => hover(null));
}

function hover(step) {
  const now = optional("#graph-now");
  if (!now || (step === null && now.hidden)) return;
  now.hidden = step === null;
  if (step === null) line(".hover", null);
  else {
    line(".hover", step);
    now.textContent = told(step);
  }
}

/** The step below the pointer, or null if it is not over the drawing. */
function pointed(event) {
  const svg = event.target.closest?.("#graph svg.chart");
  if (!svg) return null;
  const { from, to } = svg.dataset;
  const box = svg.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
  const last = Number(graph().dataset.last);
  const share = (x - Number(from)) / (Number(to) - Number(from));
  return Math.round(last * Math.min(1, Math.max(0, share)));
}

function line(name, step) {
  const last = Math.max(1, Number(graph().dataset.last));
  for (const svg of document.querySelectorAll("#graph svg.chart")) {
    const [from, to] = [Number(svg.dataset.from), Number(svg.dataset.to)];
    const x = step === null ? "-9" : (from + ((to - from) * step) / last).toFixed(1);
    for (const end of ["x1", "x2"]) $(name, svg).setAttribute(end, x);
  }
}

/** A step and everybody's chance at it, in words. */
function told(step) {
  const { names, steps } = pageData("chances");
  const chances = (steps[step] ?? []).map((chance, side) => `${names[side]} ${chance}`);
  return [fill(gettext("Step {step}"), { step }), ...chances].join(" · ");
}
