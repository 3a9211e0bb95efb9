// The choice of rules in the lobby: presets, and variants of one for a purpose. A tap applies a
// choice at once; the dialog stays, and shows what was chosen.
import { same } from "./editor-fields.js";
import { attr } from "../lib/dom.js";

export class Choices {
  /** `sets` are the page's choices; `apply(wanted)` uses a preset, given by its key, or {rules,
      base}. */
  constructor(sets, apply) {
    this.apply = apply;
    this.choices = [...document.querySelectorAll("[data-preset]")].map((button) => {
      const key = button.dataset.preset;
      const { base } = sets[key];
      const rules = { ...sets[base].rules, ...sets[key].rules };
      button.addEventListener("click", () => this.use(key));
      return { button, key, base, rules };
    });
  }

  /** Applies the choice with this key. */
  use(key) {
    const { base, rules } = this.choices.find((one) => one.key === key);
    this.apply(key === base ? key : { rules, base });
  }

  /** Marks the choice that these rules are, or else the preset they were made from. Returns its
      key. */
  draw(rules, base) {
    const chosen =
      this.choices.find((one) => sameRules(one.rules, rules)) ??
      this.choices.find(({ key }) => key === base);
    for (const one of this.choices) attr(one.button, "aria-pressed", String(one === chosen));
    return chosen.key;
  }
}

function sameRules(one, other) {
  return Object.keys(one).every((name) => same(one[name], other[name]));
}
