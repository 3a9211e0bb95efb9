// The rules that are changed most, in the lobby.
import { h, shown } from "../lib/dom.js";
import { num } from "../lib/i18n.js";

export class QuickRules {
  /** `sets` are the page's choices; `set(name, value)` runs when a value is chosen. */
  constructor(sets, set) {
    this.selects = [...document.querySelectorAll("[data-quick]")];
    for (const select of this.selects) {
      const name = select.dataset.quick;
      const offered = Object.values(sets).flatMap(({ rules, also }) => [
        ...(name in rules ? [rules[name]] : []),
        ...(also[name] ?? []),
      ]);
      for (const value of new Set(offered)) this.offer(select, value);
      select.addEventListener("change", () => set(name, Number(select.value)));
    }
  }

  /** Adds an option in numerical order. */
  offer(select, value) {
    const after = [...select.options].find((option) => Number(option.value) > value);
    select.insertBefore(
      h("option", { value }, value ? num(value) : select.dataset.none),
      after ?? null,
    );
  }

  draw(rules, host, idle) {
    for (const select of this.selects) {
      const name = select.dataset.quick;
      const value = String(rules[name]);
      shown(select.parentElement, host && !idle.has(name));
      if (![...select.options].some((option) => option.value === value)) {
        this.offer(select, rules[name]);
      }
      if (select.value !== value) select.value = value;
    }
  }
}
