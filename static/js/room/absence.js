// Absent players, the turn timer, pauses and votes. The server decides all of it; this shows what
// will happen and how long it takes, by the server's clock.
import { closeDialogs, openDialog } from "../lib/dialogs.js";
import { $, attr, data, shown, text } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";
import { clock } from "../lib/time.js";
import { announce } from "../lib/toast.js";
import { announceAbsence } from "./absence/events.js";
import { Holidays } from "./absence/holidays.js";
import { noteOf, SOON } from "./absence/note.js";
import { WaitingGames } from "./absence/waiting-games.js";
import { showMissedTurns } from "./absence/missed-turns.js";

const TICK = 250; // ms
const AN_HOUR = 3_600_000; // ms

/** @typedef {"extend" | "giveTime" | "holiday" | "goOn" | "pause" | "askPause" | "resume"} Wait */

/** Returns what a button of the menu asks for. @param {HTMLElement} button */
const waitOf = (button) => /** @type {Wait} */ (data(button, "wait"));

export class Absence {
  /** @param {Store} store @param {Connection} connection @param {{ model: () => Model }} parts */
  constructor(store, connection, { model }) {
    this.store = store;
    this.connection = connection;
    this.model = model;
    /** @type {(() => void) | null} */ this.action = null; // what the note's button does
    /** @type {number | null} */ this.until = null; // when the wait that is shown ends
    this.whole = 0; // ms from when it was first shown to its end: the whole bar
    this.warned = ""; // the turn whose end has been announced
    $("#waits-act").addEventListener("click", () => this.action?.());
    for (const button of document.querySelectorAll("[data-wait]")) {
      button.addEventListener("click", () => {
        closeDialogs();
        this[waitOf(button)]();
      });
    }
    $("#pause-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const reason = $("input#pause-reason").value.trim();
      const { hosting } = store;
      if (hosting !== null) connection.command({ type: "pause", player: hosting, reason });
      closeDialogs();
    });
    this.waiting = new WaitingGames(store, () => this.draw());
    this.holidays = new Holidays(store, connection);
    setInterval(() => this.tick(), TICK);
  }

  /** Whether a turn can be made longer. The clock of a race is the same for all. */
  get mayExtend() {
    return Boolean(this.store.due.turn) && document.documentElement.dataset.race === undefined;
  }

  get now() {
    return this.store.now;
  }

  /** Whether asking to resume once more ends the pause. */
  get asksAgain() {
    const again = this.store.room.paused?.again;
    return Boolean(again && this.now >= again);
  }

  /** The player whose turn it is, or undefined. */
  get current() {
    const { game } = this.store;
    return game?.status === "playing" ? this.store.seat(game.state.current) : undefined;
  }

  /** Returns my player who may vote about this, or undefined. The current player has no vote on
      whether to go on without them. @param {Wire.Ballot} about */
  voter(about) {
    const { store } = this;
    const { players, state } = store.newestGame;
    const seats = store.mySeats.filter((seat) => !state.left[seat]);
    if (about === "go_on" && store.isMine(state.current)) return undefined;
    return seats.length ? players[seats[0]] : undefined;
  }

  vote(/** @type {Wire.Ballot} */ about) {
    const player = this.voter(about);
    const yes = !this.hasVoted(about) || (about === "resume" && this.asksAgain);
    if (player !== undefined) this.connection.command({ type: "vote", player, about, yes });
  }

  hasVoted(/** @type {Wire.Ballot} */ about) {
    return (this.store.room.votes[about] ?? []).some((id) => this.store.mine.includes(id));
  }

  goOn() {
    this.vote("go_on");
  }

  askPause() {
    this.vote("pause");
  }

  pause() {
    openDialog("pause-sheet");
  }

  resume() {
    const { hosting } = this.store;
    if (hosting !== null) this.connection.command({ type: "resume", player: hosting });
    else this.vote("resume");
  }

  extend() {
    if (this.current) this.connection.command({ type: "extend", player: this.current.id });
  }

  /** Gives another player, whose turn it is, as much time again. */
  giveTime() {
    const player = this.voter("go_on");
    if (player !== undefined) this.connection.command({ type: "give_time", player });
  }

  holiday() {
    this.holidays.open();
  }

  draw() {
    const { store } = this;
    const { room, due, game } = store;
    this.waiting.look();
    const playing = game?.status === "playing";
    const mine = playing && store.isMine(game.state.current);
    this.couldGoOn = store.mayGoOn;
    this.wasAskingAgain = playing && this.asksAgain;
    /** @type {Record<Wait, boolean>} */
    const may = {
      pause: playing && !room.paused && store.hosting !== null,
      askPause:
        playing && !room.paused && store.hosting === null && this.voter("pause") !== undefined,
      resume:
        Boolean(playing && room.paused) &&
        (store.hosting !== null || this.voter("resume") !== undefined),
      goOn: this.couldGoOn && this.voter("go_on") !== undefined,
      extend: mine && this.mayExtend,
      giveTime: playing && Boolean(due.turn) && this.voter("go_on") !== undefined,
      holiday: this.holidays.allowed,
    };
    for (const button of document.querySelectorAll("[data-wait]")) {
      const about = /** @type {Wire.Ballot | undefined} */ (button.dataset.about);
      shown(button.closest("li") ?? button, may[waitOf(button)]);
      if (about) attr(button, "aria-pressed", String(this.hasVoted(about)));
    }
    const note = playing ? noteOf(this) : null;
    shown($("#waits"), note !== null);
    $("#table").classList.toggle("with-note", note !== null || !$("#note").hidden);
    if (note) {
      text($("#waits-start"), note.start);
      text($("#waits-words"), note.words);
      const button = $("#waits-act");
      shown(button, note.act);
      if (note.label) text(button, note.label);
      this.action = note.act ?? null;
    }
    const until = note?.until ?? null;
    if (until !== this.until) {
      this.until = until;
      this.whole = (until ?? 0) - this.now;
    }
    shown($("#waits-clock"), this.until !== null);
    shown($("#waits-bar"), this.until !== null);
    this.drawHost();
    this.tick();
  }

  join() {
    for (const player of this.store.mine) this.connection.command({ type: "join", player });
  }

  drawHost() {
    const { store } = this;
    const host = store.player(store.room.host);
    const words =
      store.due.host && host ? gettext("The host is away. A new host will be chosen in") : "";
    for (const one of document.querySelectorAll("[data-host-due]")) {
      shown(one, words !== "");
      text($("span", one), words);
    }
  }

  tick() {
    const { store } = this;
    if (!store.synced) return;
    const { due } = store;
    const playing = store.game?.status === "playing";
    const again = playing && this.asksAgain;
    if (store.mayGoOn !== this.couldGoOn || again !== this.wasAskingAgain) {
      this.draw(); // calls this again
      return;
    }
    const node = $("#clock");
    const left = due.turn ? due.turn - this.now : null;
    const tells = left !== null && (left < AN_HOUR || this.othersWait);
    shown(node, tells && !store.room.paused && !this.until);
    if (left !== null) {
      text(node, clock(left));
      node.classList.toggle("soon", left < SOON);
      this.warn(left);
    }
    if (this.until) {
      const rest = this.until - this.now;
      text($("#waits-clock"), clock(rest));
      const part = Math.min(1, Math.max(0, rest / this.whole));
      $("#waits-bar").style.scale = `${part.toFixed(3)} 1`;
    }
    if (due.host) {
      for (const one of document.querySelectorAll("[data-host-due] .clock")) {
        text(one, clock(due.host - this.now));
      }
    }
  }

  /** Whether people on other devices play: only they care how many hours a turn still has. */
  get othersWait() {
    const { store } = this;
    const others = store.game?.players.filter((id) => !store.mine.includes(id)) ?? [];
    return others.some((id) => store.player(id)?.kind === "person");
  }

  /** Announces the end of my time, once a turn. @param {number} left */
  warn(left) {
    const { store } = this;
    const key = `${store.game?.number}:${store.due.turn}`;
    if (
      left > SOON ||
      left < 0 ||
      this.warned === key ||
      !store.isMine(store.game?.state.current ?? -1)
    ) {
      return;
    }
    this.warned = key;
    announce(gettext("20 seconds left in your turn."));
    this.draw();
  }

  /** Announces an event of the room, and shows a returning player of mine what they missed.
      @param {Wire.Event} event */
  announceEvent(event) {
    announceAbsence(event, this.store, (player, turns) => {
      if (this.store.game) showMissedTurns(this.store, this.model(), player, turns);
    });
  }
}
