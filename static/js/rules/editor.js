// The editor of the house rules. The host changes them, and everybody in the lobby sees it. Each
// change is sent at once and alone. The server says what the rules mean and what is wrong with them
// (rules-card.js).
import { onOpen } from "../lib/dialogs.js";
import { $, attr, data, optional, shown, text } from "../lib/dom.js";
import { fill, gettext, ngettext, together } from "../lib/i18n.js";
import { pageData } from "../lib/page-data.js";
import { announce } from "../lib/toast.js";
import { differing, same } from "./differing.js";

const SOON = 400; // ms in which several taps on plus and minus become one change

/** Scrolls a part of the page into view and focuses it. @param {HTMLElement} node */
function jump(node) {
  node.scrollIntoView({ block: "start" });
  node.focus({ preventScroll: true });
}

/** @typedef {import("./rules-card.js").Name} Name
    @typedef {import("./rules-card.js").Value} Value
    @typedef {import("./editor-changes.js").RuleSet} RuleSet
    @typedef {import("../lib/finder.js").Finder} Finder
    @typedef {import("./choices.js").Choices} Choices
    @typedef {import("./editor-changes.js").RuleChanges} RuleChanges
    @typedef {import("./editor-fields.js").FieldRow} FieldRow
    @typedef {import("./editor-quick.js").QuickRules} QuickRules
    @typedef {typeof import("./editor-parts.js")} Parts */

export class Editor {
  /** @type {{ quick: QuickRules, choices: Choices, finder: Finder, byName: Finder,
   *   changes: RuleChanges, Row: Parts["FieldRow"],
   *   chips: { button: HTMLElement, key: string }[] } | null} once the view is in the page; until
   *   then, changes are only noted */
  view = null;
  /** @type {import("./rules-card.js").Choices} */ sets = {}; // they come with the view
  /** @type {Map<Name, Value>} my values that the server has not confirmed */
  pending = new Map();
  /** @type {Set<Name>} */ unsent = new Set(); // fields whose pending value is not sent
  /** @type {Map<Name, Value[]>} */ inFlight = new Map(); // my sent values whose event has not come
  ruleSetsInFlight = 0;
  /** @type {RuleSet | null} */ replaced = null; // the rules that a rule set has replaced
  /** @type {RuleSet | null} */ known = null; // the rules as of the last event
  timer = 0;
  /** @type {Map<Name, FieldRow>} */ rows = new Map(); // once the fields are loaded
  loading = false;
  /** @type {Parameters<RuleChanges["add"]>[]} changes that wait for the names of the fields */
  untold = [];
  /** @type {Set<Name>} */ idle = new Set(); // fields without effect
  /** @type {string[] | null} */ remarks = null; // what is remarked on the rules
  broken = false;
  /** @type {FieldRow | undefined} the first that breaks the rules */
  wrong;

  /** @param {Store} store @param {Connection} connection
      @param {import("./rules-card.js").RulesCard} card */
  constructor(store, connection, card) {
    this.store = store;
    this.connection = connection;
    this.card = card;
    this.readRemarks();
  }

  /** Takes over the view, and the dialog of choices, which have come with these parts.
      @param {Parts} parts */
  bind({ Choices, FieldRow, Finder, QuickRules, RuleChanges }) {
    this.sets = pageData("rule-sets");
    this.card.fill($("#editor [data-rules]"));
    $("#editor [data-retry]").addEventListener("click", () => this.load());
    for (const button of document.querySelectorAll("[data-jump]")) {
      button.addEventListener("click", () => {
        const group = optional(`[data-group="${button.dataset.jump}"]`);
        if (group) jump(group);
      });
    }
    $("#editor-wrong").addEventListener("click", () => {
      if (!this.wrong) return;
      finder.clear();
      jump(this.wrong.node);
      this.wrong.focusControl();
    });
    const quick = new QuickRules(this.sets, (name, value) => this.set(name, value));
    const choices = new Choices(this.sets, (wanted) => this.applyRuleSet(wanted));
    const chips = [...document.querySelectorAll("[data-base], [data-variant]")].map((button) => {
      const key = String(button.dataset.base ?? button.dataset.variant);
      button.addEventListener("click", () => choices.use(key));
      return { button, key };
    });
    const byName = new Finder("find-choice", () => [
      ...document.querySelectorAll("#choose-sheet .preset"),
    ]);
    const finder = new Finder(
      "find-rule",
      () => [...document.querySelectorAll("#editor :is(.bases .btn, .rule)")],
      () => this.drawGroups(),
    );
    const changes = new RuleChanges({
      say: (name, value) => this.rows.get(name)?.valueText(value) ?? String(value),
      label: (name) => this.rows.get(name)?.label ?? name,
      choiceOf: (rules) => choices.exact(rules),
    });
    this.view = { quick, choices, changes, chips, finder, byName, Row: FieldRow };
    $("#all-back").addEventListener("click", () => this.applyRuleSet(this.store.room.base));
    for (const button of document.querySelectorAll("[data-bring-back]")) {
      button.addEventListener("click", () => this.bringBack());
    }
    onOpen($("dialog#choose-sheet"), () => {
      byName.clear();
      $("dialog#choose-sheet").scrollTop = 0;
    });
    if (this.untold.length) this.load();
  }

  /** Fetches the fields, the first time that somebody looks at them or that one changes. */
  async load() {
    if (!this.view || this.rows.size || this.loading) return;
    this.loading = true;
    const groups = $("#editor .groups");
    const [waiting, failed] = [$("[data-loading]", groups), $("[data-failed]", groups)];
    const focused = failed.contains(document.activeElement);
    shown(waiting, true);
    shown(failed, false);
    try {
      const answer = await fetch(data(groups, "fields"));
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      groups.replaceChildren(...page.body.children);
    } catch {
      shown(waiting, false);
      shown(failed, true);
      return;
    } finally {
      this.loading = false;
    }
    for (const node of groups.querySelectorAll("[data-field]")) {
      const row = new this.view.Row(node, (name, value, soon) => this.set(name, value, soon));
      this.rows.set(row.name, row);
    }
    if (focused) $("fieldset", groups).focus({ preventScroll: true });
    this.view.finder.draw();
    this.tell();
    this.readRemarks();
    this.draw();
  }

  /** Shows the groups of the fields that were found, and the ways to them. */
  drawGroups() {
    for (const group of document.querySelectorAll("#editor [data-group]")) {
      const found = optional(".rule:not([hidden])", group) !== null;
      shown(group, found);
      const way = optional(`[data-jump="${group.dataset.group}"]`);
      if (way) shown(way, found);
    }
  }

  /** Sets a field. `soon`: more taps may follow, so wait with sending.
      @param {Name} name @param {Value} value */
  set(name, value, soon = false) {
    if (this.store.owner === null) return;
    this.pending.set(name, value);
    this.unsent.add(name);
    this.replaced = null;
    clearTimeout(this.timer);
    if (soon) this.timer = setTimeout(() => this.send(), SOON);
    else this.send();
    this.draw();
  }

  send() {
    clearTimeout(this.timer);
    const names = [...this.unsent];
    this.unsent.clear();
    if (this.store.owner === null) {
      this.pending.clear(); // I am no longer host
      return;
    }
    for (const name of names) this.sendField(name);
  }

  /** Sends one field by itself, so that a refused value affects no other. @param {Name} name */
  async sendField(name) {
    const value = this.pending.get(name);
    if (this.store.owner === null || value === undefined) return;
    this.inFlight.set(name, [...(this.inFlight.get(name) ?? []), value]);
    const answer = await this.connection.command({
      type: "change",
      player: this.store.owner,
      fields: { [name]: value },
    });
    // A newer value stays pending.
    if (!this.unsent.has(name) && same(this.pending.get(name), value)) this.pending.delete(name);
    if (answer.type === "no") this.confirm(name, value);
    this.draw();
    if (answer.type === "no") this.rows.get(name)?.refuse(answer.text);
  }

  /** Replaces all rules by a preset, given by its key, or by others.
      @param {string | RuleSet} wanted */
  async applyRuleSet(wanted) {
    const { room, owner } = this.store;
    if (owner === null) return;
    clearTimeout(this.timer);
    this.unsent.clear();
    this.pending.clear();
    // What I have asked for before may not have come yet.
    const { rules, base = room.base } = this.connection.wanted("rules");
    const was =
      typeof rules === "string"
        ? { rules: this.sets[rules].rules, base: rules }
        : { rules: rules ?? room.rules, base };
    const had = this.changesOf(was) > 0;
    this.ruleSetsInFlight += 1;
    const given = typeof wanted === "string" ? { rules: wanted } : wanted;
    const answer = await this.connection.command({ type: "rules", player: owner, ...given });
    if (answer.type === "ok" && had) this.replaced = was;
    else if (answer.type === "no") this.ruleSetsInFlight -= 1;
    this.draw();
    return answer;
  }

  /** Adds the rule sets that I have saved. @param {import("./choices.js").Saved[]} saved */
  offer(saved) {
    this.view?.choices.offer(saved);
    this.view?.byName.draw();
  }

  bringBack() {
    const { replaced } = this;
    this.replaced = null;
    if (replaced) this.applyRuleSet(replaced);
    $("#editor [data-start]").focus({ preventScroll: true });
  }

  /** Notes changes of the room's rules. `frame` is the event, or null after a sync.
      @param {Wire.Frames["event"] | null} frame */
  update(frame) {
    const { room } = this.store;
    const after = { rules: room.rules, base: room.base };
    const before = this.known;
    this.known = after;
    if (frame?.events.some(([name]) => name === "game")) this.started();
    if (!before || (frame && !frame.events.some(([name]) => name === "rules"))) return;
    const names = differing(after.rules, before.rules);
    const own = this.sender(frame) === "";
    let mine =
      own && names.length > 0 && names.every((name) => this.confirm(name, after.rules[name]));
    if (own && !mine && this.ruleSetsInFlight > 0) {
      this.ruleSetsInFlight -= 1;
      mine = true;
    }
    this.untold.push([before, after, this.sender(frame), mine]);
    if (this.rows.size) this.tell();
    else this.load();
  }

  /** Lists the changes that have come. */
  tell() {
    for (const change of this.untold.splice(0)) this.view?.changes.add(...change);
  }

  /** Returns whether this is a value that I have sent, and stops waiting for it.
      @param {Name} name @param {Value} value */
  confirm(name, value) {
    const sent = this.inFlight.get(name) ?? [];
    const at = sent.findIndex((one) => same(one, value));
    if (at >= 0) sent.splice(0, at + 1);
    return at >= 0;
  }

  /** Returns who sent an event: a name, "" for me, or null.
      @param {Wire.Frames["event"] | null} frame */
  sender(frame) {
    if (!frame?.by) return null;
    if (this.store.mine.includes(frame.by)) return "";
    return this.store.player(frame.by)?.name ?? null;
  }

  /** Forgets all changes: a game begins. */
  started() {
    this.view?.changes.clear();
    this.untold = [];
    this.replaced = null;
    this.pending.clear();
    this.unsent.clear();
  }

  /** Draws the remarks of the rules card beside their fields, and announces new ones. */
  readRemarks() {
    const { idle, remarks } = this.card.facts;
    this.idle = new Set(idle);
    const wrong = remarks.find(({ error }) => error);
    this.broken = Boolean(wrong);
    this.wrong = wrong && this.rows.get(wrong.fields[0]);
    const known = this.remarks ?? remarks.map((remark) => remark.text);
    this.remarks = remarks.map((remark) => remark.text);
    announce(together(this.remarks.filter((words) => !known.includes(words))));
    for (const [name, row] of this.rows) {
      row.drawRemarks(remarks.filter(({ fields }) => fields.includes(name)));
    }
  }

  /** Returns in how many fields a rule set differs from its preset. @param {RuleSet} ruleSet */
  changesOf({ rules, base }) {
    return differing(rules, this.sets[base].rules).length;
  }

  subtitle() {
    const { owner, keeper: host } = this.store;
    if (owner !== null) return gettext("Everyone sees changes");
    return host
      ? fill(gettext("Rules set by {name}"), { name: host.name })
      : gettext("House rules");
  }

  draw() {
    if (!this.view) return;
    const { quick, choices, changes, chips } = this.view;
    const { room, owner } = this.store;
    const host = owner !== null && room.status !== "closed";
    const rules = { ...room.rules, ...Object.fromEntries(this.pending) };
    const base = this.sets[room.base];
    const standard = /** @type {Wire.Rules} */ (base.rules);
    // After a failure only its button tries again, which would lose the focus to another attempt.
    if (!$("#editor").hidden && optional("#editor [data-failed]")?.hidden) this.load();
    for (const group of document.querySelectorAll("#editor .group")) attr(group, "disabled", !host);
    $("#editor").classList.toggle("watching", !host);
    for (const [name, row] of this.rows) {
      row.draw(rules[name], {
        base: standard[name],
        baseName: base.name,
        also: base.also[name] ?? [],
        idle: this.idle.has(name),
        by: changes.marks.get(name),
        host,
      });
    }
    const chosen = choices.draw(rules, room.base);
    for (const { button, key } of chips) {
      attr(button, "aria-pressed", String(key === chosen));
      attr(button, "disabled", !host);
    }
    const bases = $("#editor .bases"); // one long row on a phone
    bases.scrollLeft = $("[aria-pressed='true']", bases).offsetLeft - bases.offsetLeft;
    const count = this.changesOf({ rules, base: room.base });
    text($("#base-line"), base.line);
    shown($("#base-line"), count === 0); // the changes take its place
    shown($("#base-changes"), count > 0);
    text(
      $("#base-count"),
      fill(ngettext("{count} change from {preset}.", "{count} changes from {preset}.", count), {
        count,
        preset: base.name,
      }),
    );
    shown($("#all-back"), host);
    for (const one of document.querySelectorAll("[data-replaced]")) {
      shown(one, host && this.replaced !== null);
    }
    quick.draw(rules, host, this.idle);
    shown($("#editor-wrong"), this.wrong && host);
    if (this.wrong) {
      text(
        $("#editor-wrong span"),
        fill(gettext("These rules don't work yet: {field}"), { field: this.wrong.label }),
      );
    }
    changes.draw();
  }
}
