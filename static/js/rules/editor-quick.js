// The rules that are changed most, in the lobby.
import { $, data, h, shown, text } from "../lib/dom.js";
import { fill, ngettext, num } from "../lib/i18n.js";

/** @typedef {import("./rules-card.js").Name} Name */

export class QuickRules {
  /** `set` runs when a value is chosen. @param {import("./rules-card.js").Choices} sets
      @param {(name: Name, value: number) => void} set */
  constructor(sets, set) {
    this.selects = [...document.querySelectorAll("select[data-quick]")].map((select) => ({
      select,
      name: /** @type {Name} */ (select.dataset.quick),
    }));
    for (const { select, name } of this.selects) {
      const offered = Object.values(sets).flatMap(({ rules, also }) => [
        ...(name in rules ? [rules[name]] : []),
        ...(also[name] ?? []),
      ]);
      for (const value of new Set(offered)) this.offer(select, Number(value));
      select.addEventListener("change", () => set(name, Number(select.value)));
    }
  }

  /** Adds an option in numerical order. @param {HTMLSelectElement} select @param {number} value */
  offer(select, value) {
    const after = [...select.options].find((option) => Number(option.value) > value);
    select.insertBefore(
      h("option", { value }, value ? num(value) : data(select, "none")),
      after ?? null,
    );
  }

  /** @param {Wire.Rules} rules @param {boolean} host @param {Set<Name>} idle */
  draw(rules, host, idle) {
    for (const { select, name } of this.selects) {
      const value = String(rules[name]);
      if (select.parentElement) shown(select.parentElement, host && !idle.has(name));
      if (![...select.options].some((option) => option.value === value)) {
        this.offer(select, Number(value));
      }
      if (select.value !== value) select.value = value;
      if (name === "farkle_penalty") {
        const count = rules.farkle_streak;
        const words = ngettext(
          "{count} farkle in a row costs",
          "{count} farkles in a row cost",
          count,
        );
        text($(`label[for="${select.id}"]`), fill(words, { count }));
      }
    }
  }
}
