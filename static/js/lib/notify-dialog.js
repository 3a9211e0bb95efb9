// "Tell me when it is my turn": asks the browser at once, and shows the result in a dialog.
import { closeDialogs, openDialog } from "./dialogs.js";
import { $ } from "./dom.js";

/** @param {() => Promise<boolean>} fetched resolves to whether the dialog has come */
async function open(fetched) {
  closeDialogs();
  if (!(await fetched())) return;
  openDialog("notify-sheet");
  const { look, turnOn } = await import("./notify.js");
  await look(true);
  if ($("#notify").dataset.state === "off") await turnOn();
}

/** @param {() => Promise<boolean>} fetched */
export function bindNotify(fetched) {
  for (const one of document.querySelectorAll("[data-notify-open]")) {
    one.addEventListener("click", () => open(fetched));
  }
}
