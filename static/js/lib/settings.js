// The settings dialog: each control with data-pref sets one preference of this browser.
import { optional } from "./dom.js";
import { onPref, pref, setPref } from "./prefs.js";

function show(control) {
  const value = pref(control.dataset.pref);
  if (control.type === "checkbox") control.checked = value;
  else if (control.type === "radio") control.checked = control.value === value;
  else control.value = value;
}

function valueOf(control) {
  if (control.type === "checkbox") return control.checked;
  return control.type === "range" ? Number(control.value) : control.value;
}

export function bindSettings() {
  const controls = document.querySelectorAll("[data-pref]");
  for (const control of controls) {
    show(control);
    control.addEventListener("change", () => {
      setPref(control.dataset.pref, valueOf(control));
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
