// The sheet of scores: everybody, best first, found by name; and below it the turns, newest first.
import { $, shown, text } from "./dom.js";
import { Crowd } from "./crowd.js";
import { draw as drawLog, lines } from "./log.js";
import { makeRow, ranked, updateRow } from "./pad.js";
import { closeSheets, openSheet } from "./sheets.js";
import { drawSides } from "./teams.js";

const LINES_AT_ONCE = 30;
const DRAWN_EVERY = 500; // ms; nobody reads faster

export class Everybody {
  constructor(store, model) {
    this.store = store;
    this.model = model;
    this.lines = LINES_AT_ONCE;
    this.drawn = -DRAWN_EVERY;
    this.timer = 0;
    this.logTimer = 0;
    this.crowd = new Crowd(
      $("#all-scroll"),
      $("#all-rows"),
      {
        key: ({ seat }) => seat,
        make: makeRow,
        update: (row, { seat, place }) => updateRow(row, seat, this.shown, place),
        nameOf: ({ seat }) => this.shown.nameOf(seat),
      },
      $("#find-score"),
    );
    $("#scores-open").addEventListener("click", () => this.open());
    $("#find-turn").addEventListener("click", () => this.crowd.reveal(this.shown.state.current));
    $("#find-me").addEventListener("click", () => this.crowd.reveal(this.shown.mySeats[0]));
    $("#more-log").addEventListener("click", () => {
      this.lines += 2 * LINES_AT_ONCE;
      this.drawLog();
    });
  }

  open() {
    closeSheets();
    this.lines = LINES_AT_ONCE;
    openSheet("scores-sheet");
    this.drawNow();
  }

  /** Draws before long, in a task of its own: the table has had its share of this one. */
  draw() {
    if (!$("#scores-sheet").open || this.timer) return;
    const wait = this.drawn + DRAWN_EVERY - performance.now();
    this.timer = setTimeout(() => this.drawNow(), Math.max(0, wait));
  }

  drawNow() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.drawn = performance.now();
    const there = Boolean(this.store.game);
    shown($("#scores-table"), there);
    shown($("#scores-none"), !there);
    if (!there) return;
    this.drawScores();
    clearTimeout(this.logTimer);
    this.logTimer = setTimeout(() => this.drawLog());
  }

  drawScores() {
    const model = (this.shown = this.model());
    const { state } = model;
    $("#all-scores").classList.toggle("no-strikes", !model.rules.farkle_penalty);
    this.crowd.show(ranked(state));
    drawSides($("#all-sides"), state);
    shown($("#find-turn"), this.crowd.many && state.current >= 0);
    shown($("#find-me"), this.crowd.many && model.mySeats.length > 0);
  }

  drawLog() {
    if (!this.store.game) return;
    const found = lines(this.store.turns, this.model(), this.lines + 1);
    shown($("#more-log"), found.length > this.lines);
    drawLog($("#all-log"), found.slice(0, this.lines), { detailed: true });
  }
}
