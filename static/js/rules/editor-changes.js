// Who changed which rule, for everybody in the lobby.
import { h, shown } from "../lib/dom.js";
import { fill, gettext, ngettext, together } from "../lib/i18n.js";
import { announce } from "../lib/toast.js";
import { differing, same } from "./differing.js";

const SHOWN = 4;
const LISTED = 3; // more changes at once are only counted

/** @typedef {import("./rules-card.js").Name} Name
    @typedef {import("./rules-card.js").Value} Value
    @typedef {Pick<import("./rules-card.js").Choice, "name">} Named
    @typedef {Pick<Wire.Room, "rules" | "base">} RuleSet
    @typedef {string | null} Who a name, "" for me, or null if unknown
    @typedef {{ name: Name, from: Value, to: Value }} Change of a single field
    @typedef {{ who: Who, words: string, change?: Change }} Entry */

export class RuleChanges {
  /** @type {Entry[]} */ entries = []; // newest first
  /** @type {Map<Name, string>} */ marks = new Map(); // what stands beside a field

  /** Functions that return a field's value in words, its name, and the choice that a rule set is.
      @param {{ say: (name: Name, value: Value) => string, label: (name: Name) => string,
        choiceOf: (rules: Wire.Rules) => Named | undefined }} words */
  constructor({ say, label, choiceOf }) {
    this.say = say;
    this.label = label;
    this.choiceOf = choiceOf;
  }

  clear() {
    this.entries = [];
    this.marks.clear();
  }

  /** Notes that the rules changed. `mine`: I did it on this page. @param {RuleSet} before
      @param {RuleSet} after @param {Who} who @param {boolean} mine */
  add(before, after, who, mine) {
    const names = differing(after.rules, before.rules);
    if (!names.length && before.base === after.base) return;
    if (mine) for (const name of names) this.marks.delete(name);
    else for (const name of names) this.marks.set(name, this.mark(name, before.rules[name], who));
    const entries = this.entriesOf(names, before, after, who);
    for (const entry of entries) this.addEntry(entry);
    if (!mine) announce(together(entries.map(({ words }) => words)));
  }

  /** @param {Name} name @param {Value} from @param {Who} who */
  mark(name, from, who) {
    const values = { name: who, value: this.say(name, from) };
    if (who === null) return fill(gettext("Changed while you were away (was {value})."), values);
    if (who === "") return fill(gettext("You changed this elsewhere (was {value})."), values);
    return fill(gettext("{name} changed this (was {value})."), values);
  }

  /** @param {Name[]} names @param {RuleSet} before @param {RuleSet} after @param {Who} who
      @returns {Entry[]} */
  entriesOf(names, before, after, who) {
    const choice = this.choiceOf(after.rules);
    if (choice && (names.length > LISTED || before.base !== after.base)) {
      const words = who
        ? gettext("{name} switched to {preset}.")
        : who === ""
          ? gettext("You switched to {preset}.")
          : gettext("The rules are now {preset}.");
      return [{ who, words: fill(words, { name: who, preset: choice.name }) }];
    }
    if (names.length > LISTED) {
      const count = names.length;
      const words = who
        ? ngettext("{name} changed {count} rule.", "{name} changed {count} rules.", count)
        : who === ""
          ? ngettext("You changed {count} rule.", "You changed {count} rules.", count)
          : ngettext("{count} rule has changed.", "{count} rules have changed.", count);
      return [{ who, words: fill(words, { name: who, count }) }];
    }
    return names.map((name) =>
      this.entry({ name, from: before.rules[name], to: after.rules[name] }, who),
    );
  }

  /** @param {Change} change @param {Who} who */
  entry(change, who) {
    const { name, from, to } = change;
    const said = { field: this.label(name), from: this.say(name, from), to: this.say(name, to) };
    const words = fill(
      who
        ? gettext("{name}: {field} {to} (was {from}).")
        : who === ""
          ? gettext("You: {field} {to} (was {from}).")
          : gettext("{field}: {to} (was {from})."),
      { name: who, ...said },
    );
    return { who, words, change };
  }

  addEntry(/** @type {Entry} */ entry) {
    // Several taps on the same field are one change.
    const [last] = this.entries;
    const { change, who } = entry;
    if (change && change.name === last?.change?.name && last.who === who) {
      this.entries.shift();
      if (same(last.change.from, change.to)) return;
      this.entries.unshift(this.entry({ ...change, from: last.change.from }, who));
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
