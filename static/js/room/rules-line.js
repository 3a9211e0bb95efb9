// The line of rules in the lobby, and the dialog in which the host chooses others.
import { closeDialogs } from "../lib/dialogs.js";
import { $, data, optional, shown, text } from "../lib/dom.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { minutesFor } from "../lib/time.js";

export class RulesLine {
  /** @param {Store} store
      @param {Pick<import("../rules/editor.js").Editor, "card" | "sets">} editor */
  constructor(store, { card, sets }) {
    this.store = store;
    this.card = card;
    this.sets = sets;
    for (const one of [$("#edit-rules"), $("#view-rules")]) {
      one.addEventListener("click", () => closeDialogs());
    }
    // The dialog is open by now.
    $("#change-rules").addEventListener("click", () => {
      optional("#presets [aria-pressed='true']")?.scrollIntoView({ block: "nearest" });
    });
  }

  draw() {
    const { seated, owner } = this.store;
    const { goal, stakes, minutes } = this.card.facts;
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
    for (const button of document.querySelectorAll("[data-preset]")) {
      const takes = minutesFor(this.sets[data(button, "preset")].minutes, seated.length);
      const mins = takes.longer ? gettext("> {count} min") : gettext("≈ {count} min");
      text($(".mins", button), fill(mins, takes));
    }
    const players = Math.max(2, seated.length);
    text(
      $("#choose-for"),
      fill(ngettext("Times are for {count} player.", "Times are for {count} players.", players), {
        count: players,
      }),
    );
  }
}
