// Who changed which rule, for everybody in the lobby.
import { h, shown } from "../lib/dom.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { announce } from "../lib/toast.js";
import { same } from "./editor-fields.js";

const SHOWN = 4;
const LISTED = 3; // more changes at once are only counted

export class RuleChanges {
  /** `say(name, value)` returns a field's value in words, `label(name)` its name, `presetName(key)`
      that of a preset. */
  constructor({ say, label, presetName }) {
    this.say = say;
    this.label = label;
    this.presetName = presetName;
    this.entries = []; // newest first: {who, words, and of a single field name, from, to}
    this.marks = new Map(); // by field: what stands beside it
  }

  clear() {
    this.entries = [];
    this.marks.clear();
  }

  /** Notes that the rules changed from `before` to `after`, each {rules, base}. `who` is a name, ""
      for me, or null if unknown; `mine`: I did it on this page. */
  add(before, after, who, mine) {
    const names = Object.keys(after.rules).filter(
      (name) => !same(before.rules[name], after.rules[name]),
    );
    if (!names.length && before.base === after.base) return;
    if (mine) for (const name of names) this.marks.delete(name);
    else for (const name of names) this.marks.set(name, this.mark(name, before.rules[name], who));
    const entries = this.entriesOf(names, before, after, who);
    for (const entry of entries) this.addEntry(entry);
    if (!mine) announce(entries.map(({ words }) => words).join(" "));
  }

  mark(name, from, who) {
    const values = { name: who, value: this.say(name, from) };
    if (who === null) return fill(gettext("Changed while you were away (was {value})."), values);
    if (who === "") return fill(gettext("You changed this elsewhere (was {value})."), values);
    return fill(gettext("{name} changed this (was {value})."), values);
  }

  entriesOf(names, before, after, who) {
    const as = (named, own, nobody, values) =>
      fill(who ? named : who === "" ? own : nobody, { name: who, ...values });
    const { base, preset } = after;
    if (preset === base && (names.length > LISTED || before.base !== base)) {
      const values = { preset: this.presetName(base) };
      return [
        {
          who,
          words: as(
            gettext("{name} switched to {preset}."),
            gettext("You switched to {preset}."),
            gettext("The rules are now {preset}."),
            values,
          ),
        },
      ];
    }
    if (names.length > LISTED) {
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
    return names.map((name) => this.entry(name, before.rules[name], after.rules[name], who));
  }

  entry(name, from, to, who) {
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

  addEntry(entry) {
    // Several taps on the same field are one change.
    const last = this.entries[0];
    if (last && entry.name && last.name === entry.name && last.who === entry.who) {
      this.entries.shift();
      if (same(last.from, entry.to)) return;
      this.entries.unshift(this.entry(entry.name, last.from, entry.to, entry.who));
    } else this.entries.unshift(entry);
    this.entries.length = Math.min(this.entries.length, SHOWN);
  }

  draw() {
    for (const list of document.querySelectorAll("[data-news]")) {
      shown(list, this.entries.length > 0);
      list.replaceChildren(...this.entries.map(({ words }) => h("li", null, words)));
    }
  }
}
