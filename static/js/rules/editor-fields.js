// One field of the rules: its control, the remarks beside it, and how it differs from the preset.
// The server decides which values are allowed.
import { $, attr, h, icon, optional, shown, text } from "../lib/dom.js";
import { fill, gettext, num } from "../lib/i18n.js";

/** Whether two values of a field are equal. */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const TYPED = 800; // ms after the last key in which a number counts, though its field has the focus
const WHOLE = /^\d+([.,'’\s]\d{3})*$/; // with any separator of thousands

export class FieldRow {
  /** `changed(name, value, soon)` runs when the value is set here; `soon`: more taps may follow. */
  constructor(node, changed) {
    this.node = node;
    this.name = node.dataset.field;
    this.kind = node.dataset.kind;
    this.label = node.dataset.label;
    this.step = Number(node.dataset.step);
    this.value = null;
    this.lastOn = null; // the value that switching it on again restores
    this.typing = new Set(); // inputs that somebody is typing into
    this.timer = 0;
    this.refused = ""; // why it could not be set
    this.remarks = []; // of the server
    this.change = (value, soon = false) => changed(this.name, value, soon);
    this.on = optional("[data-on]", node);
    this.inputs = [...node.querySelectorAll("[data-part]")];
    this.radios = [...node.querySelectorAll("input[type=radio]")];
    this.on?.addEventListener("change", () => this.switched());
    for (const radio of this.radios) {
      radio.addEventListener("change", () => this.change(radio.value));
    }
    this.inputs.forEach((input, part) => this.bindNumber(input, part));
    $("[data-back]", node).addEventListener("click", () => {
      this.focusControl(); // the button disappears
      this.change(this.base);
    });
  }

  bindNumber(input, part) {
    const by = (sign) =>
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
    return Array.isArray(this.value) ? this.value : [this.value];
  }

  /** Returns the number in an input, or null. */
  typedNumber(input) {
    const words = input.value.trim();
    return WHOLE.test(words) ? Number(words.replace(/\D/g, "")) : null;
  }

  /** Sets the number typed so far, if it is one, and leaves the input as it is. */
  takeTyped(input, part) {
    const wanted = this.typedNumber(input);
    if (wanted !== null && wanted !== this.numbers()[part]) {
      this.change(this.withNumber(part, wanted));
    }
  }

  stopTyping(input) {
    clearTimeout(this.timer);
    this.typing.delete(input);
  }

  commit(input, part) {
    this.stopTyping(input);
    const wanted = this.typedNumber(input);
    const words = input.value.trim();
    if (wanted !== null && wanted !== this.numbers()[part]) this.put(part, wanted);
    else if (wanted === null && words) {
      this.refuse(gettext("Enter a whole number."));
    } else this.refuse("");
  }

  put(part, number, soon = false) {
    this.write(this.inputs[part], number);
    this.change(this.withNumber(part, number), soon);
  }

  /** Returns the value with one number replaced. */
  withNumber(part, number) {
    if (this.kind !== "numbers") return number;
    return this.numbers().map((old, at) => (at === part ? number : old));
  }

  switched() {
    if (this.kind === "yes") this.change(this.on.checked);
    else {
      this.change(
        this.on.checked ? (this.lastOn ?? (this.base || Number(this.node.dataset.usual))) : 0,
      );
    }
  }

  focusControl() {
    (this.on ?? this.inputs[0] ?? this.radios.find(({ checked }) => checked))?.focus();
  }

  show(input, part) {
    this.write(input, this.numbers()[part]);
  }

  write(input, number) {
    this.stopTyping(input);
    const words = num(number);
    if (input.value === words) return;
    input.value = words;
    if (input === document.activeElement) input.select(); // so that typing replaces it
  }

  /** `base` is the preset's value, `baseName` the preset's name, `also` the values its document
      offers besides; `idle`: the field has no effect; `by`: who changed it last; `host`: I may set
      it. */
  draw(value, { base, baseName, also, idle, by, host }) {
    if (!same(value, this.value)) this.refused = "";
    this.drawRemarks(this.remarks);
    this.value = value;
    this.base = base;
    if (this.kind === "number" && value) this.lastOn = value;
    if (this.on) this.on.checked = Boolean(value);
    for (const radio of this.radios) radio.checked = radio.value === value;
    this.inputs.forEach((input, part) => {
      if (!this.typing.has(input) || !host) this.show(input, part);
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
    const mark = $("[data-by]", this.node);
    shown(mark, Boolean(by));
    text(mark, by ?? "");
  }

  /** Draws buttons for other values that the preset's document offers. */
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

  /** Returns a value in words. */
  valueText(value) {
    if (Array.isArray(value)) return value.map(num).join(", ");
    if (typeof value === "boolean") return value ? gettext("on") : gettext("off");
    if (typeof value === "number") return value ? num(value) : gettext("off");
    return this.radios.find((radio) => radio.value === value)?.dataset.words ?? value;
  }

  /** Restores the value, unless somebody is typing, and shows why it could not be set, until it
      changes. */
  refuse(words) {
    this.inputs.forEach((input, part) => {
      if (!this.typing.has(input)) this.show(input, part);
    });
    this.refused = words;
    this.drawRemarks(this.remarks);
  }

  /** Draws the server's remarks about this field, [{text, error}]. */
  drawRemarks(remarks) {
    this.remarks = remarks;
    const place = $(".remarks", this.node);
    const key = JSON.stringify([this.refused, ...remarks.map((remark) => remark.text)]);
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const warning = (words, props) => h("p", props, icon("warn"), h("span", null, words));
    place.replaceChildren(
      ...(this.refused ? [warning(this.refused, { class: "warn bad", role: "alert" })] : []),
      ...remarks.map((remark) =>
        warning(remark.text, { class: remark.error ? "warn bad" : "warn" }),
      ),
    );
    const bad = remarks.some(({ error }) => error);
    this.node.classList.toggle("wrong", bad);
    for (const input of [...this.inputs, ...(this.on ? [this.on] : [])]) {
      attr(input, "aria-invalid", bad ? "true" : null);
    }
  }
}
