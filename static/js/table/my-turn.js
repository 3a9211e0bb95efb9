// My turn: the dice I select, the buttons I press, and the frames sent for both.
import { $ } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pref } from "../lib/prefs.js";
import { buzz, play } from "../lib/sound.js";
import { toast } from "../lib/toast.js";
import { buttons } from "./text/buttons.js";
import { refusalText } from "./text/refusals.js";
import { savedSelection, saveSelection } from "./saved-selection.js";
import { leftOut } from "./scoring.js";
import { Selection } from "./selection.js";
/** @import { Button, Press } from "./text/buttons.js" */

const PICK_EVERY = 220; // ms; the server relays five a second
const RECKLESS_CHANCE = 0.4;
const RECKLESS_POINTS = 500;
const RATTLE_FOR = 1500; // ms; then the dice lie still and the slip says why

export class MyTurn {
  /** `table` draws, says what its buttons do now, and has the parts that follow a press.
      @param {Table} table @param {Store} store @param {Connection} connection */
  constructor(table, store, connection) {
    this.table = table;
    this.store = store;
    this.connection = connection;
    this.selection = new Selection();
    this.move = ""; // the move to which the selection belongs: "game:ply"
    /** @type {LegalMoves | null} */ this.may = null; // what the server has said is allowed in it
    /** @type {number | null} */ this.pendingPly = null;
    /** @type {Press | null} */ this.pendingName = null; // what was pressed at that ply
    this.waiting = false; // whether an answer is late
    this.waitTimer = 0;
    /** @type {Press | null} */ this.asking = null; // the player has to confirm it
    this.restored = ""; // the move whose selection was looked up
    this.pickTimer = 0;
  }

  /** Starts with nothing selected: there was a move. */
  reset() {
    const { newestGame: game, may } = this.store;
    this.move = `${game.number}:${game.ply}`;
    this.may = may;
    this.selection.set(game.state.throw, may, game.state.cup);
    this.answered();
    this.asking = null;
  }

  /** Selects what was selected in this move before the page was loaded again. */
  restore() {
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

  /** Returns what lies in the tray while my roll is asked for, {count, aside, sizes}, or null. */
  rolling() {
    const { newestGame: game, may } = this.store;
    const { row, rows } = this.selection;
    if (this.pendingPly === null || this.pendingPly !== game.ply) return null;
    const { aside, aside_rolls: sizes } = game.state;
    if (this.pendingName === "build") {
      return { count: may?.build?.dice ?? 6, aside, sizes };
    }
    const asked = rows.get("") ?? row;
    if (this.pendingName !== "roll" || !asked || asked.ends) return null;
    return this.selection.rolling(asked, game.state);
  }

  /** Selects or deselects the die at this position. @param {number} at */
  pick(at) {
    const { selection } = this;
    if (!this.canActNow() || at >= selection.dice.length) return;
    const selects = !selection.picked.has(at);
    if (!selection.toggle(at)) {
      this.refuse(
        fill(gettext("That {face} doesn't score."), { face: String(selection.dice[at]) }),
      );
      return;
    }
    play(selects ? "select" : "deselect");
    buzz(8);
    this.afterPick();
  }

  /** Says why something is not allowed. @param {string} words */
  refuse(words) {
    play("refused");
    buzz([20, 40, 20]);
    toast(words);
    this.table.tips.comeBack();
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
    const button = $("#undo");
    const focused = button.contains(document.activeElement);
    if (!this.selection.undo()) this.selection.clear();
    play("deselect");
    buzz(8);
    this.afterPick();
    // The button may be gone with the last die.
    if (button.hidden && focused) this.table.actions.nodes.roll.focus({ preventScroll: true });
  }

  afterPick() {
    this.asking = null;
    const { selection, store } = this;
    if (selection.isHot) {
      play("hot");
      buzz([15, 40, 15, 40, 15]);
    }
    saveSelection(store.room.code, this.move, selection.dice, selection.picked);
    if (selection.picked.size) this.table.tips.did("pick");
    this.table.announcer.selected(selection);
    this.sendSelection();
    this.table.draw();
  }

  canActNow() {
    const { game } = this.store;
    return (
      game?.status === "playing" &&
      this.store.isMine(game.state.current) &&
      !this.table.device.passing &&
      !this.store.room.paused &&
      this.pendingPly !== game.ply
    );
  }

  /** Sends what I have selected, at most five times a second, and always the last state. */
  sendSelection() {
    if (this.pickTimer) return;
    this.pickTimer = setTimeout(() => {
      this.pickTimer = 0;
      if (!this.canActNow()) return;
      const { newestGame: game } = this.store;
      this.connection.send({
        type: "pick",
        player: game.players[game.state.current],
        ply: game.ply,
        dice: [...this.selection.picked].sort(),
      });
    }, PICK_EVERY);
  }

  /** Rolls, banks or builds, or selects dice: a button or its key was pressed.
      @param {Press} name */
  press(name) {
    if (!this.canActNow()) {
      this.table.pressedInVain();
      return;
    }
    const { newestGame: game } = this.store;
    this.table.catchUp();
    const button = buttons(this.table.model())[name];
    if (!button) return;
    if (!button.on) {
      this.refuse(refusalText(button.code ?? "", button.given));
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

  /** Asks once whether to do this. @param {Press} name */
  ask(name) {
    this.asking = name;
    this.table.draw();
    const { announcer, context } = this.table;
    announcer.question(name, buttons(this.table.model()), this.selection, context);
  }

  /** Whether to ask before this roll, as the preferences have it. @param {Button} button */
  isReckless({ chance = 0 }) {
    const row = this.selection.row;
    return (
      pref("ask") && row && !row.bank && chance >= RECKLESS_CHANCE && row.total >= RECKLESS_POINTS
    );
  }

  /** @param {Press} name @param {Game} game */
  async send(name, game) {
    const keep = this.selection.row?.keep ?? "";
    const move = { player: game.players[game.state.current], game: game.number, ply: game.ply };
    this.pendingPly = game.ply;
    this.pendingName = name;
    this.waitTimer = setTimeout(() => {
      this.waiting = true;
      this.table.draw();
    }, RATTLE_FOR);
    this.asking = null;
    this.table.tips.did(
      ...(name === "bank"
        ? ["goal", "pick", "risk", "farkle"]
        : [name === "roll" && keep ? "risk" : "goal"]),
    );
    clearTimeout(this.pickTimer);
    this.pickTimer = 0;
    this.table.draw();
    const answer = await this.connection.command(
      name === "build" ? { type: name, ...move } : { type: name, ...move, keep },
    );
    if (answer.type === "no") {
      this.answered();
      this.table.draw();
    }
  }
}
