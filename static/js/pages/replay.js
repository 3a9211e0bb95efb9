// A past game stepped through: every step is a page of its own, and this puts the next one in place
// of the last without loading the rest again. What a step shows, the server has drawn.
import { $, shown } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";
import { bindLuck } from "./luck.js";
import { pace } from "../lib/prefs.js";
import { bindShareButton } from "../lib/share.js";

const root = $("#replay");
const last = Number(root.dataset.last);
const SWIPE = 48; // CSS pixels
const LOOK_AHEAD = 3;
// How long a step is looked at while the game plays by itself, in ms.
const READ = { throw: 700, keep: 1500, build: 1500, start: 1600, other: 1500 };
const pages = new Map(); // by step: a promise of its page

let now = Number(root.dataset.scene);
let wanted = now;
let timer = 0;
let playing = false;

const address = (step) => `${root.dataset.address}${step}/`;

function page(step) {
  if (!pages.has(step)) {
    const asked = fetch(`${address(step)}?part`).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    });
    asked.catch(() => pages.delete(step)); // asked for again the next time
    pages.set(step, asked);
  }
  return pages.get(step);
}

/** Shows a step; the newest wish counts. `keep`: the address is already the step's. */
async function go(step, { keep = false, jump = false } = {}) {
  wanted = Math.min(last, Math.max(0, step));
  const target = wanted;
  let html;
  try {
    html = await page(target);
  } catch {
    if (target === wanted) wanted = now; // what is pressed next counts from what is seen
    shown($("#trouble"), true);
    pause();
    return;
  }
  shown($("#trouble"), false);
  if (target !== wanted) return; // somebody was quicker
  show(target, html);
  if (!keep) history[jump ? "pushState" : "replaceState"](null, "", address(target));
  for (let ahead = 1; ahead <= LOOK_AHEAD && target + ahead <= last; ahead++) {
    page(target + ahead).catch(() => {});
  }
  if (playing) playOn();
}

function show(step, html) {
  const forward = step === now + 1;
  now = step;
  root.dataset.scene = step;
  const parts = new DOMParser().parseFromString(html, "text/html");
  for (const id of ["stage", "after"]) {
    const part = parts.getElementById(id);
    const place = document.getElementById(id);
    const inside = place.contains(document.activeElement)
      ? document.activeElement.dataset.scene
      : null;
    place.replaceChildren(...part.childNodes);
    Object.assign(place.dataset, part.dataset);
    if (inside) $(`[data-scene="${inside}"]`, place)?.focus({ preventScroll: true });
  }
  document.title = $("#stage").dataset.title;
  $("#said").textContent = [...document.querySelectorAll(".tell p")]
    .map((line) => line.textContent)
    .join(" ");
  const targets = { first: 0, back: Math.max(0, step - 1), next: Math.min(last, step + 1), last };
  for (const [name, to] of Object.entries(targets)) $(`[data-go="${name}"]`).href = address(to);
  mark();
  if (forward) tumble();
}

function tumble() {
  const thrown = $("#stage [data-thrown]");
  const { tumble: wantsTo, throw: ms } = pace();
  if (!thrown || !wantsTo) return;
  thrown.classList.add("rolling");
  setTimeout(() => thrown.classList.remove("rolling"), ms);
}

/** Where on the chart this step is. */
function mark() {
  const round = Number($("#stage").dataset.round);
  for (const chart of document.querySelectorAll(".chart")) {
    const { from, step, to } = chart.dataset;
    const x = Math.min(Number(to), Number(from) + Number(step) * round);
    for (const end of ["x1", "x2"]) $(".at", chart).setAttribute(end, x.toFixed(1));
  }
}

// Playing by itself

function playOn() {
  clearTimeout(timer);
  if (now >= last) {
    pause();
    return;
  }
  const { kind } = $("#stage").dataset;
  timer = setTimeout(() => go(now + 1), READ[kind] + (kind === "throw" ? pace().throw : 0));
}

function play() {
  playing = true;
  label();
  if (now >= last) go(0);
  else go(now + 1);
}

function pause() {
  playing = false;
  clearTimeout(timer);
  label();
}

function label() {
  $("#play span").textContent = playing ? gettext("Pause") : gettext("Play");
  $("#play use").setAttribute("href", playing ? "#i-pause" : "#i-play");
}

// What people do

function stepTo(to, options) {
  pause();
  go(to, options);
}

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-go], a[data-scene]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { go: where, scene } = link.dataset;
  if (where) stepTo({ first: 0, back: wanted - 1, next: wanted + 1, last }[where]);
  else {
    stepTo(Number(scene), { jump: true });
    if (!root.contains(link)) $("#stage").scrollIntoView({ block: "nearest" });
  }
});

const KEYS = {
  ArrowLeft: () => stepTo(wanted - 1),
  ArrowRight: () => stepTo(wanted + 1),
  Home: () => stepTo(0),
  End: () => stepTo(last),
  " ": () => (playing ? pause() : play()),
};

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(key in KEYS)) return;
  // What has the focus knows better what these keys do to it.
  if (target.closest("input, textarea, select, dialog[open], [role=region]")) return;
  if (key === " " && target.closest("button, summary")) return;
  event.preventDefault();
  KEYS[key]();
});

let from = null;
$("#stage").addEventListener("pointerdown", (event) => {
  from = event.pointerType === "mouse" ? null : { x: event.clientX, y: event.clientY };
});
$("#stage").addEventListener("pointerup", (event) => {
  if (!from) return;
  const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
  from = null;
  if (Math.abs(dx) >= SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) stepTo(wanted + (dx < 0 ? 1 : -1));
});

$("#play").addEventListener("click", () => (playing ? pause() : play()));
shown($("#play"), true);

addEventListener("popstate", () => {
  const at =
    location.pathname.startsWith(root.dataset.address) &&
    /(\d+)\/$/.exec(location.pathname.slice(root.dataset.address.length));
  stepTo(at ? Number(at[1]) : last, { keep: true });
});

mark();
bindShareButton();
bindLuck(() => {
  pages.clear(); // steps now say what their decisions were worth
  go(wanted, { keep: true });
});
