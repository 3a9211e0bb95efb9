// The pages of rules: dice to try, a search for rule sets, and the text and link of one to copy.
import { $, optional, shown, text } from "../lib/dom.js";
import { copyField } from "../lib/share.js";

for (const button of document.querySelectorAll("[data-copies]")) {
  shown(button, true);
  const field = $(`input#${button.dataset.copies}`);
  button.addEventListener("click", async () => text($("#copied"), await copyField(field)));
}

if (optional("#find-rules")) {
  import("../lib/finder.js").then(({ Finder }) => {
    new Finder("find-rules", () => [...document.querySelectorAll(".rule-sets > li")]);
  });
}

// The dice are loaded after everything else.
addEventListener("load", async () => {
  const sample = optional("#sample");
  if (!sample) return;
  const { SampleTurn } = await import("../table/sample-turn.js");
  new SampleTurn(sample);
});
