// The choice of rules in the lobby: presets, and variants of one for a purpose. A tap applies a
// choice at once; the dialog stays, and shows what was chosen.
import { differing } from "./editor-fields.js";
import { attr, data } from "../lib/dom.js";

export class Choices {
  /** `apply` uses a preset, given by its key, or other rules.
      @param {import("./rules-card.js").Choices} sets
      @param {(wanted: string | { rules: Wire.Rules, base: string }) => void} apply */
  constructor(sets, apply) {
    this.apply = apply;
    this.choices = [...document.querySelectorAll("[data-preset]")].map((button) => {
      const key = data(button, "preset");
      const { base, name } = sets[key];
      const rules = /** @type {Wire.Rules} */ ({ ...sets[base].rules, ...sets[key].rules });
      button.addEventListener("click", () => this.use(key));
      return { button, key, base, name, rules };
    });
  }

  /** Applies the choice with this key. @param {string} key */
  use(key) {
    const choice = this.choices.find((offered) => offered.key === key);
    if (choice) this.apply(key === choice.base ? key : { rules: choice.rules, base: choice.base });
  }

  /** Returns the choice that these rules are, if any. @param {Wire.Rules} rules */
  exact(rules) {
    return this.choices.find((choice) => !differing(choice.rules, rules).length);
  }

  /** Marks the choice that these rules are, or else the preset they were made from. Returns its
      key. @param {Wire.Rules} rules @param {string} base */
  draw(rules, base) {
    const chosen = this.exact(rules)?.key ?? base;
    for (const choice of this.choices) {
      attr(choice.button, "aria-pressed", String(choice.key === chosen));
    }
    return chosen;
  }
}
