// One field of the rules: its control, the remarks beside it, and how it differs from the preset.
// The server decides which values are allowed.
import { $, attr, data, h, icon, optional, shown, text } from "../lib/dom.js";
import { commas, fill, gettext, num } from "../lib/i18n.js";
import { same } from "./differing.js";

/** @typedef {import("./rules-card.js").Name} Name
    @typedef {import("./rules-card.js").Value} Value
    @typedef {import("./rules-card.js").Remark} Remark */

const TYPED = 800; // ms after the last key in which a number counts, though its field has the focus
const WHOLE = /^\d+([.,'’\s]\d{3})*$/; // with any separator of thousands

export class FieldRow {
  /** @type {Value} */ value = 0;
  /** @type {Value} */ base = 0; // of the preset
  /** @type {Value | null} */ lastOn = null; // the value that switching it on again restores
  /** @type {Set<HTMLInputElement>} */ typing = new Set(); // inputs that somebody is typing into
  timer = 0;
  refused = ""; // why it could not be set
  /** @type {Remark[]} */ remarks = []; // of the server

  /** `changed` runs when the value is set here; `soon`: more taps may follow.
      @param {HTMLElement} node
      @param {(name: Name, value: Value, soon: boolean) => void} changed */
  constructor(node, changed) {
    this.node = node;
    this.name = /** @type {Name} */ (node.dataset.field);
    this.kind = node.dataset.kind;
    this.label = data(node, "label");
    this.step = Number(node.dataset.step);
    this.change = (/** @type {Value} */ value, soon = false) => changed(this.name, value, soon);
    this.on = optional("input[data-on]", node);
    this.inputs = [...node.querySelectorAll("input[data-part]")];
    this.radios = [...node.querySelectorAll("input[type=radio]")];
    this.on?.addEventListener("change", () => this.switched());
    for (const radio of this.radios) {
      radio.addEventListener("change", () => this.change(this.radioValue(radio)));
    }
    this.inputs.forEach((input, part) => this.bindNumber(input, part));
    $("[data-back]", node).addEventListener("click", () => {
      this.focusControl(); // the button disappears
      this.change(this.base);
    });
  }

  /** Returns what a radio button stands for: a choice, or a number of few.
      @param {HTMLInputElement} radio */
  radioValue({ value }) {
    return /** @type {Value} */ (typeof this.base === "number" ? Number(value) : value);
  }

  /** @param {HTMLInputElement} input @param {number} part */
  bindNumber(input, part) {
    const by = (/** @type {number} */ sign) =>
      this.put(
        part,
        Math.max(0, (this.typedNumber(input) ?? this.numbers()[part]) + sign * this.step),
        true,
      );
    $(`[data-less="${part}"]`, this.node).addEventListener("click", () => by(-1));
    $(`[data-more="${part}"]`, this.node).addEventListener("click", () => by(1));
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        event.preventDefault();
        by(event.key === "ArrowUp" ? 1 : -1);
      } else if (event.key === "Enter") this.commit(input, part);
      else if (event.key === "Escape") {
        this.stopTyping(input);
        this.refuse("");
      }
    });
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", () => {
      this.typing.add(input);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.takeTyped(input, part), TYPED);
    });
    input.addEventListener("blur", () => this.typing.has(input) && this.commit(input, part));
  }

  numbers() {
    return Array.isArray(this.value) ? this.value : [Number(this.value)];
  }

  /** Returns the number in an input, or null. @param {HTMLInputElement} input */
  typedNumber(input) {
    const words = input.value.trim();
    return WHOLE.test(words) ? Number(words.replace(/\D/g, "")) : null;
  }

  /** Sets the number typed so far, if it is one, and leaves the input as it is.
      @param {HTMLInputElement} input @param {number} part */
  takeTyped(input, part) {
    const wanted = this.typedNumber(input);
    if (wanted !== null && wanted !== this.numbers()[part]) {
      this.change(this.withNumber(part, wanted));
    }
  }

  stopTyping(/** @type {HTMLInputElement} */ input) {
    clearTimeout(this.timer);
    this.typing.delete(input);
  }

  /** @param {HTMLInputElement} input @param {number} part */
  commit(input, part) {
    this.stopTyping(input);
    const wanted = this.typedNumber(input);
    const words = input.value.trim();
    if (wanted !== null && wanted !== this.numbers()[part]) this.put(part, wanted);
    else if (wanted === null && words) {
      this.refuse(gettext("Enter a whole number."));
    } else this.refuse("");
  }

  /** @param {number} part @param {number} number */
  put(part, number, soon = false) {
    this.write(this.inputs[part], number);
    this.change(this.withNumber(part, number), soon);
  }

  /** Returns the value with one number replaced. @param {number} part @param {number} number */
  withNumber(part, number) {
    if (this.kind !== "numbers") return number;
    return this.numbers().map((old, at) => (at === part ? number : old));
  }

  switched() {
    const on = Boolean(this.on?.checked);
    if (this.kind === "yes") this.change(on);
    else this.change(on ? (this.lastOn ?? (this.base || Number(this.node.dataset.usual))) : 0);
  }

  focusControl() {
    (this.on ?? this.inputs[0] ?? this.radios.find(({ checked }) => checked))?.focus();
  }

  /** @param {HTMLInputElement} input @param {number} number */
  write(input, number) {
    this.stopTyping(input);
    const words = num(number);
    if (input.value === words) return;
    input.value = words;
    if (input === document.activeElement) input.select(); // so that typing replaces it
  }

  /** `base` is the preset's value, `baseName` the preset's name, `also` the values its document
      offers besides; `idle`: the field has no effect; `by`: who changed it last; `host`: I may set
      it.
      @param {Value} value @param {{ base: Value, baseName: string, also: Value[], idle: boolean,
      by: string | undefined, host: boolean }} more */
  draw(value, { base, baseName, also, idle, by, host }) {
    if (!same(value, this.value)) this.refused = "";
    this.drawRemarks(this.remarks);
    this.value = value;
    this.base = base;
    if (this.kind === "number" && value) this.lastOn = value;
    if (this.on) this.on.checked = Boolean(value);
    for (const radio of this.radios) radio.checked = radio.value === String(value);
    this.inputs.forEach((input, part) => {
      if (!this.typing.has(input) || !host) this.write(input, this.numbers()[part]);
    });
    const step = this.kind === "number" ? optional(".step", this.node) : null;
    if (step) shown(step, Boolean(value));
    const differs = !same(value, base);
    this.node.classList.toggle("changed", differs);
    this.node.classList.toggle("off", value === 0 || value === false);
    shown($("[data-differs]", this.node), differs);
    if (differs) {
      text(
        $("[data-was]", this.node),
        fill(gettext("{preset}: {value}"), { preset: baseName, value: this.valueText(base) }),
      );
    }
    shown($("[data-back]", this.node), host);
    this.offer(host ? also.filter((one) => !same(one, value) && !same(one, base)) : []);
    shown($("[data-idle]", this.node), idle);
    this.node.classList.toggle("idle", idle);
    const mark = $("[data-by]", this.node);
    shown(mark, Boolean(by));
    text(mark, by ?? "");
  }

  /** Draws buttons for other values that the preset's document offers. @param {Value[]} values */
  offer(values) {
    const line = $("[data-also]", this.node);
    const key = JSON.stringify(values);
    shown(line, values.length > 0);
    if (line.dataset.values === key) return;
    line.dataset.values = key;
    for (const old of line.querySelectorAll("button")) old.remove();
    for (const value of values) {
      const take = () => {
        this.focusControl();
        this.change(value);
      };
      line.append(
        h(
          "button",
          { class: "btn", type: "button", onclick: take },
          this.valueText(value),
          h("span", { class: "vh" }, ` ${this.label}`),
        ),
      );
    }
  }

  /** Returns a value in words. @param {Value} value @returns {string} */
  valueText(value) {
    if (Array.isArray(value)) return commas(value.map(num));
    if (typeof value === "boolean") return value ? gettext("on") : gettext("off");
    if (typeof value === "number") return value ? num(value) : gettext("off");
    return this.radios.find((radio) => radio.value === value)?.dataset.words ?? value;
  }

  /** Restores the value, unless somebody is typing, and shows why it could not be set, until it
      changes. @param {string} words */
  refuse(words) {
    this.inputs.forEach((input, part) => {
      if (!this.typing.has(input)) this.write(input, this.numbers()[part]);
    });
    this.refused = words;
    this.drawRemarks(this.remarks);
  }

  /** Draws the server's remarks about this field. @param {Remark[]} remarks */
  drawRemarks(remarks) {
    this.remarks = remarks;
    const place = $(".remarks", this.node);
    const key = JSON.stringify([this.refused, ...remarks.map((remark) => remark.text)]);
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const own = this.refused ? [{ text: this.refused, error: true }] : [];
    place.replaceChildren(
      ...[...own, ...remarks].map(({ text: words, error }) =>
        h(
          "p",
          { class: error ? "warn bad" : "warn", role: words === this.refused && "alert" },
          icon("warn"),
          h("span", null, words),
        ),
      ),
    );
    const bad = remarks.some(({ error }) => error);
    this.node.classList.toggle("wrong", bad);
    for (const input of [...this.inputs, ...(this.on ? [this.on] : [])]) {
      attr(input, "aria-invalid", bad ? "true" : null);
    }
  }
}
