// The sheet of scores: everybody, best first, found by name; and below it the turns, newest first.
import { $, shown } from "../lib/dom.js";
import { VirtualList } from "../lib/virtual-list.js";
import { Throttle } from "../lib/throttle.js";
import { draw as drawLog, logLines } from "../table/log.js";
import { drawSides, makeRow, ranked, updateRow } from "../table/scorepad.js";
import { closeDialogs, openDialog } from "../lib/dialogs.js";

const LINES_AT_ONCE = 30;
const DRAWN_EVERY = 500; // ms; nobody reads faster
const APART = 100; // ms from one part to the next

export class Everybody {
  constructor(store, model) {
    this.store = store;
    this.model = model;
    this.lines = LINES_AT_ONCE;
    this.scores = new Throttle(() => this.drawScores(), DRAWN_EVERY);
    this.log = new Throttle(() => this.drawLog(), 0);
    this.crowd = new VirtualList(
      $("#all-scroll"),
      $("#all-rows"),
      {
        key: ({ seat }) => seat,
        make: makeRow,
        update: (row, { seat, place }) => updateRow(row, seat, this.shown, { place }),
        nameOf: ({ seat }) => this.shown.nameOf(seat),
      },
      $("#find-score"),
    );
    $("#scores-open").addEventListener("click", () => this.open());
    $("#find-turn").addEventListener("click", () => this.crowd.reveal(this.shown.state.current));
    $("#find-me").addEventListener("click", () => this.crowd.reveal(this.shown.mySeats[0]));
    $("#more-log").addEventListener("click", () => {
      this.lines += 2 * LINES_AT_ONCE;
      this.log.flush();
    });
  }

  open() {
    closeDialogs();
    this.lines = LINES_AT_ONCE;
    openDialog("scores-sheet");
    this.scores.flush();
    this.log.flush();
  }

  /** Draws before long: each part in a frame of its own, after the table's. */
  draw() {
    if ($("#scores-sheet").open) this.scores.schedule(APART);
  }

  drawScores() {
    const there = Boolean(this.store.game);
    shown($("#scores-table"), there);
    shown($("#scores-none"), !there);
    if (!there) return;
    const model = (this.shown = this.model());
    const { state } = model;
    $("#all-scores").classList.toggle("no-strikes", !model.rules.farkle_penalty);
    this.crowd.show(ranked(state));
    drawSides($("#all-sides"), state);
    shown($("#find-turn"), this.crowd.isLong && state.current >= 0);
    shown($("#find-me"), this.crowd.isLong && model.mySeats.length > 0);
    this.log.schedule(APART);
  }

  drawLog() {
    if (!this.store.game) return;
    const found = logLines(this.store.turns, this.model(), this.lines + 1);
    shown($("#more-log"), found.length > this.lines);
    drawLog($("#all-log"), found.slice(0, this.lines), { detailed: true });
  }
}
