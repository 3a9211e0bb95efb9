// The table: puts its parts together and shows what has happened. What I do is in my-turn.js.
import { $, attr, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pace, pref, setPref } from "../lib/prefs.js";
import { buzz, play, pulses } from "../lib/sound.js";
import { unseenHits } from "../lib/hits.js";
import { afterReading, announce, toast } from "../lib/toast.js";
import { AnimationQueue } from "./animation-queue.js";
import { Announcer } from "./announcer.js";
import { FastForward } from "./fast-forward.js";
import { Hand } from "./hand.js";
import { drawLog, logEntries } from "./log.js";
import { modelOf } from "./model.js";
import { Moments } from "./moments.js";
import { MyTurn } from "./my-turn.js";
import { Odds } from "./odds.js";
import { roundNote } from "./text/headings.js";
import { scoreText } from "./text/score.js";
import { phone, Scorepad } from "./scorepad.js";
import { Selection } from "./selection.js";
import { SharedDevice } from "./shared-device.js";
import { Slip } from "./slip.js";
import { Tips } from "./tour.js";
import { Tray } from "./tray.js";
import { newState } from "../client/fold.js";
/** @import { Scene } from "./animation-queue.js" */

const LOG_LINES = 40;
const TENSE = 300; // points at risk from which on a throw is heard to be tense
const SHORTEST = 0.3; // s over which the hits of dice are spread that nobody sees fly
const keys = matchMedia("(any-hover: hover)"); // what has a mouse has a keyboard

export class Table {
  /**
   * `connection` is the room's. `news()` returns what is new in the rules. `changed()` runs when
   * the last scene has ended, `openScores()` opens the scoreboard, `drawn(model)` runs with each
   * drawing.
   * @param {Store} store
   * @param {Connection} connection
   * @param {{ news: () => string, changed: () => void, openScores: () => void,
   *   drawn: (model: Model) => void }} given
   */
  constructor(store, connection, { news, changed, openScores, drawn }) {
    this.store = store;
    this.news = news;
    this.changed = changed;
    this.drawn = drawn;
    this.device = new SharedDevice(store);
    this.odds = new Odds(store);
    this.myTurn = new MyTurn(this, store, connection);
    this.watched = new Selection(); // of the current player, when that is not me
    this.toldRoll = ""; // the move whose roll was announced
    /** @type {[Wire.Frames["event"], boolean][]} */ this.held = []; // by my farkle
    this.wasMine = false;
    this.toldTurn = false; // to screen readers
    // If a scene has begun meanwhile, it draws when it ends.
    this.fastForward = new FastForward(() => this.busy || this.settled());
    this.tray = new Tray(
      (at) => this.myTurn.pick(at),
      () => {
        if (this.device.passing) this.device.take();
        this.myTurn.press("roll");
      },
    );
    this.actions = new Hand((name) => this.myTurn.press(name));
    this.tips = new Tips(() => this.draw());
    this.slip = new Slip({
      undo: () => this.myTurn.undo(),
      skipTips: () => this.skipTips(),
      redraw: () => this.draw(),
    });
    this.moments = new Moments(() => this.animation.finish());
    this.announcer = new Announcer(announce, () => pref("brief") !== "");
    $("#pass-on").addEventListener("click", () => this.passOn());
    this.scorepad = new Scorepad(openScores);
    phone.addEventListener("change", () => this.draw());
    this.animation = new AnimationQueue(
      (scene) => this.drawScene(scene),
      () => this.settled(),
      pace,
    );
  }

  get busy() {
    return this.animation.busy || this.fastForward.pending;
  }

  sync() {
    const { newestGame: game } = this.store;
    this.held = [];
    this.animation.reset(game.state);
    this.announcer.reset();
    // If there was no move while disconnected, the selection stays.
    if (this.myTurn.move !== `${game.number}:${game.ply}`) {
      this.resetSelection();
    }
    this.toldRoll = this.myTurn.move;
    this.draw();
    this.signalTurn(false);
  }

  /** @param {Wire.Frames["event"]} frame @param {boolean} late */
  event(frame, late) {
    const names = frame.events.map(([name]) => name);
    if (names.includes("started")) {
      this.held = []; // moves of the last game
    } else if (this.farkling) {
      this.held.push([frame, late]);
      return;
    }
    this.animation.skip();
    const { rules } = this.store.newestGame;
    this.animation.state ??= newState(rules, 0, null);
    if (frame.ply !== undefined) this.resetSelection();
    // Of fast moves, the others' turns may all pass before anything has settled.
    if (names.includes("turn")) [this.wasMine, this.toldTurn] = [false, false];
    const tooFast = this.fastForward.countMove();
    $("#table").classList.toggle("rushed", tooFast);
    if (this.announceEvents(frame.events)) this.toldTurn = true;
    if (tooFast) this.fastForward.drawSoon();
    this.animation.play(frame.events, rules, {
      late: late || tooFast,
      acting: this.store.isMine(this.animation.shown.current),
    });
  }

  /** Whether a farkle of mine is on show, or about to be. Moves that come meanwhile wait, so that
      no quick computer cuts it short. */
  get farkling() {
    const { state, scene, queue } = this.animation;
    return (
      state !== null &&
      this.store.isMine(state.current) &&
      [scene, ...queue].some((each) => each?.kind === "farkle")
    );
  }

  /** Shows the actual state at once, with the moves that wait for the end of a farkle. */
  catchUp() {
    while (this.animation.busy) this.animation.finish();
  }

  /** Starts with nothing selected: there was a move. */
  resetSelection() {
    const { newestGame: game, may } = this.store;
    this.myTurn.reset();
    this.watched.set(game.state.throw, may);
  }

  /** Shows what the current player selects. @param {Wire.Frames["picking"]} frame */
  picking({ player, ply, dice }) {
    const { game, mine } = this.store;
    if (
      !game ||
      ply !== game.ply ||
      mine.includes(player) ||
      game.players[game.state.current] !== player
    ) {
      return;
    }
    this.watched.picked = new Set(dice.filter((at) => at >= 0 && at < this.watched.dice.length));
    this.draw();
  }

  /** Returns what the parts of the table need to draw themselves. */
  model() {
    return modelOf(this);
  }

  draw() {
    if (!this.animation.state || !this.store.game) return;
    // The legal moves may come later than the move: after a pause, or with the next event.
    if (!this.myTurn.may && this.store.may) this.resetSelection();
    this.myTurn.restore();
    const model = this.model();
    const focused = document.activeElement;
    this.tray.draw(model);
    this.moments.draw(model);
    this.actions.draw(model);
    this.slip.draw(model, this.myTurn.move, this.tips.current(model, this.myTurn.move));
    this.scorepad.draw(model);
    // On a phone there is no room for the log.
    if (!phone.matches && model.told) {
      const entries = logEntries(this.store.turns, model, LOG_LINES);
      drawLog($("#log"), entries);
      // It is reached by keyboard to be scrolled, once there is something in it.
      attr($("#pad .log"), "tabindex", entries.length ? "0" : null);
    }
    const note = roundNote(model.state, model.mySeats, model.nameOf);
    shown($("#note"), note !== null);
    $("#table").classList.toggle("with-note", note !== null || !$("#waits").hidden);
    $("#table").dataset.ply = this.myTurn.move;
    this.keepFocus(focused);
    if (note) {
      text($("#note-start"), note[0]);
      text($("#note-words"), ` ${note[1]}`);
    }
    this.drawn(model);
  }

  /** Moves the focus to the heading if what had it has been hidden: it would be lost. */
  keepFocus(/** @type {Element | null} */ focused) {
    if ($("#table").contains(focused) && !focused?.checkVisibility()) {
      $("#heading").focus({ preventScroll: true });
    }
  }

  drawScene(/** @type {Scene} */ scene) {
    const happened = new Set(scene.events.map(([name]) => name));
    const kept = scene.events.find((event) => event[0] === "kept");
    if (kept) play("keep", kept[1].length);
    // My own were heard when I selected them.
    if (happened.has("hot_dice") && !this.store.isMine(this.animation.shown.current)) play("hot");
    if (happened.has("entered")) play("entry");
    if (happened.has("final_round") || happened.has("playoff")) play("bell");
    if (scene.kind === "great") play("hot");
    if (scene.kind === "farkle") {
      play("farkle", scene.lost);
      if (this.store.isMine(this.animation.shown.current)) buzz(60);
    }
    if (scene.kind === "bank") {
      play("bank", scene.points);
      if (this.store.isMine(this.animation.shown.current)) buzz(20);
    }
    this.draw();
    const rolled = scene.events.find((event) => event[0] === "rolled");
    if (scene.kind === "throw" && rolled) this.hearThrow(rolled[1].length, scene.hold / 1000);
  }

  /** Plays the hits of the throw that has just begun, and with much at risk the tension.
      @param {number} dice @param {number} seconds */
  hearThrow(dice, seconds) {
    const { current, turn_points: risk } = this.animation.shown;
    const hits = this.tray.dice.hits ?? unseenHits(dice, Math.max(SHORTEST, seconds));
    play("throw", hits);
    if (risk >= TENSE && seconds > SHORTEST) play("tension", risk, seconds);
    if (this.store.isMine(current)) buzz(pulses(hits));
  }

  landed() {
    this.draw();
  }

  settled() {
    if (this.held.length) {
      for (const [frame, late] of this.held.splice(0)) this.event(frame, late);
      return;
    }
    if (this.fastForward.pending) return;
    this.tray.dice.land();
    this.signalTurn(true);
    this.changed();
    this.tellRoll();
    afterReading(() => this.focusRoll());
  }

  /** Moves the focus from the heading, where it was put when its button went, to Roll. */
  focusRoll() {
    if (!this.myTurn.canActNow() || this.myTurn.selection.dice.length) return;
    if (document.activeElement !== $("#heading")) return;
    this.actions.nodes.roll.focus({ preventScroll: true });
  }

  /** Announces my roll and moves the focus to its first die that scores, once it has landed. */
  tellRoll() {
    const { store, myTurn } = this;
    const { selection, move } = myTurn;
    if (!myTurn.canActNow() || !selection.dice.length || this.toldRoll === move) return;
    this.toldRoll = move;
    const at = selection.firstScoring;
    const { activeElement } = document;
    const free = activeElement === document.body || $("#table").contains(activeElement);
    if (free && at >= 0 && !selection.picked.size) this.tray.dice.focus(at);
    const { rules, state } = store.newestGame;
    this.announcer.roll(selection, rules, state);
  }

  /** Signals once, by sound and vibration, that my turn has begun; only notes it unless `loud`.
      @param {boolean} loud */
  signalTurn(loud) {
    const mine =
      this.store.game?.status === "playing" && this.store.isMine(this.store.game.state.current);
    if (mine && !this.wasMine && loud) {
      play("turn");
      buzz([40, 80, 40]);
      if (!this.toldTurn) this.announceTurn();
    }
    this.wasMine = mine;
  }

  /** What the announcer has to know. */
  get context() {
    const { store } = this;
    return {
      nameOf: (/** @type {number} */ seat) => store.seat(seat)?.name ?? "?",
      isMine: (/** @type {number} */ seat) => store.isMine(seat) && !this.device.shared,
      acting: store.isMine(store.newestGame.state.current),
      rules: store.newestGame.rules,
      hasKeys: this.hasKeys,
    };
  }

  /** Whether there may be a keyboard whose keys act at the table. */
  get hasKeys() {
    return keys.matches && pref("keys");
  }

  /** Tells screen readers about a batch of events; returns whether that says that it is my turn.
      @param {Wire.Event[]} events */
  announceEvents(events) {
    return this.announcer.events(events, this.animation.shown, this.context);
  }

  /** Announces my turn to screen readers. */
  announceTurn() {
    const { state } = this.store.newestGame;
    if (this.device.shared) {
      const { name } = this.store.playerOf(this.store.newestGame.players[state.current]);
      announce(fill(gettext("{name}, your turn."), { name }));
    } else this.announcer.myTurn(state, this.context);
  }

  /** Tells screen readers whose turn it is, for somebody who has just opened the page. */
  announceState() {
    const { game } = this.store;
    if (game?.status !== "playing" || game.state.current < 0) return;
    this.signalTurn(false); // it is said here
    if (this.context.acting) this.announceTurn();
    else announce(this.announcer.turnText(game.state, this.context));
  }

  /** Roll or Bank was pressed, by its key, when I cannot do that: says why, or ends a moment. */
  pressedInVain() {
    const { game, room } = this.store;
    if (this.moments.scene) this.animation.finish();
    else if (room.paused) toast(gettext("The game is paused."));
    else if (game?.status === "playing" && game.state.current >= 0 && !this.context.acting) {
      toast(this.announcer.turnText(game.state, this.context));
    }
  }

  /** Says everybody's total, whose turn it is and what is at risk, as shown. */
  tellScore() {
    const { state, live, selection } = this.model();
    const row = live ? selection.row : null;
    const atRisk = row?.keep ? row.total : state.turn_points;
    announce(scoreText(state, { ...this.context, atRisk }), { now: true });
  }

  passOn() {
    this.device.take();
    this.draw();
    this.actions.nodes.roll.focus({ preventScroll: true });
  }

  skipTips() {
    setPref("tour", false);
    toast(gettext("Tips are off. You can turn them on again in Settings."));
    this.actions.nodes.roll.focus({ preventScroll: true });
  }
}
