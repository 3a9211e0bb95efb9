// One field of the rules: its control, what is said beside it, and where it differs from the preset.
// Which values are allowed and what they mean is the server's to say.
import { $, attr, h, icon, shown, text } from "../lib/dom.js";
import { fill, gettext, num } from "../lib/i18n.js";

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const WHOLE = /^\d+([.,'’\s]\d{3})*$/; // however its thousands are set apart

export class FieldRow {
  /** `changed(name, value, soon)`: somebody set it; `soon`: more taps may follow. */
  constructor(node, changed) {
    this.node = node;
    this.name = node.dataset.field;
    this.kind = node.dataset.kind;
    this.label = node.dataset.label;
    this.step = Number(node.dataset.step);
    this.value = null;
    this.lastOn = null; // what switching it on again brings back
    this.typing = new Set(); // inputs with something in them that is not sent yet
    this.refused = ""; // why it could not be set, in words
    this.found = [];
    this.tell = (value, soon = false) => changed(this.name, value, soon);
    this.on = $("[data-on]", node);
    this.inputs = [...node.querySelectorAll("[data-part]")];
    this.radios = [...node.querySelectorAll("input[type=radio]")];
    this.on?.addEventListener("change", () => this.switched());
    for (const radio of this.radios) radio.addEventListener("change", () => this.tell(radio.value));
    this.inputs.forEach((input, part) => this.bindNumber(input, part));
    $("[data-back]", node).addEventListener("click", () => {
      this.focusControl(); // the button goes away
      this.tell(this.base);
    });
  }

  bindNumber(input, part) {
    const by = (sign) =>
      this.put(
        part,
        Math.max(0, (this.typed(input) ?? this.numbers()[part]) + sign * this.step),
        true,
      );
    $(`[data-less="${part}"]`, this.node).addEventListener("click", () => by(-1));
    $(`[data-more="${part}"]`, this.node).addEventListener("click", () => by(1));
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        event.preventDefault();
        by(event.key === "ArrowUp" ? 1 : -1);
      } else if (event.key === "Enter") this.commit(input, part);
      else if (event.key === "Escape") this.refuse("");
    });
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", () => this.typing.add(input));
    input.addEventListener("blur", () => this.typing.has(input) && this.commit(input, part));
  }

  numbers() {
    return Array.isArray(this.value) ? this.value : [this.value];
  }

  /** The number in an input, null where there is none. */
  typed(input) {
    const words = input.value.trim();
    return WHOLE.test(words) ? Number(words.replace(/\D/g, "")) : null;
  }

  commit(input, part) {
    const wanted = this.typed(input);
    const words = input.value.trim();
    if (wanted !== null && wanted !== this.numbers()[part]) this.put(part, wanted);
    else if (wanted === null && words) {
      this.refuse(fill(gettext("“{words}” is no whole number."), { words }));
    } else this.refuse("");
  }

  put(part, number, soon = false) {
    this.write(this.inputs[part], number);
    const value =
      this.kind === "numbers"
        ? this.numbers().map((old, at) => (at === part ? number : old))
        : number;
    this.tell(value, soon);
  }

  switched() {
    if (this.kind === "yes") this.tell(this.on.checked);
    else {
      this.tell(
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
    this.typing.delete(input);
    const words = num(number);
    if (input.value === words) return;
    input.value = words;
    if (input === document.activeElement) input.select(); // what is typed next takes its place
  }

  /** `base`: the preset's value, `baseName`: what it is called, `also`: what its document offers
      besides; `idle`: plays no part; `by`: who changed it last, in words; `host`: may be set. */
  draw(value, { base, baseName, also, idle, by, host }) {
    if (!same(value, this.value)) this.refused = "";
    this.remark(this.found);
    this.value = value;
    this.base = base;
    if (this.kind === "number" && value) this.lastOn = value;
    if (this.on) this.on.checked = Boolean(value);
    for (const radio of this.radios) radio.checked = radio.value === value;
    this.inputs.forEach((input, part) => {
      if (!this.typing.has(input) || !host) this.show(input, part);
    });
    const step = this.kind === "number" ? $(".step", this.node) : null;
    if (step) shown(step, Boolean(value));
    const differs = !same(value, base);
    this.node.classList.toggle("changed", differs);
    this.node.classList.toggle("off", value === 0 || value === false);
    shown($("[data-differs]", this.node), differs);
    if (differs) {
      text(
        $("[data-was]", this.node),
        fill(gettext("{preset} says {value}."), { preset: baseName, value: this.say(base) }),
      );
    }
    shown($("[data-back]", this.node), host);
    this.offer(host ? also.filter((one) => !same(one, value) && !same(one, base)) : []);
    shown($("[data-idle]", this.node), idle);
    const mark = $("[data-by]", this.node);
    shown(mark, Boolean(by));
    text(mark, by ?? "");
  }

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
        this.tell(value);
      };
      line.append(
        h(
          "button",
          { class: "btn", type: "button", onclick: take },
          this.say(value),
          h("span", { class: "vh" }, ` ${this.label}`),
        ),
      );
    }
  }

  /** A value in words. */
  say(value) {
    if (Array.isArray(value)) return value.map(num).join(", ");
    if (typeof value === "boolean") return value ? gettext("on") : gettext("off");
    if (typeof value === "number") return value ? num(value) : gettext("off");
    const option = this.radios.find((radio) => radio.value === value);
    return option ? option.nextElementSibling.textContent : String(value);
  }

  /** It could not be set: why. What the field was stays, and so do the words until it is another. */
  refuse(words) {
    this.inputs.forEach((input, part) => this.show(input, part));
    this.refused = words;
    this.remark(this.found);
  }

  /** What the server remarks about it: [{node, words, error}]. */
  remark(found) {
    this.found = found;
    const place = $(".remarks", this.node);
    const key = JSON.stringify([this.refused, ...found.map(({ words }) => words)]);
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const refusal = this.refused
      ? [h("p", { class: "warn bad", role: "alert" }, icon("warn"), h("span", null, this.refused))]
      : [];
    place.replaceChildren(...refusal, ...found.map(({ node }) => node.cloneNode(true)));
    const bad = found.some(({ error }) => error);
    this.node.classList.toggle("wrong", bad);
    for (const input of [...this.inputs, ...(this.on ? [this.on] : [])]) {
      attr(input, "aria-invalid", bad ? "true" : null);
    }
  }
}
