// What waits to be said to screen readers. They are given a text only once they have read the one
// before, as far as its length tells: what comes meanwhile is gathered, so the newest comes last.
import { together } from "./i18n.js";

const A_CHARACTER_TAKES = 60; // ms when read aloud
const LONGEST_READING = 8000; // ms
const LONGEST_WAIT = 12_000; // ms, of what waits until all has been read
const MOST_AT_ONCE = 6; // if more come at once, the oldest announcements are dropped
const GATHERED_FOR = 150; // ms

/** Returns how long a text takes to be read aloud, in ms. @param {string} words */
export const readingTime = (words) => words.length * A_CHARACTER_TAKES;

/** @typedef {{ now?: boolean }} Options of saying something
    @typedef {string | (() => string)} Words a function gives them once it is their turn */

export class Speech {
  /** @type {{ words: Words, now: boolean }[]} */ waiting = [];
  timer = 0;
  afterTimer = 0;
  readUntil = 0; // by `performance.now()`

  /** `show` puts a text where screen readers hear of it. @param {(words: string) => void} show */
  constructor(show) {
    this.show = show;
  }

  /** Says something as soon as what was said before has been read. `now`: at once, since it answers
      to what the reader did. What waits already is not said twice.
      @param {Words} words @param {Options} [options] */
  say(words, { now = false } = {}) {
    if (!words) return;
    const waits = this.waiting.find((other) => other.words === words);
    if (waits) waits.now ||= now;
    else this.waiting.push({ words, now });
    const texts = this.waiting.filter((other) => typeof other.words === "string");
    if (texts.length > MOST_AT_ONCE) this.waiting.splice(this.waiting.indexOf(texts[0]), 1);
    clearTimeout(this.timer);
    const hurry = this.waiting.some((other) => other.now);
    const left = hurry ? 0 : this.readUntil - performance.now();
    this.timer = setTimeout(() => this.flush(), Math.max(GATHERED_FOR, left));
  }

  flush() {
    const said = this.waiting.map(({ words }) => (typeof words === "string" ? words : words()));
    this.waiting = [];
    const all = together(said);
    if (!all) return;
    this.readUntil = performance.now() + Math.min(LONGEST_READING, readingTime(all));
    this.show(all);
  }

  /** Calls `done` once all has been read, or after a while: a move of the focus would cut it short.
      Of several calls, only the last one counts. @param {() => void} done */
  afterReading(done, until = performance.now() + LONGEST_WAIT) {
    clearTimeout(this.afterTimer);

    const now = performance.now();
    const read = Math.max(this.readUntil, this.waiting.length ? now + GATHERED_FOR : 0);
    const left = Math.min(until, read) - now;
    if (left > 0) this.afterTimer = setTimeout(() => this.afterReading(done, until), left);
    else done();
  }
}
