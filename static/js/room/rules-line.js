// The line of rules in the lobby, and how long games by other rules take.
import { $, data, shown, text } from "../lib/dom.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { minutesFor } from "../lib/time.js";

export class RulesLine {
  /** @param {Store} store @param {import("../rules/editor.js").Editor} editor */
  constructor(store, editor) {
    this.store = store;
    this.editor = editor;
  }

  draw() {
    const { seated, owner } = this.store;
    const { goal, stakes, minutes } = this.editor.card.facts;
    const { count, longer } = minutesFor(minutes, seated.length);
    const { teams } = this.store.room;
    const words = fill(ngettext("{count} team", "{count} teams", teams), { count: teams });
    const who = teams ? `${goal} · ${words}` : goal;
    const line = longer
      ? gettext("{goal} · over {count} min")
      : gettext("{goal} · about {count} min");
    const whole = count ? fill(line, { goal: who, count }) : who;
    for (const place of document.querySelectorAll("[data-rules-goal]")) text(place, whole);
    for (const place of document.querySelectorAll("[data-rules-stakes]")) text(place, stakes);
    shown($("#change-rules"), owner !== null);
    shown($("#see-rules"), owner === null);
    if (this.editor.view) this.drawChoices(seated.length);
  }

  /** @param {number} seats */
  drawChoices(seats) {
    for (const button of document.querySelectorAll("[data-preset]")) {
      const takes = minutesFor(this.editor.sets[data(button, "preset")].minutes, seats);
      const mins = takes.longer ? gettext("> {count} min") : gettext("≈ {count} min");
      text($(".mins", button), fill(mins, takes));
    }
    const players = Math.max(2, seats);
    text(
      $("#choose-for"),
      fill(ngettext("Times are for {count} player.", "Times are for {count} players.", players), {
        count: players,
      }),
    );
  }
}
