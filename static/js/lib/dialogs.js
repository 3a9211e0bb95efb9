// The page's <dialog> elements: opening, closing, and asking before something final.
import { $, closest, data, optional } from "./dom.js";

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

/** Calls `run` each time that a dialog has opened.
    @param {HTMLDialogElement} dialog @param {() => void} run */
export function onOpen(dialog, run) {
  new MutationObserver(() => {
    if (dialog.open) run();
  }).observe(dialog, { attributeFilter: ["open"] });
}

document.addEventListener("click", (event) => {
  // The content fills a sheet, so a click on the sheet itself is a click on the backdrop.
  const sheet = closest(event, "dialog.sheet");
  if (sheet && (event.target === sheet || closest(event, "[data-close]"))) sheet.close();
});

/** Connects the buttons that open a dialog. `fetched()` resolves to whether dialogs that the page
    lacks have come. @param {() => Promise<boolean>} [fetched] */
export function bindOpeners(fetched) {
  document.addEventListener("click", async (event) => {
    const opener = closest(event, "[data-sheet]");
    if (!opener) return;
    const id = data(opener, "sheet");
    closeDialogs();
    if (optional(`dialog#${id}`) || (await fetched?.())) openDialog(id);
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
