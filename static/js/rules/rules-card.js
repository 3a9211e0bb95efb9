// The rules in force, in words. The server writes them; this fetches them again when they change.
import { $, text } from "../lib/dom.js";
import { pageData } from "../lib/page-data.js";

/**
 * @typedef {keyof Wire.Rules} Name of a field
 * @typedef {Wire.Rules[Name]} Value of a field
 *
 * A rule set that the page offers (`choices_for_editor` in games/rules/card.py). Those of a variant
 * are the `rules` that it changes.
 * @typedef {{ name: string, line: string, base: string, rules: Partial<Wire.Rules>,
 *   also: Partial<Record<Name, Value[]>>, minutes: number[] }} Choice
 * @typedef {Record<string, Choice>} Choices by key
 *
 * The card, as in `Card.facts` there.
 * @typedef {{ fields: Name[], text: string, error: boolean }} Remark
 * @typedef {{ name: string, text: string, news: string, goal: string, stakes: string,
 *   minutes: number[], idle: Name[], remarks: Remark[] }} Facts
 */

export class RulesCard {
  /** @type {Facts} */ facts = pageData("card");
  key = "";
  asked = false; // whether the page knows which rules are in force

  /** `changed` runs when a new card is in place.
      @param {Store} store @param {() => void} changed */
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    // At the table the card fits on one screen; the rest unfolds.
    $("#rules-whole").addEventListener("click", () => {
      $("#rules-sheet").classList.add("whole");
      $("#rules-sheet [data-close]").focus();
    });
  }

  /** Fetches the card if other rules are in force, or if they were set `again`: they may have
      another name. */
  update(again = false) {
    const { room, game } = this.store;
    const inForce =
      room.status === "playing" && game
        ? [game.rules, Boolean(game.teams)]
        : [room.rules, room.base, room.teams > 0];
    const key = JSON.stringify([...inForce, room.host]); // who may have saved them under a name
    const first = !this.asked;
    this.asked = true;
    if (key === this.key && !again) return;
    this.key = key;
    if (!first) this.fetch();
  }

  /** Copies the card, which is in the dialog of rules, into another place.
      @param {HTMLElement} place */
  fill(place) {
    place.replaceChildren(...$("#rules-sheet [data-rules]").cloneNode(true).childNodes);
    this.drawName();
  }

  drawName() {
    for (const place of document.querySelectorAll("[data-rules-name]")) {
      text(place, this.facts.name);
    }
  }

  async fetch() {
    const key = this.key;
    try {
      const answer = await fetch(`${document.documentElement.dataset.path}rules/card/`);
      if (!answer.ok || key !== this.key) return;
      const { html, ...facts } = await answer.json();
      const card = new DOMParser().parseFromString(html, "text/html").body;
      for (const place of document.querySelectorAll("[data-rules]")) {
        place.replaceChildren(...card.cloneNode(true).childNodes);
      }
      this.facts = facts;
      this.drawName();
      this.changed();
    } catch {
      this.key = ""; // the next event tries again
    }
  }
}
