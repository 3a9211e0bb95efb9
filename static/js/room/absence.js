// Absent players, the turn timer, pauses and votes. The server decides all of it; this shows what
// will happen and how long it takes, by the server's clock.
import { closeDialogs, openDialog } from "../lib/dialogs.js";
import { $, attr, shown, text } from "../lib/dom.js";
import { fill, gettext, ngettext, num } from "../lib/i18n.js";
import { mayGoOn } from "../client/votes.js";
import { clock } from "../lib/time.js";
import { announce, toast } from "../lib/toast.js";
import { drawLog, logEntries } from "../table/log.js";

const TICK = 250; // ms
const MOST_MISSED = 20; // turns listed for a player who is back; the log has the others
const ASK_AGAIN = 5 * 60_000; // ms between asking for the first and the second time
const SHORTEST = 10; // s; the shortest countdown while nothing is at risk, as the server has it
const MAY_BANK = 4; // where a row of `may.keeps` says why not to bank; 0 or nothing if it may
const SOON = 20_000; // ms left when the clock is highlighted and more time is offered

/** Returns the name of a computer player's level. */
const levelName = (key) =>
  document.querySelector(`[data-level="${key}"] b`)?.textContent ?? gettext("A computer");

export class Absence {
  constructor(store, connection, { model }) {
    Object.assign(this, { store, connection, model });
    this.action = null; // of the note's button
    this.warned = null; // the turn whose end has been announced
    $("#waits-act").addEventListener("click", () => this.action?.());
    for (const one of document.querySelectorAll("[data-wait]")) {
      one.addEventListener("click", () => {
        closeDialogs();
        this[one.dataset.wait]();
      });
    }
    $("#pause-form").addEventListener("submit", (event) => {
      event.preventDefault();
      connection.command({
        type: "pause",
        player: store.hosting,
        reason: $("#pause-reason").value.trim(),
      });
      closeDialogs();
    });
    setInterval(() => this.tick(), TICK);
  }

  get now() {
    return this.store.now;
  }

  /** Whether the others may go on without the player at turn. */
  get late() {
    const { store, current } = this;
    const { room } = store;
    const computer = !current || current.kind !== "person" || room.warm.includes(current.id);
    if (computer || room.paused || room.stand_in === current.id) return false;
    return mayGoOn(store, this.now);
  }

  /** Whether asking to resume once more ends the pause. */
  get asksAgain() {
    const { paused } = this.store.room;
    return Boolean(paused?.again) && this.now >= paused.again;
  }

  /** The player at turn, or undefined. */
  get current() {
    const { game } = this.store;
    return game?.status === "playing" ? this.store.seat(game.state.current) : undefined;
  }

  /** Returns my player who may vote about this, or undefined. The player at turn has no vote on
      whether to go on without them. */
  voter(about) {
    const { store } = this;
    const seats = store.mySeats.filter((seat) => !store.game.state.left[seat]);
    if (about === "go_on" && store.isMine(store.game.state.current)) return undefined;
    return seats.length ? store.game.players[seats[0]] : undefined;
  }

  vote(about) {
    const player = this.voter(about);
    const yes = !this.hasVoted(about) || (about === "resume" && this.asksAgain);
    if (player !== undefined) this.connection.command({ type: "vote", player, about, yes });
  }

  hasVoted(about) {
    return (this.store.room.votes?.[about] ?? []).some((id) => this.store.mine.includes(id));
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

  draw() {
    const { store } = this;
    const { room, due } = store;
    const playing = store.game?.status === "playing";
    const mine = playing && store.isMine(store.game.state.current);
    this.wasLate = playing && this.late;
    this.wasAskingAgain = playing && this.asksAgain;
    const may = {
      pause: playing && !room.paused && store.hosting !== null && room.votes !== undefined,
      askPause:
        playing && !room.paused && store.hosting === null && this.voter("pause") !== undefined,
      resume:
        Boolean(playing && room.paused) &&
        (store.hosting !== null || this.voter("resume") !== undefined),
      goOn: this.wasLate && this.voter("go_on") !== undefined,
      extend: mine && Boolean(due.turn),
    };
    for (const one of document.querySelectorAll("[data-wait]")) {
      const { wait, about } = one.dataset;
      shown(one.closest("li"), may[wait]);
      if (about) attr(one, "aria-pressed", String(this.hasVoted(about)));
    }
    const note = playing ? this.note() : null;
    shown($("#waits"), note !== null);
    $("#table").classList.toggle("with-note", note !== null || !$("#note").hidden);
    if (note) {
      text($("#waits-start"), note.start);
      text($("#waits-words"), note.words);
      const button = $("#waits-act");
      shown(button, Boolean(note.act));
      if (note.act) text(button, note.label);
      this.action = note.act ?? null;
    }
    this.until = note?.until ?? null;
    shown($("#waits-clock"), this.until !== null);
    shown($("#waits-bar"), this.until !== null);
    this.drawHost();
    this.tick();
  }

  /** Returns what the table waits for, {start, words, until?, act?, label?}, or null. */
  note() {
    const { store } = this;
    const { room, due } = store;
    const player = this.current;
    if (room.paused) return this.pausedNote(room.paused);
    if (!player) return null;
    const { name } = player;
    const mine = store.mine.includes(player.id);
    if (due.away && !mine) {
      const act = this.voter("go_on") === undefined ? undefined : () => this.goOn();
      return {
        start: fill(gettext("{name} is away."), { name }),
        words: this.policyText(name),
        until: due.away,
        act,
        label: this.voteLabel("go_on", gettext("Skip the wait")),
      };
    }
    if (!mine && this.late && this.voter("go_on") !== undefined) {
      return {
        start: fill(gettext("{name} is taking a while."), { name }),
        words: "",
        act: () => this.goOn(),
        label: this.voteLabel("go_on", gettext("Skip the wait")),
      };
    }
    if (room.warm?.includes(player.id)) {
      const values = { name, level: levelName(room.level) };
      return {
        start: fill(gettext("{name} is away."), values),
        words: fill(gettext("{level} is playing for {name} until they're back."), values),
      };
    }
    if (room.stand_in === player.id) {
      return {
        start: fill(gettext("{name}'s time is up."), { name }),
        words: fill(gettext("{level} plays this turn."), { level: levelName(room.level) }),
      };
    }
    if (mine && due.turn && due.turn - this.now < SOON) {
      return {
        start: gettext("Time's almost up."),
        words: this.policyText(null),
        until: due.turn,
        act: () => this.extend(),
        label: gettext("Add time"),
      };
    }
    const asked = room.votes?.pause?.length;
    if (asked && this.voter("pause") !== undefined) {
      return {
        start: fill(ngettext("{count} wants a break.", "{count} want a break.", asked), {
          count: this.votesText("pause", asked),
        }),
        words: "",
        act: () => this.askPause(),
        label: gettext("Pause"),
      };
    }
    if (this.mayJoin()) {
      return {
        start: gettext("A game is in progress."),
        words: gettext("You can join from the next round."),
        act: () => this.join(),
        label: gettext("Join"),
      };
    }
    return null;
  }

  /** Whether I have a seat but no part in the game, and may join it. */
  mayJoin() {
    const { store } = this;
    return (
      store.me !== null &&
      store.room.settings.late === "play" &&
      !store.mySeats.length &&
      store.game.state.phase === "turns"
    );
  }

  join() {
    for (const player of this.store.mine) this.connection.command({ type: "join", player });
  }

  pausedNote({ by, reason, again }) {
    const { store } = this;
    const name = store.player(by)?.name;
    const start = name
      ? fill(gettext("{name} paused the game."), { name })
      : gettext("The game is paused.");
    const host = store.hosting !== null;
    const may = host || this.voter("resume") !== undefined;
    const asked = store.room.votes?.resume?.length;
    const wish = asked
      ? fill(ngettext("{count} wants to resume.", "{count} want to resume.", asked), {
          count: this.votesText("resume", asked),
        })
      : "";
    const waits = may && !host && again && !this.asksAgain;
    const wait = waits ? gettext("You can ask again in") : "";
    const label = !host && this.asksAgain ? gettext("Ask again") : gettext("Resume");
    return {
      start,
      words: [reason, wish, wait].filter(Boolean).join(" · "),
      until: waits ? again : undefined,
      act: may ? () => this.resume() : undefined,
      label,
    };
  }

  voteLabel(about, words) {
    const votes = this.store.room.votes?.[about]?.length ?? 0;
    if (!votes) return words;
    return `${words} (${this.votesText(about, votes)})`;
  }

  /** Returns "1 of 2". For votes older than the server's last update there is only the "1". */
  votesText(about, votes) {
    const needed = this.store.room.needed[about];
    return needed ? fill(gettext("{votes} of {needed}"), { votes, needed }) : num(votes);
  }

  /** Whether the player at turn can bank something. */
  get canBank() {
    const rows = Object.values(this.store.may?.keeps ?? {});
    return rows.some((row) => !row[MAY_BANK]);
  }

  /** How long the player at turn is waited for, in ms: less before the first roll. */
  get countdown() {
    const { room, game } = this.store;
    const chosen = room.settings.away_after;
    const atRisk = game.state.rolls > 0 || game.state.turn_points > 0;
    return 1000 * (atRisk ? chosen : Math.min(chosen, Math.max(SHORTEST, chosen / 2)));
  }

  /** Returns what happens when the time is up; `name` is null for me. */
  policyText(name) {
    const say = (mine, theirs) => (name === null ? mine : fill(theirs, { name }));
    const { away } = this.store.room.settings;
    if (away === "computer") return gettext("A computer takes over in");
    if (away === "bank" && this.canBank) {
      return say(
        gettext("Your points will be banked in"),
        gettext("Their points will be banked in"),
      );
    }
    return say(gettext("Your turn will be skipped in"), gettext("Turn will be skipped in"));
  }

  drawHost() {
    const { store } = this;
    const host = store.player(store.room.host);
    const words =
      store.due.host && host ? gettext("The host is away. A new host will be chosen in") : "";
    for (const one of document.querySelectorAll("[data-host-due]")) {
      shown(one, words !== "");
      text(one.firstElementChild, words);
    }
  }

  tick() {
    const { store } = this;
    if (!store.room) return;
    const { due } = store;
    const playing = store.game?.status === "playing";
    const [late, again] = [playing && this.late, playing && this.asksAgain];
    if (late !== this.wasLate || again !== this.wasAskingAgain) {
      this.draw(); // calls this again
      return;
    }
    const node = $("#clock");
    const left = due.turn ? due.turn - this.now : null;
    shown(node, left !== null && !store.room.paused && !this.until);
    if (left !== null) {
      text(node, clock(left));
      node.classList.toggle("soon", left < SOON);
      this.warn(left);
    }
    if (this.until) {
      const rest = this.until - this.now;
      text($("#waits-clock"), clock(rest));
      const away = due.away ? this.countdown : SOON;
      const total = store.room.paused ? ASK_AGAIN : away;
      $("#waits-bar").style.scale = `${Math.min(1, Math.max(0, rest / total)).toFixed(3)} 1`;
    }
    if (due.host) {
      for (const one of document.querySelectorAll("[data-host-due] .clock")) {
        text(one, clock(due.host - this.now));
      }
    }
  }

  /** Announces the end of my time, once a turn. */
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

  /** Announces an event of the room. */
  announceEvent([name, id, ...more]) {
    const { store } = this;
    const player = store.player(id);
    const mine = store.mine.includes(id);
    const values = { name: player?.name };
    if (name === "away" && !mine) announce(fill(gettext("{name} is away."), values));
    else if (name === "back") {
      if (!mine) announce(fill(gettext("{name} is back."), values));
      else if (more[0] > 0) this.showMissedTurns(player, more[0]);
    } else if (name === "stand_in" || name === "warm") {
      announce(
        fill(gettext("{level} is playing for {name}."), { ...values, level: levelName(more[0]) }),
      );
    } else if (name === "weaker") {
      toast(
        fill(gettext("{name} couldn't decide in time, so {level} picked this move."), {
          name: player?.level ? player.name : gettext("The computer"),
          level: levelName(more[0]),
        }),
      );
    } else if (name === "waited") {
      if (mine) toast(this.timeUpText(more[1]));
      else announce(fill(gettext("{name}'s time is up."), values));
    } else if (name === "extended") {
      if (mine) {
        toast(
          fill(
            ngettext(
              "Time added. You can do that {count} more time this turn.",
              "Time added. You can do that {count} more times this turn.",
              more[0],
            ),
            { count: more[0] },
          ),
        );
      } else announce(fill(gettext("{name} added time."), values));
    } else if (name === "paused") {
      announce(fill(gettext("The game is paused. {reason}"), { reason: more[0] ?? "" }));
    } else if (name === "resumed") announce(gettext("The game continues."));
  }

  timeUpText(did) {
    if (did === "computer") return gettext("Time ran out, so a computer plays this turn.");
    if (did === "bank") return gettext("Time ran out, so your points were banked.");
    return gettext("Time ran out, so your turn was skipped.");
  }

  /** Shows a player of mine who is back the turns since the first that was missed. */
  showMissedTurns(player, turns) {
    const { store } = this;
    if (!store.game) return;
    const model = this.model();
    const seat = store.game.players.indexOf(player.id);
    const words = fill(ngettext("You missed {count} turn.", "You missed {count} turns.", turns), {
      count: turns,
    });
    const total = fill(gettext("Your score: {total}."), {
      total: store.game.state.scores[seat] ?? 0,
    });
    text($("#back-words"), `${words} ${total}`);
    const ended = logEntries(store.turns, model, MOST_MISSED).filter(({ turn }) => turn);
    let mine = 0;
    const first = ended.findIndex(({ turn }) => turn.seat === seat && ++mine === turns);
    drawLog($("#back-log"), first < 0 ? ended : ended.slice(0, first + 1));
    closeDialogs();
    openDialog("back-sheet");
  }
}
