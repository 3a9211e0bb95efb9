// The page's <dialog> elements: opening, closing, and asking before something final.
import { $, closest, data } from "./dom.js";

/** Opens the dialog with this id. The focus returns when it closes. @param {string} id */
export function openDialog(id) {
  const dialog = $(`dialog#${id}`);
  if (!dialog.open) dialog.showModal();
}

/** Closes the dialogs, but for those that match the selector. */
export function closeDialogs(staying = "") {
  for (const dialog of document.querySelectorAll("dialog[open]")) {
    if (!staying || !dialog.matches(staying)) dialog.close();
  }
}

for (const dialog of document.querySelectorAll("dialog.sheet")) {
  dialog.addEventListener("click", (event) => {
    // The content fills the dialog, so a click on the dialog itself is a click on the backdrop.
    if (event.target === dialog || closest(event, "[data-close]")) dialog.close();
  });
}
for (const opener of document.querySelectorAll("[data-sheet]")) {
  opener.addEventListener("click", () => {
    closeDialogs();
    openDialog(data(opener, "sheet"));
  });
}

/** Asks for confirmation. @param {string} words @param {string} yes @returns {Promise<boolean>} */
export function ask(words, yes) {
  const dialog = $("dialog#ask");
  $("#ask-words").textContent = words;
  $("#ask-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
