// Steps through a past game. Each step is a page that the server draws; this replaces the parts
// that differ, without loading the rest again.
import { $, attr, closest, data, drawingUrl, optional, shown, wordsOf } from "../lib/dom.js";
import { fill, gettext, pgettext, together } from "../lib/i18n.js";
import { readingTime } from "../lib/speech.js";
import { bindShareButton } from "../lib/share.js";
import { play as playSound } from "../lib/sound.js";
import { unseenHits } from "../lib/hits.js";
import { bindGraph, markGraph } from "./graph.js";
import { bindLuck } from "./luck.js";
import { bindTabs } from "./tabs.js";
import { Trials } from "./trials.js";

const root = $("#replay");
const last = Number(root.dataset.last);
const SWIPE = 48; // CSS pixels
const LOOK_AHEAD = 3;
const LEAP = 10; // steps of one key
// How long each kind of step is shown during playback, in ms.
/** @type {Record<string, number>} */
const SHOWN_FOR = { throw: 900, keep: 1500, build: 1500, start: 1600, other: 1500 };
const SPEEDS = [1, 2, 4];
const ROLL = 0.5; // s that a throw takes during playback; the style sheet has it, too
/** @type {Map<number, Promise<string>>} */ const pages = new Map(); // the HTML of steps

let current = Number(root.dataset.scene);
let wanted = current;
let timer = 0;
let playing = false;
let speed = SPEEDS[0];
let byEar = false; // whether playback was started without a pointer, as screen readers do
let saidTimer = 0;

const address = (/** @type {number} */ step) => `${root.dataset.address}${step}/`;

function page(/** @type {number} */ step) {
  const known = pages.get(step);
  if (known) return known;
  const asked = fetch(`${address(step)}?part`).then((answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  });
  asked.catch(() => pages.delete(step)); // the next request tries again
  pages.set(step, asked);
  return asked;
}

/** Shows a step, unless another is wanted meanwhile. `keep`: leave the address as it is; `jump`:
    add an entry to the history.
    @param {number} step @param {{ keep?: boolean, jump?: boolean }} options */
async function go(step, { keep = false, jump = false } = {}) {
  wanted = Math.min(last, Math.max(0, step));
  const target = wanted;
  let html;
  try {
    html = await page(target);
  } catch {
    if (target === wanted) wanted = current; // the next key counts from the step on show
    shown($("#trouble"), true);
    pause();
    return;
  }
  shown($("#trouble"), false);
  if (target !== wanted) return;
  show(target, html);
  if (!keep) history[jump ? "pushState" : "replaceState"](null, "", address(target));
  for (let ahead = 1; ahead <= LOOK_AHEAD && target + ahead <= last; ahead++) {
    page(target + ahead).catch(() => {});
  }
  if (playing) playOn();
}

/** @param {number} step @param {string} html */
function show(step, html) {
  trials.close();
  current = step;
  root.dataset.scene = String(step);
  const parts = new DOMParser().parseFromString(html, "text/html");
  attr($("#stage"), "data-rolls", playing); // its dice then roll in
  for (const id of ["#stage", "#after"]) {
    const [part, place] = [$(id, parts), $(id)];
    const inside = optional(":focus[data-scene]", place)?.dataset.scene;
    place.replaceChildren(...part.childNodes);
    Object.assign(place.dataset, part.dataset);
    if (inside) optional(`[data-scene="${inside}"]`, place)?.focus({ preventScroll: true });
  }
  const dice = document.querySelectorAll("#stage [data-thrown] .die").length;
  if (playing && dice) playSound("throw", unseenHits(dice, ROLL / speed));
  document.title = data($("#stage"), "title");
  say(toldOfStep());
  const targets = { first: 0, back: Math.max(0, step - 1), next: Math.min(last, step + 1), last };
  for (const [name, to] of Object.entries(targets)) $(`a[data-go="${name}"]`).href = address(to);
  markEnds();
  markGraph(step);
}

/** At the first and the last step, the buttons that would lead further look it. */
function markEnds() {
  for (const [name, end] of Object.entries({ first: 0, back: 0, next: last, last })) {
    attr($(`[data-go="${name}"]`), "aria-disabled", current === end ? "true" : null);
  }
}

/** Returns what happens in the step on show, and what is said about it. */
function toldOfStep() {
  const lines = [...document.querySelectorAll(".tell > p, .tell .verdict > p")];
  return together(lines.map((line) => wordsOf(line).replace(/[^.!?。！？]$/, "$&.")));
}

/** Tells screen readers something. Once read, it goes: the page has the same words already. */
function say(/** @type {string} */ words) {
  const place = $("#said");
  place.textContent = words;
  clearTimeout(saidTimer);
  saidTimer = setTimeout(() => (place.textContent = ""), readingTime(words));
}

// Playback

function playOn() {
  clearTimeout(timer);
  if (current >= last) {
    pause();
    return;
  }
  const kind = data($("#stage"), "kind");
  const seen = SHOWN_FOR[kind];
  const read = byEar ? readingTime(toldOfStep()) : 0;
  timer = setTimeout(() => go(current + 1), Math.max(seen / speed, read));
}

function play() {
  playing = true;
  labelButton();
  if (current >= last) go(0);
  else go(current + 1);
}

function playOrPause(/** @type {boolean} */ withoutPointer) {
  byEar = withoutPointer;
  if (playing) pause();
  else play();
}

function pause() {
  playing = false;
  clearTimeout(timer);
  labelButton();
}

function labelButton() {
  $("#play span").textContent = playing
    ? pgettext("a replay", "Pause")
    : pgettext("a replay", "Play");
  $("#play use").setAttribute("href", drawingUrl(playing ? "i-pause" : "i-play"));
}

/** @param {number} times of the normal speed */
function setSpeed(times) {
  speed = times;
  $("#speed").textContent = `${times}×`;
  attr($("#speed"), "aria-label", fill(gettext("Speed {times}×"), { times }));
  $("#stage").style.setProperty("--speed", String(times));
}

// Input

/** @param {number} to @param {Parameters<typeof go>[1]} [options] */
function stepTo(to, options) {
  pause();
  go(to, options);
}

addEventListener("click", (event) => {
  const link = closest(event, "a[data-go], a[data-scene], a[data-try]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if ("try" in link.dataset) {
    trials.openFrom(link);
    return;
  }
  const { go: where, scene } = link.dataset;
  /** @type {Record<string, number>} */
  const steps = { first: 0, back: wanted - 1, next: wanted + 1, last };
  if (where) stepTo(steps[where]);
  else {
    stepTo(Number(scene), { jump: true });
    if (!closest(event, "#steps")) $("#stage").scrollIntoView({ block: "nearest" });
  }
});

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => stepTo(wanted - 1),
  ArrowRight: () => stepTo(wanted + 1),
  Home: () => stepTo(0),
  End: () => stepTo(last),
  " ": () => playOrPause(true),
};

// Elsewhere these scroll the page.
const KEYS_OF_THE_GRAPH = {
  ArrowDown: KEYS.ArrowLeft,
  ArrowUp: KEYS.ArrowRight,
  PageDown: () => stepTo(wanted - LEAP),
  PageUp: () => stepTo(wanted + LEAP),
};

addEventListener("keydown", (event) => {
  const { key } = event;
  const keys = closest(event, "[role=slider]") ? { ...KEYS, ...KEYS_OF_THE_GRAPH } : KEYS;
  if (event.ctrlKey || event.metaKey || event.altKey || !(key in keys) || trials.isOpen) return;
  // These elements need the keys themselves.
  if (closest(event, "input, textarea, select, dialog[open], [role=region], [role=tab]")) return;
  if (key === " " && closest(event, "button, summary")) return;
  event.preventDefault();
  keys[key]();
});

/** @type {{ x: number, y: number } | null} */ let from = null;
$("#stage").addEventListener("pointerdown", (event) => {
  from = event.pointerType === "mouse" ? null : { x: event.clientX, y: event.clientY };
});
$("#stage").addEventListener("pointerup", (event) => {
  if (!from) return;
  const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
  from = null;
  if (Math.abs(dx) >= SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) stepTo(wanted + (dx < 0 ? 1 : -1));
});

$("#play").addEventListener("click", ({ detail }) => playOrPause(detail === 0));
$("#speed").addEventListener("click", () => {
  setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]);
});
setSpeed(speed);
for (const id of ["#play", "#speed"]) shown($(id), true);

addEventListener("popstate", () => {
  const base = data(root, "address");
  const at =
    location.pathname.startsWith(base) && /(\d+)\/$/.exec(location.pathname.slice(base.length));
  stepTo(at ? Number(at[1]) : last, { keep: true });
});

/** Puts the rules in the place of the link to them. Without a connection the link stays. */
async function loadRules() {
  try {
    const answer = await fetch(`${root.dataset.page}?rules`);
    if (!answer.ok) return;
    const rules = new DOMParser().parseFromString(await answer.text(), "text/html");
    $("#rules-card p").replaceWith($(".card", rules));
  } catch {
    // The link leads to the same rules.
  }
}

$("#rules-card").addEventListener("toggle", loadRules, { once: true });
markEnds();
markGraph(current);
bindGraph((step) => stepTo(step, { jump: true }));
bindShareButton();
const chooseTab = bindTabs($("#tabs"), (tab) => {
  if (trials.isOpen && tab.id !== "tab-choices") stepTo(trials.step);
});
const trials = new Trials({
  address,
  opened: () => {
    pause();
    chooseTab($("#tab-choices"));
  },
  failed: (has) => shown($("#trouble"), has),
  leave: (step) => stepTo(step),
});
bindLuck(`${data(root, "page")}?luck`, ["graph-part", "charts", "luck-part"], () => {
  pages.clear(); // the steps now say what each decision was worth
  markGraph(current);
  go(wanted, { keep: true }).then(() => trials.openFromAddress(current));
});
trials.openFromAddress(current);
