// Home: the dice of the tray fall once, and a code is written as it is read.
import { bindSettings } from "../lib/settings.js";
import "../lib/dialogs.js";
import { pace } from "../lib/prefs.js";

const dice = document.querySelector("[data-land]");
if (dice && pace().tumble) {
  dice.classList.add("rolling");
  setTimeout(() => dice.classList.remove("rolling"), pace().throw);
}

const code = document.getElementById("code");
code?.addEventListener("input", () => {
  const letters = code.value
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, 8);
  const written = letters.length > 4 ? `${letters.slice(0, 4)} ${letters.slice(4)}` : letters;
  // A pasted link keeps its letters: the server finds the code in it.
  if (
    !code.value.includes("/") &&
    code.value !== written &&
    code.selectionStart === code.value.length
  ) {
    code.value = written;
  }
});

bindSettings();
