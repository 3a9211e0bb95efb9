// The dialog of scores: all players, best first, with a search field; below them the log.
import { closeDialogs, openDialog } from "../lib/dialogs.js";
import { $, shown } from "../lib/dom.js";
import { Throttle } from "../lib/throttle.js";
import { punishesStreaks } from "../client/fold.js";
import { seatsByPlace } from "../client/sides.js";
import { VirtualList } from "../lib/virtual-list.js";
import { drawLog, logEntries } from "../table/log.js";
import { drawSides, makeRow, updateRow } from "../table/scorepad.js";

const MORE_TURNS = 30;
const DRAW_EVERY = 500; // ms
const APART = 100; // ms between the drawing of scores and log

export class Scoreboard {
  logLength = MORE_TURNS;
  /** @type {Model | null} */ drawn = null;

  /** @param {Store} store @param {() => Model} model */
  constructor(store, model) {
    this.store = store;
    this.newest = model;
    this.scores = new Throttle(() => this.drawScores(), DRAW_EVERY);
    this.log = new Throttle(() => this.drawLog(), 0);
    this.list = new VirtualList(
      $("#all-scroll"),
      $("#all-rows"),
      {
        key: ({ seat }) => seat,
        make: makeRow,
        update: (row, { seat, place }) =>
          updateRow(row, seat, this.model, { place: this.model.state.left[seat] ? null : place }),
        nameOf: ({ seat }) => this.model.nameOf(seat),
      },
      $("input#find-score"),
    );
    $("#scores-open").addEventListener("click", () => this.open());
    $("#find-turn").addEventListener("click", () => this.list.reveal(this.model.state.current));
    $("#find-me").addEventListener("click", () => this.list.reveal(this.model.mySeats[0]));
    $("#more-log").addEventListener("click", () => {
      this.logLength += 2 * MORE_TURNS;
      this.log.flush();
    });
  }

  /** The model that is drawn. */
  get model() {
    return (this.drawn ??= this.newest());
  }

  open() {
    closeDialogs();
    this.logLength = MORE_TURNS;
    openDialog("scores-sheet");
    this.scores.flush();
    this.log.flush();
  }

  /** Draws soon, and each part in a task of its own, so that the table comes first. */
  draw() {
    if ($("dialog#scores-sheet").open) this.scores.schedule(APART);
  }

  drawScores() {
    const there = Boolean(this.store.game);
    shown($("#scores-table"), there);
    shown($("#scores-none"), !there);
    if (!there) return;
    const model = (this.drawn = this.newest());
    const { state } = model;
    $("#all-scores").classList.toggle("no-strikes", !punishesStreaks(model.rules));
    this.list.show(seatsByPlace(state));
    drawSides($("#all-sides"), state, { odds: model.odds });
    shown($("#find-turn"), this.list.isLong && state.current >= 0);
    shown($("#find-me"), this.list.isLong && model.mySeats.length > 0);
    this.log.schedule(APART);
  }

  drawLog() {
    if (!this.store.game) return;
    const found = logEntries(this.store.turns, this.newest(), this.logLength + 1);
    shown($("#more-log"), found.length > this.logLength);
    drawLog($("#all-log"), found.slice(0, this.logLength), { detailed: true });
  }
}
