// What this browser prefers. Kept in the browser alone; storage may be forbidden, then for this page.

const KEY = "farkle";
const DEFAULTS = {
  speed: "normal", // normal | fast | none
  sound: true,
  buzz: true,
  title: true, // these two say whose turn it is
  rim: true,
  ask: false, // before a reckless roll
  theme: "auto", // auto | light | dark
  tour: true, // the first turn explains itself
};

let values = { ...DEFAULTS };
const listeners = new Set();

function load() {
  try {
    values = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    values = { ...DEFAULTS };
  }
}
load();

export const pref = (name) => values[name];

export function setPref(name, value) {
  values[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // Private windows may refuse; the preference then lasts as long as the page.
  }
  for (const listener of listeners) listener(name, value);
}

export const onPref = (listener) => listeners.add(listener);

// Another tab of the same person changes both.
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  load();
  for (const listener of listeners) listener(null);
});

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** How long things take, in ms. `throw` includes the last of six dice. */
export function pace() {
  if (document.hidden) return { throw: 0, moment: 0, rolloff: 0, tumble: false };
  const speed = calm.matches ? "none" : pref("speed");
  if (speed === "none") return { throw: 0, moment: 1200, rolloff: 1200, tumble: false };
  if (speed === "fast") return { throw: 380, moment: 900, rolloff: 1000, tumble: true };
  return { throw: 900, moment: 1600, rolloff: 1900, tumble: true };
}
