// The choice of rules: my saved rules, presets, and variants of one for a purpose. A tap applies a
// choice at once; the dialog stays, and shows what was chosen.
import { differing } from "./differing.js";
import { $, attr, data, h, keyed, optional, shown, text } from "../lib/dom.js";

/** @typedef {{ id: number, name: string, line: string, rules: Wire.Rules, base: string,
 *   minutes: number[] }} Saved rules of mine (games/views/rules.py)
 * @typedef {{ button: HTMLElement, key: string, base: string, name: string, rules: Wire.Rules,
 *   minutes: number[] }} Offered
 */

export class Choices {
  /** @type {Offered[]} */ own = []; // what I have saved

  /** `apply` uses a preset, given by its key, or other rules.
      @param {import("./rules-card.js").Choices} sets
      @param {(wanted: string | { rules: Wire.Rules, base: string }) => void} apply */
  constructor(sets, apply) {
    this.apply = apply;
    this.choices = [...document.querySelectorAll("[data-preset]")].map((button) => {
      const key = data(button, "preset");
      const { base, name, minutes } = sets[key];
      const rules = /** @type {Wire.Rules} */ ({ ...sets[base].rules, ...sets[key].rules });
      button.addEventListener("click", () => this.use(key));
      return { button, key, base, name, rules, minutes };
    });
  }

  get all() {
    return [...this.own, ...this.choices];
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

  /** Lists the rules that I have saved, before all others. @param {Saved[]} saved */
  offer(saved) {
    /** @type {Offered[]} */
    const own = [];
    keyed(
      $("#my-rules .presets"),
      saved,
      ({ id }) => id,
      () =>
        h(
          "button",
          { class: "preset", type: "button" },
          h("span", { class: "bullet", "aria-hidden": "true" }),
          h("b", { dir: "auto" }),
          h("small"),
          h("span", { class: "mins" }),
        ),
      (button, { id, name, line, rules, base, minutes }) => {
        text($("b", button), name);
        text($("small", button), line);
        button.onclick = () => this.apply({ rules, base });
        own.push({ button, key: `saved ${id}`, base, name, rules, minutes });
      },
    );
    this.own = own;
    shown($("#my-rules"), optional("#my-rules .preset:not([hidden])"));
  }

  /** Marks the choices that these rules are, or else the preset they were made from. Returns the
      key of the preset or variant. @param {Wire.Rules} rules @param {string} base */
  draw(rules, base) {
    const equal = (/** @type {Offered} */ choice) => !differing(choice.rules, rules).length;
    const chosen = this.exact(rules)?.key ?? base;
    const own = this.own.filter(equal);
    for (const choice of this.all) {
      const marked = own.length ? own.includes(choice) : choice.key === chosen;
      attr(choice.button, "aria-pressed", String(marked));
    }
    return chosen;
  }
}
