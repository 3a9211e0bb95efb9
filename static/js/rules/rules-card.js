// The rules in force, in words. The server writes them; this fetches them again when they change.
import { $, text } from "../lib/dom.js";
import { pageData } from "../lib/page-data.js";

export class RulesCard {
  /** `changed()` runs when a new card is in place. */
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    this.key = null;
    this.facts = pageData("card"); // see `Card.facts` in games/rules/card.py
    // At the table the card fits on one screen; the rest unfolds.
    $("#rules-whole").addEventListener("click", () => {
      $("#rules-sheet").classList.add("whole");
      $("#rules-sheet [data-close]").focus();
    });
  }

  /** Fetches the card if other rules are in force. */
  update() {
    const { room, game } = this.store;
    const inForce =
      room.status === "playing"
        ? [game.rules, Boolean(game.teams)]
        : [room.rules, room.base, room.teams > 0];
    const key = JSON.stringify(inForce);
    const first = this.key === null;
    if (key === this.key) return;
    this.key = key;
    if (!first) this.fetch();
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
      for (const place of document.querySelectorAll("[data-rules-name]")) text(place, facts.name);
      this.changed();
    } catch {
      this.key = ""; // the next event tries again
    }
  }
}
