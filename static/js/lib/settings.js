// The settings dialog: each control with data-pref sets one preference of this browser.
import { optional } from "./dom.js";
import { onPref, pref, setPref } from "./prefs.js";

/** @typedef {keyof import("./prefs.js").Prefs} Name of a preference */

/** @param {HTMLInputElement} control */
const nameOf = (control) => /** @type {Name} */ (control.dataset.pref);

function show(/** @type {HTMLInputElement} */ control) {
  const value = pref(nameOf(control));
  if (control.type === "checkbox") control.checked = Boolean(value);
  else if (control.type === "radio") control.checked = control.value === value;
  else control.value = String(value);
}

function valueOf(/** @type {HTMLInputElement} */ control) {
  if (control.type === "checkbox") return control.checked;
  return control.type === "range" ? Number(control.value) : control.value;
}

export function bindSettings() {
  const controls = document.querySelectorAll("input[data-pref]");
  for (const control of controls) {
    show(control);
    control.addEventListener("change", () => {
      setPref(nameOf(control), valueOf(control));
    });
  }
  onPref(() => {
    globalThis.farkleTheme();
    controls.forEach(show);
  });
  // Devices that cannot do these do not get the setting.
  const able = { buzz: navigator.vibrate, awake: navigator.wakeLock };
  for (const [name, can] of Object.entries(able)) {
    const setting = optional(`#pref-${name}`);
    if (setting && !can) setting.hidden = true;
  }
}
