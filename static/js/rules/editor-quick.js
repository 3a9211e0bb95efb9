// In the waiting room: the two numbers that tables change most, without opening every rule.
import { h, shown } from "../lib/dom.js";
import { gettext, num } from "../lib/i18n.js";

export class QuickRules {
  /** `sets`: every preset with what its document offers, {key: {rules, also}}; `set(name, value)`. */
  constructor(sets, set) {
    this.selects = [...document.querySelectorAll("[data-quick]")];
    for (const select of this.selects) {
      const name = select.dataset.quick;
      const offered = Object.values(sets).flatMap(({ rules, also }) => [
        rules[name],
        ...(also[name] ?? []),
      ]);
      for (const value of new Set(offered)) this.offer(select, value);
      select.addEventListener("change", () => set(name, Number(select.value)));
    }
  }

  /** An option at its place in the order. */
  offer(select, value) {
    const after = [...select.options].find((option) => Number(option.value) > value);
    select.insertBefore(
      h("option", { value }, value ? num(value) : gettext("Nothing")),
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
