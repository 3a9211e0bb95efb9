// The series: the finished games of this room, added up.
import { $, h, keyed, optional, shown, text } from "../lib/dom.js";
import { num } from "../lib/i18n.js";
import { playerLabel } from "../table/scorepad.js";

const SHOWN = 12; // the best players

/** Draws the series wherever the page has a place for it, once somebody has finished two games.
    @param {Store} store */
export function drawSeries(store) {
  const series = store.room.series;
  const there = series.some(([, games]) => games > 1);
  const best = [...series]
    .sort((a, b) => b[2] - a[2] || b[3] - a[3] || a[0] - b[0])
    .slice(0, SHOWN);
  for (const section of document.querySelectorAll("[data-series]")) {
    shown(section, there);
    if (!there) continue;
    keyed(
      $("tbody", section),
      best,
      ([id]) => id,
      () =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }),
          h("td", { class: "num" }),
          h("td", { class: "num" }),
          h("td", { class: "num" }),
        ),
      (row, [id, ...figures]) => {
        const player = store.player(id);
        if (optional(".name", row)?.textContent !== player?.name) {
          $("th", row).replaceChildren(playerLabel(player));
        }
        [...row.querySelectorAll("td")].forEach((cell, at) => text(cell, num(figures[at])));
      },
    );
  }
}
