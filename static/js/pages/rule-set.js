// The pages of rules: dice to try, and the text and link of a rule set to copy.
import { $, optional, shown, text } from "../lib/dom.js";
import { copyField } from "../lib/share.js";

for (const button of document.querySelectorAll("[data-copies]")) {
  shown(button, true);
  const field = $(`input#${button.dataset.copies}`);
  button.addEventListener("click", async () => text($("#copied"), await copyField(field)));
}

// The dice are loaded after everything else.
addEventListener("load", async () => {
  const trial = optional("#trial");
  if (!trial) return;
  const { Trial } = await import("../table/trial.js");
  new Trial(trial);
});
