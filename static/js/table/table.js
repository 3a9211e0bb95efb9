// The table: puts its parts together, sends what I do, and shows what has happened.
import { $, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pace, pref, setPref } from "../lib/prefs.js";
import { buzz, play } from "../lib/sound.js";
import { afterReading, announce, toast } from "../lib/toast.js";
import { Actions, buttons } from "./actions.js";
import { AnimationQueue } from "./animation-queue.js";
import { Announcer } from "./announcer.js";
import { FastForward } from "./fast-forward.js";
import { drawLog, logEntries } from "./log.js";
import { Moments } from "./moments.js";
import { previousTurnText, roundNote } from "./narration.js";
import { refusalText } from "./refusals.js";
import { savedSelection, saveSelection } from "./saved-selection.js";
import { phone, Scorepad } from "./scorepad.js";
import { leftOut } from "./scoring.js";
import { Selection } from "./selection.js";
import { Slip } from "./slip.js";
import { goalText, lossText, slipText, waitingText } from "./status-text.js";
import { Tips } from "./tour.js";
import { Tray } from "./tray.js";

const LOG_LINES = 40;
const PICK_EVERY = 220; // ms; the server relays five a second
const RECKLESS_CHANCE = 0.4;
const RECKLESS_POINTS = 500;
const COLOURS = 6;
const RATTLE_FOR = 1500; // ms; then the dice lie still and the slip says why
const keys = matchMedia("(any-hover: hover)"); // what has a mouse has a keyboard
const ALWAYS_ANNOUNCED = new Set(["final_round", "playoff", "over"]);

export class Table {
  /** `connection` is the room's. `changed()` runs when the last scene has ended, `openScores()`
      opens the scoreboard, `drawn(model)` runs with each drawing. */
  constructor(store, connection, { changed, openScores, drawn }) {
    this.store = store;
    this.connection = connection;
    this.changed = changed;
    this.drawn = drawn;
    this.selection = new Selection();
    this.watched = new Selection(); // of the player at turn, when that is not me
    this.move = null; // to which the selection belongs: "game:ply"
    this.may = null; // what is allowed in it, as far as the server has said
    this.pendingPly = null;
    this.pendingName = null; // what was pressed at that ply
    this.waiting = false; // for an answer that takes long
    this.waitTimer = 0;
    this.asking = null; // "roll" or "bank": it was asked whether to
    this.restored = null; // the move whose selection was looked up
    this.toldRoll = null; // the move whose roll was announced
    this.pickTimer = 0;
    this.wasMine = false;
    // If a scene has begun meanwhile, it draws when it ends.
    this.fastForward = new FastForward(() => this.busy || this.settled());
    this.tray = new Tray(
      (at) => this.pick(at),
      () => this.press("roll"),
    );
    this.actions = new Actions((name) => this.press(name));
    this.tips = new Tips(() => this.draw());
    this.slip = new Slip({
      undo: () => this.undo(),
      skipTips: () => this.skipTips(),
      redraw: () => this.draw(),
    });
    this.moments = new Moments(() => this.animation.finish());
    this.announcer = new Announcer(announce, () => pref("brief"));
    this.holder = null; // on a shared device the seat that holds it
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
    const { game } = this.store;
    this.animation.reset(game.state);
    // If there was no move while disconnected, the selection stays.
    if (this.move !== `${game.number}:${game.ply}`) {
      this.resetSelection();
    }
    this.toldRoll = this.move;
    this.draw();
    this.signalTurn(false);
  }

  event(frame, late) {
    this.animation.skip();
    this.animation.state ??= {};
    if (frame.ply !== undefined) this.resetSelection();
    const tooFast = this.fastForward.countMove();
    $("#table").classList.toggle("rushed", tooFast);
    // What leads to my own decision is always said.
    const { acting } = this.context;
    if (!tooFast || acting || frame.events.some(([name]) => ALWAYS_ANNOUNCED.has(name))) {
      this.announceEvents(frame.events);
    }
    if (tooFast) this.fastForward.drawSoon();
    this.animation.play(frame.events, this.store.game.rules, {
      late: late || tooFast,
      acting: this.store.isMine(this.animation.state.current),
    });
  }

  /** Starts with nothing selected: there was a move. */
  resetSelection() {
    const { game, may } = this.store;
    this.move = `${game.number}:${game.ply}`;
    this.may = may;
    this.selection.set(game.state.throw, may);
    this.watched.set(game.state.throw, may);
    this.answered();
    this.asking = null;
  }

  /** Selects what was selected in this move before the page was loaded again. */
  restoreSelection() {
    if (this.restored === this.move || !this.canActNow()) return;
    this.restored = this.move;
    const { dice } = this.selection;
    this.selection.restore(savedSelection(this.store.room.code, this.move, dice));
    if (this.selection.picked.size) this.sendSelection();
  }

  /** What was pressed has been answered. */
  answered() {
    this.pendingPly = null;
    this.waiting = false;
    clearTimeout(this.waitTimer);
  }

  /** Shows what the player at turn selects. */
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
    const { store, animation } = this;
    const state = animation.state;
    const { game } = store;
    const actual = game.state;
    const scene = animation.scene;
    const mine = store.isMine(state.current);
    const live = animation.queue.length === 0;
    const canAct = game.status === "playing" && store.isMine(actual.current);
    const selection = mine ? this.selection : this.watched;
    const row = live ? selection.row : null;
    const nameOf = (seat) => store.seat(seat)?.name ?? "?";
    return {
      state,
      scene,
      live,
      // When the scene is drawn first, the tray has not yet let the dice go.
      landing: this.tray.dice.landing || (scene?.kind === "throw" && scene.hold > 0),
      mine,
      sharedDevice: this.sharedDevice,
      passing: this.passing && live && scene === null,
      canAct: canAct && !this.passing && !this.store.room.paused,
      selection,
      nameOf,
      name: nameOf(state.current),
      colourOf: (seat) => this.colourOf(seat),
      myFarkle: mine && !this.passing && scene?.kind === "farkle" && !canAct,
      hot: Boolean(row?.keep && row.next === 6 && !this.tray.dice.landing),
      may: store.may,
      rules: game.rules,
      chances: state.rolls ? game.chances : game.chances.slice(6),
      mySeats: store.mySeats,
      pace: pace(),
      pending: this.pendingPly === game.ply && this.pendingPly !== null,
      rolling: live ? this.rolling() : null,
      waiting: this.waiting,
      paused: Boolean(store.room.paused),
      asking: this.asking,
      // While my farkle is still on show, the next player is already at turn.
      nextName: actual.current < 0 ? null : nameOf(actual.current),
      isMine: (seat) => store.isMine(seat),
      playerAt: (seat) => store.seat(seat),
      isOffline: (id) => !store.online.has(id),
      computerPlays: (id) => store.room.warm?.includes(id),
      landed: () => this.landed(),
      slipText: () => slipText(state, game.rules, mine) || this.lastTurnText(state),
      lossText: () => lossText(state, scene, mine),
      waitingText: () => waitingText(actual, store),
      turn: `${game.number}:${state.round}:${state.current}`,
    };
  }

  /** Returns how the last turn ended, or what is played for: what is read while another plays. */
  lastTurnText(state) {
    const { turns, game } = this.store;
    if (state.throw.length) return "";
    const last = turns.finished.at(-1);
    return last ? previousTurnText(last, this.context) : goalText(game.rules);
  }

  /** Returns what lies in the tray while my roll is asked for, {count, faces, aside, sizes}, or
      null. */
  rolling() {
    const { game, may } = this.store;
    const { row, rows, dice, picked } = this.selection;
    if (this.pendingPly === null || this.pendingPly !== game.ply) return null;
    const { aside, aside_rolls: sizes } = game.state;
    if (this.pendingName === "build") {
      return { count: may?.offer[1] ?? 6, faces: [], aside, sizes };
    }
    const asked = rows.get("") ?? row;
    if (this.pendingName !== "roll" || !asked || asked.ends) return null;
    const faces = dice.filter((_, at) => !picked.has(at));
    if (!asked.keep) return { count: asked.next, faces, aside, sizes };
    if (asked.next === 6) return { count: 6, faces, aside: [], sizes: [] };
    return {
      count: asked.next,
      faces,
      aside: [...aside, ...[...asked.keep].map(Number)],
      sizes: [...sizes, asked.keep.length],
    };
  }

  draw() {
    if (!this.animation.state || !this.store.game) return;
    // It did not come with the move: the table was paused, or another event followed at once.
    if (!this.may && this.store.may) this.resetSelection();
    this.restoreSelection();
    const model = this.model();
    this.tray.draw(model);
    this.moments.draw(model);
    this.actions.draw(model);
    this.slip.draw(model, this.move, this.tips.current(model, this.move));
    this.scorepad.draw(model);
    // The log must not give away a throw before it has landed. On a phone there is no room for it.
    if (!phone.matches && model.live && !this.tray.dice.landing) {
      drawLog($("#log"), logEntries(this.store.turns, model, LOG_LINES));
    }
    const note = roundNote(model.state, noteSeat(model), model.nameOf);
    shown($("#note"), note !== null);
    $("#table").classList.toggle("with-note", note !== null || !$("#waits").hidden);
    $("#table").dataset.ply = this.move;
    if (note) {
      text($("#note-start"), note[0]);
      text($("#note-words"), ` ${note[1]}`);
    }
    this.drawn(model);
  }

  drawScene(scene) {
    const happened = new Set(scene.events.map(([name]) => name));
    const kept = scene.events.find(([name]) => name === "kept");
    if (kept) play("keep", kept[1].length);
    // My own were heard when I selected them.
    if (happened.has("hot_dice") && !this.store.isMine(this.animation.state.current)) play("hot");
    if (happened.has("entered")) play("entry");
    if (happened.has("final_round") || happened.has("playoff")) play("bell");
    if (scene.kind === "throw") play("throw", scene.events.at(-1)[1].length, scene.hold);
    if (scene.kind === "farkle") {
      play("farkle", scene.lost);
      if (this.store.isMine(this.animation.state.current)) buzz(60);
    }
    if (scene.kind === "bank") {
      play("bank", scene.points);
      if (this.store.isMine(this.animation.state.current)) buzz(20);
    }
    this.draw();
  }

  landed() {
    this.draw();
  }

  settled() {
    if (this.fastForward.pending) return;
    this.tray.dice.land();
    this.signalTurn(true);
    this.changed();
    this.tellRoll();
    afterReading(() => this.focusRoll());
  }

  /** Moves the focus from the heading, where it was put when its button went, to Roll. */
  focusRoll() {
    if (!this.canActNow() || this.selection.dice.length) return;
    if (document.activeElement !== $("#heading")) return;
    this.actions.nodes.roll.focus({ preventScroll: true });
  }

  /** Announces my roll and moves the focus to its first die that scores, once it has landed. */
  tellRoll() {
    const { selection, store } = this;
    if (!this.canActNow() || !selection.dice.length || this.toldRoll === this.move) return;
    this.toldRoll = this.move;
    const at = selection.firstScoring;
    const { activeElement } = document;
    const free = activeElement === document.body || $("#table").contains(activeElement);
    if (free && at >= 0 && !selection.picked.size) this.tray.dice.focus(at);
    this.announcer.roll(selection, store.game.rules);
  }

  /** Signals once, by sound and vibration, that my turn has begun; only notes it unless `loud`. */
  signalTurn(loud) {
    const mine =
      this.store.game?.status === "playing" && this.store.isMine(this.store.game.state.current);
    if (mine && !this.wasMine && loud) {
      play("turn");
      buzz([40, 80, 40]);
      this.announceTurn();
    }
    this.wasMine = mine;
  }

  /** What the announcer has to know. */
  get context() {
    const { store } = this;
    return {
      nameOf: (seat) => store.seat(seat)?.name ?? "?",
      isMine: (seat) => store.isMine(seat) && !this.sharedDevice,
      acting: store.isMine(store.game.state.current),
      rules: store.game.rules,
      hasKeys: keys.matches,
    };
  }

  /** Tells screen readers about a batch of events. */
  announceEvents(events) {
    this.announcer.events(events, this.animation.state, this.context);
  }

  /** Tells screen readers that I am at turn. */
  announceTurn() {
    const { state } = this.store.game;
    if (this.sharedDevice) {
      const { name } = this.store.seat(state.current);
      announce(fill(gettext("{name}, your turn."), { name }));
    } else this.announcer.myTurn(state, this.context);
  }

  /** Tells screen readers whose turn it is, for somebody who has just opened the page. */
  announceState() {
    const { game } = this.store;
    if (game?.status !== "playing" || game.state.current < 0) return;
    if (this.context.acting) this.announceTurn();
    else announce(this.announcer.turnText(game.state, this.context));
  }

  /** Selects or deselects the die at this position. */
  pick(at) {
    const { selection } = this;
    if (!this.canActNow() || at >= selection.dice.length) return;
    if (!selection.toggle(at)) {
      this.refuse(
        fill(gettext("That {face} doesn't score."), { face: String(selection.dice[at]) }),
      );
      return;
    }
    play(selection.picked.has(at) ? "select" : "deselect");
    buzz(8);
    this.afterPick();
  }

  /** Says why something is not allowed. */
  refuse(words) {
    play("refused");
    buzz([20, 40, 20]);
    toast(words);
    this.tips.comeBack();
  }

  /** Whether several people play on this device. */
  get sharedDevice() {
    const { game, mySeats } = this.store;
    return mySeats.filter((seat) => !game.state.left[seat]).length > 1;
  }

  /** Returns the colour of a player's dice, 1 to 6, or null: my own dice are ivory to me. */
  colourOf(seat) {
    const player = this.store.seat(seat);
    if (!player || (this.store.isMine(seat) && !this.sharedDevice)) return null;
    return (player.colour % COLOURS) + 1;
  }

  /** Whether the device has to be passed to the player at turn. */
  get passing() {
    const { game } = this.store;
    return (
      game?.status === "playing" &&
      this.sharedDevice &&
      this.store.isMine(game.state.current) &&
      this.holder !== game.state.current
    );
  }

  passOn() {
    this.holder = this.store.game.state.current;
    this.draw();
    this.actions.nodes.roll.focus({ preventScroll: true });
  }

  /** Selects all that scores, or the dice of a row of the selection. */
  pickBest(row = this.selection.best) {
    if (!this.canActNow()) return;
    const before = this.selection.picked.size;
    this.selection.selectRow(row);
    const more = this.selection.picked.size - before;
    play("select");
    buzz(Array.from({ length: Math.max(0, 2 * more - 1) }, (_, at) => (at % 2 ? 30 : 8)));
    this.afterPick();
  }

  /** Takes back the last change of the selection, or all of it. */
  undo() {
    if (!this.canActNow()) return;
    if (!this.selection.undo()) this.selection.clear();
    play("deselect");
    buzz(8);
    this.afterPick();
    // The button may be gone with the last die.
    if ($("#undo").hidden && document.activeElement === document.body) {
      this.actions.nodes.roll.focus({ preventScroll: true });
    }
  }

  skipTips() {
    setPref("tour", false);
    this.actions.nodes.roll.focus({ preventScroll: true });
  }

  afterPick() {
    this.asking = null;
    const { selection, store } = this;
    if (selection.row?.keep && selection.row.next === 6) {
      play("hot");
      buzz([15, 40, 15, 40, 15]);
    }
    saveSelection(store.room.code, this.move, selection.dice, selection.picked);
    if (selection.picked.size) this.tips.did("pick");
    this.announcer.selected(selection);
    this.sendSelection();
    this.draw();
  }

  canActNow() {
    const { game } = this.store;
    return (
      game?.status === "playing" &&
      this.store.isMine(game.state.current) &&
      !this.passing &&
      !this.store.room.paused &&
      this.pendingPly !== game.ply
    );
  }

  /** Sends what I have selected, at most five times a second, and always the last state. */
  sendSelection() {
    if (this.pickTimer) return;
    this.pickTimer = setTimeout(() => {
      this.pickTimer = 0;
      const { game } = this.store;
      if (!this.canActNow()) return;
      this.connection.send({
        type: "pick",
        player: game.players[game.state.current],
        ply: game.ply,
        dice: [...this.selection.picked].sort(),
      });
    }, PICK_EVERY);
  }

  /** Rolls, banks or builds, or selects dice: a button or its key was pressed. */
  press(name) {
    const { game, room } = this.store;
    if (!this.canActNow()) {
      if (this.moments.scene) this.animation.finish(); // a key ends a moment
      const others = game?.status === "playing" && game.state.current >= 0 && !this.context.acting;
      if (room.paused) toast(gettext("The game is paused."));
      else if (others && !this.busy) toast(this.announcer.turnText(game.state, this.context));
      return;
    }
    this.animation.finish();
    const button = buttons(this.model())[name];
    if (!button) return;
    if (!button.on) {
      this.refuse(refusalText(button.code, button.given));
      return;
    }
    if (button.keep) {
      this.pickBest(button.keep);
      return;
    }
    const asks =
      (name === "roll" && this.isReckless(button)) || (name === "bank" && leftOut(this.selection));
    if (asks && this.asking !== name) {
      this.ask(name);
      return;
    }
    this.send(name, game);
  }

  /** Asks once whether to do this. */
  ask(name) {
    this.asking = name;
    this.draw();
    announce(name === "bank" ? this.slip.words.textContent : $("#roll").textContent);
  }

  /** Whether to ask before this roll, as the preferences have it. */
  isReckless({ chance }) {
    const row = this.selection.row;
    return (
      pref("ask") && row && !row.bank && chance >= RECKLESS_CHANCE && row.total >= RECKLESS_POINTS
    );
  }

  async send(name, game) {
    const frame = {
      type: name,
      player: game.players[game.state.current],
      game: game.number,
      ply: game.ply,
    };
    if (name !== "build") frame.keep = this.selection.row?.keep ?? "";
    this.pendingPly = game.ply;
    this.pendingName = name;
    this.waitTimer = setTimeout(() => {
      this.waiting = true;
      this.draw();
    }, RATTLE_FOR);
    this.asking = null;
    this.tips.did(
      ...(name === "bank" ? ["goal", "pick", "risk", "farkle"] : [frame.keep ? "risk" : "goal"]),
    );
    clearTimeout(this.pickTimer);
    this.pickTimer = 0;
    this.draw();
    const answer = await this.connection.command(frame);
    if (answer.type === "no") {
      this.answered();
      this.draw();
    }
  }
}

/** Returns the seat of mine to which a note speaks: the one at turn, or my first. */
function noteSeat(model) {
  return model.isMine(model.state.current) ? model.state.current : (model.mySeats[0] ?? -1);
}
