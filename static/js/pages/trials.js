// Deciding again in a past game: the server brings a position, the reader decides, and the server
// answers.
import { $, attr, optional, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pageData } from "../lib/page-data.js";
import { play as playSound } from "../lib/sound.js";
import { announce } from "../lib/toast.js";
/** @import { PastChoice } from "../table/past-choice.js" */

const HASH = "#try";
const stepOf = (/** @type {Element} */ link) => Number(link.getAttribute("data-try"));

export class Trials {
  /** `address(step)` is that of a step; `opened()` runs with each position, `failed(has)` says
      whether one could not be loaded, and `leave(step)` shows the step instead.
      @param {{ address: (step: number) => string, opened: () => void,
        failed: (has: boolean) => void, leave: (step: number) => void }} given */
  constructor({ address, opened, failed, leave }) {
    this.address = address;
    this.opened = opened;
    this.failed = failed;
    this.leave = leave;
    this.step = -1; // -1 unless a position is open
    /** @type {number[]} */ this.row = []; // the steps of the mistakes that are gone through
    /** @type {Map<number, boolean>} */ this.found = new Map(); // by the first try at each step
    /** @type {PastChoice | null} */ this.trial = null;
  }

  get isOpen() {
    return this.step >= 0;
  }

  /** The steps of the row that have not been tried, the next one first. */
  get left() {
    const after = this.row.indexOf(this.step) + 1;
    const order = [...this.row.slice(after), ...this.row.slice(0, after)];
    return order.filter((step) => !this.found.has(step));
  }

  /** Opens the position of a link, in the row of its list if it has one.
      @param {HTMLElement} link */
  async openFrom(link) {
    const row = link.closest("ol")?.querySelectorAll("[data-try]") ?? [];
    attr(link, "aria-disabled", true); // until the position has come
    await this.open(stepOf(link), [...row].map(stepOf));
    attr(link, "aria-disabled", null);
  }

  /** Opens the position at once, if the address says so and the chances are known.
      @param {number} step */
  openFromAddress(step) {
    const link = location.hash === HASH && optional(`[data-try="${step}"]`);
    if (link) this.openFrom(link);
  }

  /** @param {number} step @param {number[]} row */
  async open(step, row) {
    const part = await this.load(step, {});
    if (!part) return;
    this.put(part);
    try {
      // It reads what has just been put in.
      const { PastChoice } = await import("../table/past-choice.js");
      this.trial ??= new PastChoice((action, keep) => this.decide(action, keep));
    } catch {
      this.failed(true);
      return;
    }
    const url = this.address(step) + HASH;
    history[this.isOpen || location.hash === HASH ? "replaceState" : "pushState"](null, "", url);
    this.step = step;
    this.row = row;
    attr($("#replay"), "data-trying", true);
    this.showAnswer(null);
    this.opened();
    this.trial.open(pageData("position"), $("#trial-head").textContent.trim());
    $("#trial-stage").scrollIntoView({ block: "nearest" });
  }

  /** Puts a position into the page: the first one with all its parts. @param {Document} part */
  put(part) {
    if (optional("#trial")) {
      for (const id of ["trial-where", "position"]) {
        text($(`#${id}`), $(`#${id}`, part).textContent);
      }
      $("#trial .pad").replaceWith($(".pad", part));
      return;
    }
    $("#stage").after($("#trial-stage", part));
    $(".in-sight").after($("#trial", part));
    $("#replay").append($("#position", part), $("#reasons", part));
    // What a notice says is announced, as in a room.
    document.body.append($("#announce", part));
    $("#notice").removeAttribute("role");
    $("#trial-again").addEventListener("click", () => this.open(this.step, this.row));
    $("#trial-next").addEventListener("click", () => this.open(this.left[0], this.row));
    $("#trial-leave").addEventListener("click", () => this.leave(this.step));
  }

  close() {
    this.step = -1;
    this.trial?.close();
    attr($("#replay"), "data-trying", null);
  }

  /** Resolves to the part of the page for a step, or for a choice there; to null without it.
      @param {number} step @param {Record<string, string>} choice */
  async load(step, choice) {
    const query = new URLSearchParams({ try: "", ...choice });
    const answer = await fetch(`${this.address(step)}?${query}`).catch(() => null);
    this.failed(!answer?.ok);
    return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  }

  /** Shows the answer to a choice. Resolves to whether it came.
      @param {string} action @param {string} keep */
  async decide(action, keep) {
    const { step } = this;
    const part = await this.load(step, { do: action, keep });
    if (part && step === this.step) this.showAnswer($(".verdict", part));
    return part !== null;
  }

  /** @param {HTMLElement | null} verdict the answer, or null while the reader decides */
  showAnswer(verdict) {
    const { step, row } = this;
    const isFound = verdict?.dataset.kind === "best";
    if (verdict && !this.found.has(step)) this.found.set(step, isFound);
    const next = verdict && this.left.length > 0;
    const place = { number: row.indexOf(step) + 1, count: row.length };
    const score = { found: row.filter((at) => this.found.get(at)).length, count: row.length };
    text(
      $("#trial-number"),
      place.number ? fill(gettext("Mistake {number} of {count}"), place) : "",
    );
    text($("#trial-score"), fill(gettext("{found} of {count} found at the first try."), score));
    shown($("#acts"), !verdict);
    shown($("#trial-answer"), verdict);
    shown($("#trial-score"), verdict && row.length && !next);
    shown($("#trial-next"), next);
    shown($("#trial-again"), verdict);
    $("#trial-verdict").replaceChildren(verdict ?? "");
    if (!verdict) return;
    if (isFound) playSound("bank");
    $("#trial-answer").focus({ preventScroll: true });
    // The focus tells the name of its region alone.
    const end = row.length && !next ? $("#trial-score").textContent : "";
    const words = `${verdict.textContent} ${end}`.replace(/\s+/g, " ").trim();
    announce(words, { now: true });
    $("#trial-answer").scrollIntoView({ block: "nearest" });
  }
}
