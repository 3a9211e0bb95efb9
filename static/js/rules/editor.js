// The house rules: the host sets them, everybody else at the table watches. Each change is sent as it
// is made, for the fields it touches alone; what the rules mean, and what is wrong with them, the
// server says (`rulescard.js` fetches it).
import { $, attr, shown, text } from "../lib/dom.js";
import { FieldRow, same } from "./editor-fields.js";
import { News } from "./editor-changes.js";
import { QuickRules } from "./editor-quick.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { announce } from "../lib/toast.js";

const SOON = 400; // ms: taps on plus and minus that follow each other go together

/** Brings a part of the page into view, and the focus to it. */
function jump(node) {
  node.scrollIntoView({ block: "start" });
  node.focus({ preventScroll: true });
}

export class Editor {
  constructor(store, link, { changed }) {
    this.store = store;
    this.link = link;
    this.changed = changed;
    this.sets = JSON.parse($("#rule-sets").textContent);
    this.pending = new Map(); // by field: what I set and the server has not told yet
    this.unsent = new Set();
    this.flying = new Map(); // by field: the values I have sent and not seen come back
    this.whole = 0; // whole rule sets of mine under way
    this.before = null; // what a whole rule set took the place of, {rules, base}
    this.known = null; // the rules as last drawn, {rules, base, preset}
    this.timer = 0;
    this.rows = new Map();
    for (const node of document.querySelectorAll("[data-field]")) {
      const row = new FieldRow(node, (...given) => this.set(...given));
      this.rows.set(row.name, row);
    }
    this.news = new News({
      say: (name, value) => this.rows.get(name)?.say(value) ?? String(value),
      label: (name) => this.rows.get(name)?.label ?? name,
      presetName: (key) => this.baseName(key),
    });
    this.quick = new QuickRules(this.sets, (name, value) => this.set(name, value));
    for (const button of document.querySelectorAll("[data-jump]")) {
      button.addEventListener("click", () => jump($(`[data-group="${button.dataset.jump}"]`)));
    }
    $("#editor-wrong").addEventListener("click", () => {
      jump(this.wrong.node);
      this.wrong.focusControl();
    });
    for (const button of document.querySelectorAll("[data-preset], [data-base]")) {
      button.addEventListener("click", () =>
        this.take(button.dataset.preset ?? button.dataset.base),
      );
    }
    $("#all-back").addEventListener("click", () => this.take(store.room.base));
    for (const button of document.querySelectorAll("[data-bring-back]")) {
      button.addEventListener("click", () => this.bringBack());
    }
    this.remarks();
  }

  baseName(key) {
    return $(`[data-base="${key}"]`)?.textContent ?? key;
  }

  // What I do

  /** One field has a new value. */
  set(name, value, soon) {
    if (this.store.hosting === null) return;
    this.pending.set(name, value);
    this.unsent.add(name);
    this.before = null;
    clearTimeout(this.timer);
    if (soon) this.timer = setTimeout(() => this.send(), SOON);
    else this.send();
    this.draw();
  }

  send() {
    clearTimeout(this.timer);
    const names = [...this.unsent];
    this.unsent.clear();
    if (this.store.hosting === null) {
      this.pending.clear();
    } // somebody else is host meanwhile
    else for (const name of names) this.sendOne(name);
  }

  /** Each field goes by itself: a value that is refused takes no other with it. */
  async sendOne(name) {
    const value = this.pending.get(name);
    this.flying.set(name, [...(this.flying.get(name) ?? []), value]);
    const answer = await this.link.command({
      type: "change",
      player: this.store.hosting,
      fields: { [name]: value },
    });
    // Set once more meanwhile: that one counts.
    if (!this.unsent.has(name) && same(this.pending.get(name), value)) this.pending.delete(name);
    if (answer.type === "no") this.landed(name, value);
    this.draw();
    if (answer.type === "no") this.rows.get(name).refuse(answer.text);
  }

  /** A whole rule set in place of what there is: a preset's key, or {rules, base}. */
  async take(wanted) {
    const { room, hosting } = this.store;
    if (hosting === null) return;
    clearTimeout(this.timer);
    this.unsent.clear();
    this.pending.clear();
    const was = { rules: room.rules, base: room.base };
    const had = this.differing(was).length;
    this.whole += 1;
    const given = typeof wanted === "string" ? { rules: wanted } : wanted;
    const answer = await this.link.command({ type: "rules", player: hosting, ...given });
    if (answer.type === "ok" && had) this.before = was;
    else if (answer.type === "no") this.whole -= 1;
    this.draw();
    return answer;
  }

  bringBack() {
    const { before } = this;
    this.before = null;
    if (before) this.take(before);
    $("#editor [data-start]").focus({ preventScroll: true });
  }

  // What happened

  /** The room's rules may be others than before. `frame`: the event that told it, null for a sync. */
  check(frame) {
    const { room } = this.store;
    const after = { rules: room.rules, base: room.base, preset: room.preset };
    const before = this.known;
    this.known = after;
    if (frame?.events.some(([name]) => name === "game")) this.started();
    if (!before || (frame && !frame.events.some(([name]) => name === "rules"))) return;
    const names = Object.keys(after.rules).filter(
      (name) => !same(before.rules[name], after.rules[name]),
    );
    const own = frame !== null && this.store.mine.includes(frame.by);
    let mine =
      own && names.length > 0 && names.every((name) => this.landed(name, after.rules[name]));
    if (own && !mine && this.whole > 0) {
      this.whole -= 1;
      mine = true;
    }
    this.news.take(before, after, this.who(frame), mine);
  }

  /** Whether a value is one that I have sent; it is then not waited for any more. */
  landed(name, value) {
    const sent = this.flying.get(name) ?? [];
    const at = sent.findIndex((one) => same(one, value));
    if (at >= 0) sent.splice(0, at + 1);
    return at >= 0;
  }

  who(frame) {
    if (!frame) return null;
    if (this.store.mine.includes(frame.by)) return "";
    return this.store.player(frame.by)?.name ?? null;
  }

  started() {
    this.news.clear();
    this.before = null;
    this.pending.clear();
    this.unsent.clear();
  }

  /** The card was written anew: what it remarks goes beside the fields. */
  remarks() {
    const card = $("#editor .card");
    this.idle = new Set((card?.dataset.idle ?? "").split(" "));
    const found = [...(card?.querySelectorAll("[data-remark]") ?? [])].map((node) => ({
      node,
      words: node.textContent.trim(),
      error: node.classList.contains("bad"),
      fields: node.dataset.remark.split(" "),
    }));
    const wrong = found.find(({ error }) => error);
    this.broken = Boolean(wrong);
    this.wrong = this.rows.get(wrong?.fields[0]);
    const heard = this.heard ?? new Set(found.map(({ words }) => words));
    this.heard = new Set(found.map(({ words }) => words));
    announce([...this.heard].filter((words) => !heard.has(words)).join(" "));
    for (const [name, row] of this.rows) {
      row.remark(found.filter(({ fields }) => fields.includes(name)));
    }
  }

  // What is shown

  /** The fields in which a rule set is another than its preset. */
  differing({ rules, base }) {
    return [...this.rows.keys()].filter((name) => !same(rules[name], this.sets[base].rules[name]));
  }

  subtitle() {
    const { room, hosting } = this.store;
    if (hosting !== null) return gettext("House rules, live for all");
    const host = this.store.player(room.host);
    return host
      ? fill(gettext("House rules, set by {name}"), { name: host.name })
      : gettext("House rules");
  }

  draw() {
    const { room, hosting } = this.store;
    if (!room) return;
    const host = hosting !== null && room.status !== "closed";
    const rules = { ...room.rules, ...Object.fromEntries(this.pending) };
    const base = this.sets[room.base];
    const baseName = this.baseName(room.base);
    for (const group of document.querySelectorAll("#editor .group")) attr(group, "disabled", !host);
    $("#editor").classList.toggle("watching", !host);
    for (const [name, row] of this.rows) {
      row.draw(rules[name], {
        base: base.rules[name],
        baseName,
        also: base.also[name] ?? [],
        idle: this.idle.has(name),
        by: this.news.marks.get(name),
        host,
      });
    }
    for (const button of document.querySelectorAll("[data-preset], [data-base]")) {
      attr(
        button,
        "aria-pressed",
        String((button.dataset.preset ?? button.dataset.base) === room.base),
      );
      if (button.dataset.base) attr(button, "disabled", !host);
    }
    const count = this.differing({ rules, base: room.base }).length;
    text($("#base-line"), $(`[data-preset="${room.base}"] small`).textContent);
    shown($("#base-changes"), count > 0);
    text(
      $("#base-count"),
      fill(
        ngettext(
          "{count} thing is another than in {preset}.",
          "{count} things are others than in {preset}.",
          count,
        ),
        { count, preset: baseName },
      ),
    );
    shown($("#all-back"), host);
    for (const one of document.querySelectorAll("[data-replaced]")) {
      shown(one, host && this.before !== null);
    }
    this.quick.draw(rules, host, this.idle);
    shown($("#editor-wrong"), this.broken && host);
    if (this.broken) {
      text(
        $("#editor-wrong span"),
        fill(gettext("Nobody can play by these yet: {field}"), { field: this.wrong.label }),
      );
    }
    this.news.draw();
    this.changed();
  }
}
