// Chat: reactions and short messages. They are shown as text, without markup or links.
import { closeDialogs, onOpen } from "../lib/dialogs.js";
import { $, attr, h, icon, keyed, shown, text } from "../lib/dom.js";
import { dates, fill, gettext, ngettext, num } from "../lib/i18n.js";
import { pace, pref } from "../lib/prefs.js";
import { buzz, play } from "../lib/sound.js";
import { announce } from "../lib/toast.js";
import { staticDie } from "../table/dice.js";
import { playerLabel } from "../table/scorepad.js";
import { faceOf } from "./felt.js";

const MOST_KEPT = 100;
const SHOWN_FOR = 5000; // ms for which a message is shown on the table
const keys = matchMedia("(any-hover: hover)"); // what has a mouse has a keyboard
const REACT_EVERY = 1000; // ms between two reactions of mine
const KNOCK_EVERY = 3000; // ms between two knocks on the table, by all players together
const SPOKEN_EVERY = 5000; // ms between two announced reactions of the same name

/** @typedef {Wire.Frames["reacted"]["reaction"]} Reaction
    @typedef {{ id: number | string, player: number, text: string, at: number }
      | { id: string, name: string, text: string, at: number }} Line of the log. Spectators have a
      name alone. */

/** @returns {Record<Reaction, string>} */
const REACTIONS = () => ({
  clap: gettext("Nice!"),
  ouch: gettext("Ouch"),
  wow: gettext("Wow"),
  luck: gettext("Good luck"),
  laugh: gettext("Haha"),
  hurry: gettext("Hurry up"),
  thanks: gettext("Thanks"),
  again: gettext("Again!"),
});

const times = dates({ hour: "numeric", minute: "2-digit" });

export class Chat {
  /** @type {Wire.Message[]} */ messages = [];
  /** @type {Line[]} */ reactions = []; // since the page was opened
  counted = 0; // how many reactions have come
  read = 0; // id of the newest message I have seen
  known = false; // whether the messages from before have come
  reacting = false; // whether a reaction was sent just now
  knocked = -KNOCK_EVERY; // ms since the page was opened; when the table was knocked on last
  timer = 0;
  /** @type {Map<string, number>} */ spoken = new Map(); // when a reaction was announced, by name

  /** @param {Store} store @param {Connection} connection */
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    this.key = `farkle-muted-${document.documentElement.dataset.room}`;
    this.muted = this.loadMuted();
    for (const place of document.querySelectorAll("[data-reactions]")) {
      place.append(
        ...Object.entries(REACTIONS()).map(([reaction, words]) => {
          const button = h("button", { class: "reaction", type: "button" }, words);
          button.onclick = () => this.react(/** @type {Reaction} */ (reaction), button);
          return button;
        }),
      );
    }
    $("#talk-turn").addEventListener("click", () => {
      closeDialogs();
      $("#roll").focus({ preventScroll: true });
    });
    $("#talk-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    onOpen($("dialog#talk-sheet"), () => this.opened());
  }

  /** @returns {Set<number>} */
  loadMuted() {
    try {
      return new Set(JSON.parse(sessionStorage.getItem(this.key) ?? "[]"));
    } catch {
      return new Set(); // storage is forbidden: lasts as long as the page
    }
  }

  /** Mutes a player, or ends that. @param {number} id */
  toggleMute(id) {
    if (!this.muted.delete(id)) this.muted.add(id);
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.muted]));
    } catch {
      // As above.
    }
    this.draw();
  }

  get on() {
    return this.store.synced && this.store.room.settings.talk;
  }

  get allowed() {
    return this.on && this.store.me !== null && this.store.room.status !== "closed";
  }

  /** Whether I may react: spectators may, too, but not a television. */
  get mayReact() {
    const { store } = this;
    const isAllowed = this.on && store.room.status !== "closed";
    if (!isAllowed || store.me !== null) return isAllowed;
    return store.room.settings.spectators_react && !("screen" in document.documentElement.dataset);
  }

  /** Whether anybody else is there to talk to: a person with a seat, or a spectator. */
  get inCompany() {
    const { seated, spectators, me, mine } = this.store;
    const others = seated.filter(({ id, kind }) => kind === "person" && !mine.includes(id));
    return me === null || spectators > 0 || others.length > 0;
  }

  /** Adds the newest messages, which come on connecting. @param {Wire.Frames["talk"]} frame */
  receiveAll({ messages }) {
    const had = new Map(this.messages.map((one) => [one.id, one]));
    for (const one of messages) had.set(one.id, one);
    this.messages = [...had.values()].sort((a, b) => a.id - b.id).slice(-MOST_KEPT);
    if (!this.known) this.read = this.newest;
    this.known = true;
    this.draw();
  }

  get newest() {
    return this.messages.at(-1)?.id ?? 0;
  }

  get unmuted() {
    return this.messages.filter(({ player }) => !this.muted.has(player));
  }

  /** Messages and reactions, oldest first. */
  get lines() {
    return [...this.messages, ...this.reactions]
      .filter((line) => !("player" in line && this.muted.has(line.player)))
      .sort((a, b) => a.at - b.at)
      .slice(-MOST_KEPT);
  }

  receive(/** @type {Wire.FrameOf<"said">} */ frame) {
    if (this.messages.some(({ id }) => id === frame.id)) return;
    this.messages = [...this.messages, frame].sort((a, b) => a.id - b.id).slice(-MOST_KEPT);
    if (!this.muted.has(frame.player)) this.show(this.speakerOf(frame), frame.text, true);
    if ($("dialog#talk-sheet").open) this.read = this.newest;
    this.draw();
  }

  /** Removes a message, which the operator of the site has deleted. */
  remove(/** @type {number} */ number) {
    this.messages = this.messages.filter(({ id }) => id !== number);
    shown($("#said"), false);
    this.draw();
  }

  /** @param {Wire.Frames["reacted"]} frame */
  receiveReaction(frame) {
    const { player, reaction } = frame;
    const words = REACTIONS()[reaction];
    // A computer reacts after a while: chat may be off by then.
    if (!words || !this.on || (player !== undefined && this.muted.has(player))) return;
    const speaker = this.speakerOf(frame);
    this.show(speaker, words, this.isSpoken(speaker));
    if (reaction === "hurry" && player !== undefined) this.knock();
    this.counted += 1;
    const said = { id: `reaction ${this.counted}`, text: words, at: this.store.now };
    const line = player === undefined ? { ...said, name: speaker.name } : { ...said, player };
    this.reactions = [...this.reactions, line].slice(-MOST_KEPT);
    this.draw();
  }

  /** Returns the player who speaks, or only the name of a spectator.
      @param {{ player?: number, name?: string }} frame
      @returns {Wire.Player | { name: string }} */
  speakerOf({ player, name }) {
    if (player === undefined) return { name: name || gettext("A spectator") };
    return this.store.player(player) ?? { name: "?" };
  }

  /** Whether a reaction is announced now: in brief, those of computers are not.
      @param {Wire.Player | { name: string }} speaker */
  isSpoken(speaker) {
    if (pref("brief") && "level" in speaker && speaker.level) return false;
    const now = performance.now();
    if (now - (this.spoken.get(speaker.name) ?? -SPOKEN_EVERY) < SPOKEN_EVERY) return false;
    this.spoken.set(speaker.name, now);
    return true;
  }

  /** Shows a line on the table for a moment, beside the speaker's die, which tips over. `spoken`:
      announce it too.
      @param {Wire.Player | { name: string }} speaker @param {string} words
      @param {boolean} spoken */
  show(speaker, words, spoken) {
    const line = fill(gettext("{name}: {words}"), { name: speaker.name, words });
    const player = "id" in speaker ? speaker : null;
    const die = staticDie(player ? faceOf(player) : 1);
    attr(die, "aria-hidden", "true");
    const said = $("#said");
    attr(said, "data-dice", player && player.colour + 1);
    attr(said, "data-material", player && player.material);
    said.replaceChildren(die, h("span", null, line));
    shown(said, true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => shown(said, false), SHOWN_FOR);
    if (spoken && !(player && this.store.mine.includes(player.id))) announce(line);
  }

  /** Lets the table be knocked on: it is heard, and where things move also seen and felt. */
  knock() {
    const now = performance.now();
    if (now - this.knocked < KNOCK_EVERY) return;
    this.knocked = now;
    play("knock");
    const tray = $("#tray");
    tray.classList.remove("knocked");
    if (!pace().tumble) return;
    void tray.offsetWidth; // so that the animation begins again
    tray.classList.add("knocked");
    buzz(40);
  }

  /** Sends a reaction. Until the next one may be sent, its button says that it was; if it was
      refused, a notice says why. @param {Reaction} reaction @param {HTMLElement} button */
  async react(reaction, button) {
    const player = this.speaker;
    if (!this.mayReact || this.reacting) return;
    this.reacting = true;
    button.classList.add("sent");
    setTimeout(() => {
      this.reacting = false;
      button.classList.remove("sent");
    }, REACT_EVERY);
    const named = player !== null && { player };
    const answer = await this.connection.command({ type: "react", reaction, ...named });
    if (answer.type === "no") button.classList.remove("sent");
    else announce(fill(gettext("Sent: {words}"), { words: REACTIONS()[reaction] }), { now: true });
  }

  /** My player who speaks: on a shared device the one whose turn it is, or the first. */
  get speaker() {
    const { store } = this;
    const current = store.game?.players[store.game.state.current] ?? null;
    return current !== null && store.mine.includes(current) ? current : store.me;
  }

  async say() {
    const field = $("input#talk-text");
    const words = field.value.trim();
    const player = this.speaker;
    if (!words || !this.allowed || player === null) return;
    field.value = "";
    const answer = await this.connection.command({ type: "say", player, text: words });
    // Give back a refused text.
    if (answer.type === "no" && !field.value) field.value = words;
  }

  opened() {
    this.read = this.newest;
    this.draw();
    $("#talk-log").scrollTop = $("#talk-log").scrollHeight;
    // On a phone its keyboard would cover the messages.
    if (this.allowed && keys.matches) $("#talk-form input").focus();
  }

  draw() {
    if (!this.store.synced) return;
    const open = $("#talk-open");
    shown(open, this.on && (this.inCompany || this.messages.length > 0));
    const fresh = this.unmuted.filter(
      ({ id, player }) => id > this.read && !this.store.mine.includes(player),
    ).length;
    shown($("#talk-fresh"), fresh > 0);
    text($("#talk-fresh"), num(fresh));
    const words = fill(ngettext("Chat, {count} new", "Chat, {count} new", fresh), { count: fresh });
    attr(open, "aria-label", fresh ? words : gettext("Chat"));
    shown($("#talk-form"), this.allowed);
    for (const one of document.querySelectorAll("[data-reactions]")) {
      shown(one, this.mayReact && this.inCompany);
    }
    shown($("#talk-off"), !this.on);
    const { game } = this.store;
    shown(
      $("#talk-turn"),
      game?.status === "playing" &&
        this.store.isMine(game.state.current) &&
        !this.store.room.paused,
    );
    if (!$("dialog#talk-sheet").open) return;
    const log = $("#talk-log");
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    const { lines } = this;
    shown($("#talk-none"), lines.length === 0);
    keyed(
      $("#talk-list"),
      lines,
      ({ id }) => id,
      (one) => this.make(one),
      () => {},
    );
    if (atEnd) log.scrollTop = log.scrollHeight;
    shown($("#talk-muted"), this.muted.size > 0);
    keyed(
      $("#talk-muted ul"),
      [...this.muted].flatMap((id) => this.store.player(id) ?? []),
      ({ id }) => id,
      (player) =>
        h(
          "li",
          null,
          playerLabel(player),
          h(
            "button",
            { class: "btn plain", type: "button", onclick: () => this.toggleMute(player.id) },
            gettext("Unmute"),
          ),
        ),
      () => {},
    );
  }

  /** @param {Line} line */
  make(line) {
    const { text: words, at } = line;
    const speaker = this.speakerOf(line);
    const message = typeof line.id === "number";
    return h(
      "li",
      null,
      h(
        "p",
        { class: "by" },
        "id" in speaker ? playerLabel(speaker) : h("b", null, speaker.name),
        h(
          "time",
          { class: "small quiet", datetime: new Date(at).toISOString() },
          times().format(at),
        ),
      ),
      h("p", { class: message ? "words" : "reacted" }, words),
      message && "id" in speaker && !this.store.mine.includes(speaker.id)
        ? this.makeMute(speaker)
        : null,
    );
  }

  makeMute(/** @type {Wire.Player} */ { id, name }) {
    return h(
      "button",
      { class: "tool", type: "button", onclick: () => this.toggleMute(id) },
      icon("close"),
      h("span", { class: "vh" }, fill(gettext("Mute {name}"), { name })),
    );
  }
}
