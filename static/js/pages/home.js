// The home page: the dice tumble once, and a typed code is formatted.
import "../lib/dialogs.js";
import { pace } from "../lib/prefs.js";
import { bindSettings } from "../lib/settings.js";
import { fly } from "../table/flight.js";

const dice = document.querySelector("[data-land]");
if (dice && pace().tumble) fly(dice, pace().throw);

const code = document.getElementById("code");
code?.addEventListener("input", () => {
  const letters = code.value
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, 8);
  const written = letters.length > 4 ? `${letters.slice(0, 4)} ${letters.slice(4)}` : letters;
  // A pasted link is left as it is: the server finds the code in it.
  if (
    !code.value.includes("/") &&
    code.value !== written &&
    code.selectionStart === code.value.length
  ) {
    code.value = written;
  }
});

bindSettings();
