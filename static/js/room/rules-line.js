// The line of rules in the lobby, and the dialog in which the host chooses others.
import { closeDialogs } from "../lib/dialogs.js";
import { $, optional, shown, text } from "../lib/dom.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { minutesFor } from "../lib/time.js";

export class RulesLine {
  constructor(store) {
    this.store = store;
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
    const card = $("[data-rules] .card").dataset;
    const { count, longer } = minutesFor(card.minutes, seated.length);
    const { teams } = this.store.room;
    const words = fill(ngettext("{count} team", "{count} teams", teams), { count: teams });
    const who = teams ? `${card.goal} · ${words}` : card.goal;
    const line = longer
      ? gettext("{goal} · over {count} min")
      : gettext("{goal} · about {count} min");
    const goal = count ? fill(line, { goal: who, count }) : who;
    for (const place of ["rules", "chosen"]) {
      text($(`#${place}-goal`), goal);
      text($(`#${place}-stakes`), card.stakes);
    }
    shown($("#change-rules"), owner !== null);
    shown($("#see-rules"), owner === null);
    for (const one of document.querySelectorAll("[data-preset]")) {
      const takes = minutesFor(one.dataset.minutes, seated.length);
      const mins = takes.longer ? gettext("> {count} min") : gettext("≈ {count} min");
      text($(".mins", one), fill(mins, takes));
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
