// The rules in force, in words: written by the server, fetched again when they change.
import { $, text } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";

export class RulesCard {
  /** `changed()`: another card stands there now. */
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    this.key = null;
    this.name = $("#rules-name").textContent;
  }

  /** Looks whether other rules are in force than the ones shown. */
  check() {
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
      const card = new DOMParser().parseFromString(await answer.text(), "text/html").body;
      for (const place of document.querySelectorAll("[data-rules]")) {
        place.replaceChildren(...card.cloneNode(true).childNodes);
      }
      this.name = $("[data-rules] [data-name]")?.dataset.name ?? gettext("House rules");
      for (const one of document.querySelectorAll("[data-rules-name]")) text(one, this.name);
      this.changed();
    } catch {
      this.key = ""; // looked for again with the next event
    }
  }
}
