// Who changed which rule, for everybody in the lobby: nothing changes silently.
import { h, shown } from "../lib/dom.js";
import { same } from "./editor-fields.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { announce } from "../lib/toast.js";

const SHOWN = 4;
const ONE_BY_ONE = 3; // more at once are counted, not listed

export class News {
  /** `say(name, value)`: a field's value in words; `label(name)`: what a field is called. */
  constructor({ say, label, presetName }) {
    Object.assign(this, { say, label, presetName });
    this.lines = []; // newest first: {who, name?, from?, words}
    this.marks = new Map(); // by field: what is said beside it
  }

  clear() {
    this.lines = [];
    this.marks.clear();
  }

  /** The rules went from `before` to `after`, each {rules, base}. `who`: a name; "" for me, null where
      nobody knows. `mine`: I did it, on this page. */
  take(before, after, who, mine) {
    const names = Object.keys(after.rules).filter(
      (name) => !same(before.rules[name], after.rules[name]),
    );
    if (!names.length && before.base === after.base) return;
    if (mine) for (const name of names) this.marks.delete(name);
    else for (const name of names) this.marks.set(name, this.mark(name, before.rules[name], who));
    const made = this.words(names, before, after, who);
    for (const line of made) this.add(line);
    if (!mine) announce(made.map(({ words }) => words).join(" "));
  }

  mark(name, from, who) {
    const values = { name: who, value: this.say(name, from) };
    if (who === null) return fill(gettext("Changed while you were away; it was {value}."), values);
    if (who === "") return fill(gettext("You changed this elsewhere; it was {value}."), values);
    return fill(gettext("{name} changed this; it was {value}."), values);
  }

  words(names, before, after, who) {
    const as = (named, own, nobody, values) =>
      fill(who ? named : who === "" ? own : nobody, { name: who, ...values });
    const { base, preset } = after;
    if (preset === base && (names.length > ONE_BY_ONE || before.base !== base)) {
      const values = { preset: this.presetName(base) };
      return [
        {
          who,
          words: as(
            gettext("{name} took {preset}."),
            gettext("You took {preset}."),
            gettext("The rules are {preset} now."),
            values,
          ),
        },
      ];
    }
    if (names.length > ONE_BY_ONE) {
      const values = { count: names.length };
      const many = (one, more) => ngettext(one, more, names.length);
      return [
        {
          who,
          words: as(
            many("{name} changed {count} rule.", "{name} changed {count} rules."),
            many("You changed {count} rule.", "You changed {count} rules."),
            many("{count} rule has changed.", "{count} rules have changed."),
            values,
          ),
        },
      ];
    }
    return names.map((name) => this.one(name, before.rules[name], after.rules[name], who));
  }

  one(name, from, to, who) {
    const said = { field: this.label(name), from: this.say(name, from), to: this.say(name, to) };
    const words = fill(
      who
        ? gettext("{name}: {field} {to} (was {from}).")
        : who === ""
          ? gettext("You: {field} {to} (was {from}).")
          : gettext("{field}: {to} (was {from})."),
      { name: who, ...said },
    );
    return { who, name, from, to, words };
  }

  add(line) {
    // Tap after tap on the same field is one change.
    const last = this.lines[0];
    if (last && line.name && last.name === line.name && last.who === line.who) {
      this.lines.shift();
      if (same(last.from, line.to)) return;
      this.lines.unshift(this.one(line.name, last.from, line.to, line.who));
    } else this.lines.unshift(line);
    this.lines.length = Math.min(this.lines.length, SHOWN);
  }

  draw() {
    for (const list of document.querySelectorAll("[data-news]")) {
      shown(list, this.lines.length > 0);
      list.replaceChildren(...this.lines.map(({ words }) => h("li", null, words)));
    }
  }
}
