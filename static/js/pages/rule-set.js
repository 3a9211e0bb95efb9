// A rule set's page: copying its text and its link.
import { $ } from "../lib/dom.js";
import { copy } from "../lib/share.js";
import { gettext } from "../lib/i18n.js";

for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copies);
    const done = await copy(field.value);
    if (!done) field.select();
    $("#copyOf").textContent = done ? gettext("Copied.") : gettext("Selected: copy it by hand.");
  });
}
