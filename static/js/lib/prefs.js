// The preferences of this browser, kept in localStorage, or for this page only where that is
// forbidden.

const KEY = "farkle";
const DEFAULTS = {
  speed: "normal", // speed of animations: normal | fast | none
  sound: true,
  volume: 100, // 0 to 100
  buzz: true,
  awake: true, // the display stays on during a game
  title: true, // "Your turn" in the page's title
  rim: true, // a rim around the tray on your turn
  ask: false, // confirm a reckless roll
  keys: true, // single keys act at the table
  theme: "auto", // auto | light | dark
  brief: "", // or "brief": announce less to screen readers
  tour: true, // show tips
  learned: /** @type {string[]} */ ([]), // tips that are no longer needed
};

/** @typedef {typeof DEFAULTS} Prefs */
/** @typedef {ReturnType<typeof pace>} Pace */

let values = { ...DEFAULTS };
/** @typedef {(name: keyof Prefs | null, value?: unknown) => void} Listener */
/** @type {Set<Listener>} */ const listeners = new Set();

function load() {
  try {
    values = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    values = { ...DEFAULTS };
  }
}
load();

/** @template {keyof Prefs} K @param {K} name */
export const pref = (name) => values[name];

/** @template {keyof Prefs} K @param {K} name @param {Prefs[K]} value */
export function setPref(name, value) {
  values[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // A private window may refuse. The preference then lasts as long as the page.
  }
  for (const listener of listeners) listener(name, value);
}

/** Calls `listener` after every change. @param {Listener} listener */
export const onPref = (listener) => listeners.add(listener);

// A change in another tab counts here too.
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  load();
  for (const listener of listeners) listener(null);
});

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** How long animations take, in ms, and whether dice tumble. `throw`: until all six dice lie. */
export function pace() {
  if (document.hidden) return { throw: 0, moment: 0, rolloff: 0, tumble: false };
  const speed = calm.matches ? "none" : pref("speed");
  if (speed === "none") return { throw: 0, moment: 1200, rolloff: 1200, tumble: false };
  if (speed === "fast") return { throw: 380, moment: 900, rolloff: 1000, tumble: true };
  return { throw: 900, moment: 1600, rolloff: 1900, tumble: true };
}
