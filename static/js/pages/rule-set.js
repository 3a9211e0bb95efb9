// The page of a rule set: copies its text and its link.
import { $ } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";
import { copy } from "../lib/share.js";

for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copies);
    const done = await copy(field.value);
    if (!done) field.select();
    $("#copied").textContent = done
      ? gettext("Copied.")
      : gettext("Couldn't copy automatically. The text is selected.");
  });
}
