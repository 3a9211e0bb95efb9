// Talk: reactions and short messages. Text is text: nothing in it becomes markup or a link.
import { $, attr, h, icon, keyed, shown, text } from "../lib/dom.js";
import { fill, gettext, ngettext, num } from "../lib/i18n.js";
import { announce } from "../lib/toast.js";
import { who } from "../table/scorepad.js";

const KEPT = 100;
const SAID_FOR = 5000; // ms that it stands on the felt
const BETWEEN = 1000; // ms between two reactions of mine

const WORDS = () => ({
  clap: gettext("Well played"),
  ouch: gettext("Ouch"),
  wow: gettext("Wow"),
  luck: gettext("Good luck"),
  laugh: gettext("Ha"),
  hurry: gettext("Come on"),
  thanks: gettext("Thanks"),
  again: gettext("One more"),
});

const times = new Intl.DateTimeFormat(document.documentElement.lang || "en", {
  hour: "numeric",
  minute: "2-digit",
});

export class Talk {
  constructor(store, link) {
    Object.assign(this, { store, link });
    this.messages = [];
    this.read = 0; // the newest that was seen
    this.timer = 0;
    this.key = `farkle-muted-${document.documentElement.dataset.room}`;
    this.muted = this.load();
    for (const place of document.querySelectorAll("[data-reactions]")) {
      place.append(
        ...Object.entries(WORDS()).map(([reaction, words]) =>
          h(
            "button",
            { class: "reaction", type: "button", onclick: () => this.react(reaction) },
            words,
          ),
        ),
      );
    }
    $("#talk-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    new MutationObserver(() => this.opened()).observe($("#talk-sheet"), {
      attributeFilter: ["open"],
    });
  }

  load() {
    try {
      return new Set(JSON.parse(sessionStorage.getItem(this.key) ?? "[]"));
    } catch {
      return new Set(); // storage is forbidden: it holds for as long as the page does
    }
  }

  /** Whether I do not want to hear of that player; changes it. */
  mute(id) {
    if (!this.muted.delete(id)) this.muted.add(id);
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.muted]));
    } catch {
      // As above.
    }
    this.draw();
  }

  get on() {
    return this.store.room?.settings.talk === true;
  }

  get may() {
    return this.on && this.store.me !== null && this.store.room.status !== "closed";
  }

  /** The newest, after connecting: what I have already stays. */
  all({ messages }) {
    const had = new Map(this.messages.map((one) => [one.id, one]));
    for (const one of messages) had.set(one.id, one);
    this.messages = [...had.values()].sort((a, b) => a.id - b.id).slice(-KEPT);
    if (!this.known) this.read = this.newest;
    this.known = true;
    this.draw();
  }

  get newest() {
    return this.messages.at(-1)?.id ?? 0;
  }

  get heard() {
    return this.messages.filter(({ player }) => !this.muted.has(player));
  }

  said(frame) {
    if (this.messages.some(({ id }) => id === frame.id)) return;
    this.messages = [...this.messages, frame].sort((a, b) => a.id - b.id).slice(-KEPT);
    if (!this.muted.has(frame.player)) this.show(frame.player, frame.text, !$("#talk-sheet").open);
    if ($("#talk-sheet").open) this.read = this.newest;
    this.draw();
  }

  reacted({ player, reaction }) {
    const words = WORDS()[reaction];
    if (words && !this.muted.has(player)) this.show(player, words, false);
  }

  /** For a moment on the felt; a message is also told to readers, a reaction is not worth breaking in. */
  show(id, words, spoken) {
    const name = this.store.player(id)?.name ?? "?";
    const line = fill(gettext("{name}: {words}"), { name, words });
    text($("#said"), line);
    shown($("#said"), true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => shown($("#said"), false), SAID_FOR);
    if (spoken && !this.store.mine.includes(id)) announce(line);
  }

  react(reaction) {
    if (!this.may || this.waits) return;
    this.waits = true;
    setTimeout(() => (this.waits = false), BETWEEN);
    this.link.command({ type: "react", player: this.speaker, reaction });
  }

  /** Who speaks, where several people share this device: the one at turn, else the first. */
  get speaker() {
    const { store } = this;
    const current = store.game?.players[store.game.state.current];
    return store.mine.includes(current) ? current : store.me;
  }

  async say() {
    const field = $("#talk-text");
    const words = field.value.trim();
    if (!words || !this.may) return;
    field.value = "";
    const answer = await this.link.command({ type: "say", player: this.speaker, text: words });
    // What was refused is not lost.
    if (answer.type === "no" && !field.value) field.value = words;
  }

  opened() {
    if ($("#talk-sheet").open) {
      this.read = this.newest;
      this.draw();
      $("#talk-log").scrollTop = $("#talk-log").scrollHeight;
    }
  }

  draw() {
    if (!this.store.room) return;
    const open = $("#talk-open");
    shown(open, this.on);
    const fresh = this.heard.filter(
      ({ id, player }) => id > this.read && !this.store.mine.includes(player),
    ).length;
    shown($("#talk-fresh"), fresh > 0);
    text($("#talk-fresh"), num(fresh));
    const words = fill(ngettext("Talk, {count} new", "Talk, {count} new", fresh), { count: fresh });
    attr(open, "aria-label", fresh ? words : gettext("Talk"));
    shown($("#talk-form"), this.may);
    for (const one of document.querySelectorAll("[data-reactions]")) shown(one, this.may);
    shown($("#talk-off"), !this.on);
    if (!$("#talk-sheet").open) return;
    const log = $("#talk-log");
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    shown($("#talk-none"), this.heard.length === 0);
    keyed(
      $("#talk-list"),
      this.heard,
      ({ id }) => id,
      (one) => this.make(one),
      () => {},
    );
    if (atEnd) log.scrollTop = log.scrollHeight;
    shown($("#talk-muted"), this.muted.size > 0);
    keyed(
      $("#talk-muted ul"),
      [...this.muted].map((id) => this.store.player(id)).filter(Boolean),
      ({ id }) => id,
      (player) =>
        h(
          "li",
          null,
          who(player),
          h(
            "button",
            { class: "btn plain", type: "button", onclick: () => this.mute(player.id) },
            gettext("Hear again"),
          ),
        ),
      () => {},
    );
  }

  make({ player: id, text: words, at }) {
    const player = this.store.player(id);
    const mute = h(
      "button",
      { class: "tool", type: "button", onclick: () => this.mute(id) },
      icon("close"),
      h(
        "span",
        { class: "vh" },
        fill(gettext("Do not hear {name} any more"), { name: player?.name ?? "?" }),
      ),
    );
    return h(
      "li",
      null,
      h(
        "p",
        { class: "by" },
        who(player),
        h("time", { class: "small quiet", datetime: new Date(at).toISOString() }, times.format(at)),
      ),
      h("p", { class: "words" }, words),
      this.store.mine.includes(id) ? null : mute,
    );
  }
}
