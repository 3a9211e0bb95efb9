// Sheets: dialogs that slide in and give the focus back. Each is a <dialog> of the page.
import { $ } from "./dom.js";

export function openSheet(id, prepare) {
  const sheet = document.getElementById(id);
  prepare?.(sheet);
  if (!sheet.open) sheet.showModal();
  return sheet;
}

export function closeSheets() {
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
}

for (const sheet of document.querySelectorAll("dialog.sheet")) {
  sheet.addEventListener("click", (event) => {
    // The dialog itself is hit only beside its content: on the backdrop.
    if (event.target === sheet || event.target.closest("[data-close]")) sheet.close();
  });
}
for (const opener of document.querySelectorAll("[data-sheet]")) {
  opener.addEventListener("click", () => {
    closeSheets();
    openSheet(opener.dataset.sheet);
  });
}

/** Asks before something that cannot be taken back. Resolves to yes or no. */
export function ask(words, yes) {
  const sheet = $("#ask");
  $("#ask-words").textContent = words;
  $("#ask-yes").textContent = yes;
  sheet.returnValue = "";
  sheet.showModal();
  return new Promise((resolve) => {
    sheet.addEventListener("close", () => resolve(sheet.returnValue === "yes"), { once: true });
  });
}
