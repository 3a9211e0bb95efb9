// The page of a rule set: copies its text and its link.
import { $, shown, text } from "../lib/dom.js";
import { copyField } from "../lib/share.js";

for (const button of document.querySelectorAll("[data-copies]")) {
  shown(button, true);
  const field = $(`input#${button.dataset.copies}`);
  button.addEventListener("click", async () => text($("#copied"), await copyField(field)));
}
