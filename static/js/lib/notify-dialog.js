// "Tell me when it is my turn": asks the browser at once, and shows the result in a dialog.
import { closeDialogs, openDialog } from "./dialogs.js";
import { $ } from "./dom.js";

async function open() {
  closeDialogs();
  openDialog("notify-sheet");
  const { look, turnOn } = await import("./notify.js");
  await look(true);
  if ($("#notify").dataset.state === "off") await turnOn();
}

export function bindNotify() {
  for (const one of document.querySelectorAll("[data-notify-open]")) {
    one.addEventListener("click", open);
  }
}
