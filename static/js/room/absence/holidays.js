// Holidays in slow games: who is on holiday until when, and the dialog to begin or end one's own.
import { closeDialogs, openDialog } from "../../lib/dialogs.js";
import { $, shown, text } from "../../lib/dom.js";
import { fill, gettext, ngettext } from "../../lib/i18n.js";
import { LONG } from "../../client/votes.js";

const DAY = 86_400_000; // ms
const DAYS = 14; // of a season, as the server has it
const locale = document.documentElement.lang || "en";
const dates = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short" });

/** Returns when this player's holiday ends, in ms; 0 if there is none now. */
export function holidayOf({ room, now }, id) {
  if (room.settings.timer < LONG) return 0;
  const [, until] = (room.holidays ?? []).find(([one]) => one === id) ?? [];
  return until > now ? until : 0;
}

/** Returns "on holiday until Fri, Nov 27", or "". */
export function holidayText(store, id) {
  const until = holidayOf(store, id);
  return until ? fill(gettext("on holiday until {date}"), { date: dates.format(until) }) : "";
}

export class Holidays {
  constructor(store, connection) {
    Object.assign(this, { store, connection });
    $("#holiday-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(Number($("#holiday-days").value));
    });
    $("#holiday-back").addEventListener("click", () => this.take(0));
  }

  /** Whether I have a seat in a room whose turns take long. */
  get allowed() {
    const { room, me } = this.store;
    return me !== null && room.settings.timer >= LONG;
  }

  open() {
    const { store } = this;
    const [, until = 0, left = DAYS * DAY] =
      (store.room.holidays ?? []).find(([one]) => one === store.me) ?? [];
    const rest = Math.max(0, until - store.now);
    const days = Math.floor((left + rest) / DAY);
    text(
      $("#holiday-words"),
      fill(
        ngettext(
          "You have {count} day left this season.",
          "You have {count} days left this season.",
          days,
        ),
        { count: days },
      ),
    );
    shown($("#holiday-back"), rest > 0);
    openDialog("holiday-sheet");
  }

  /** Begins a holiday on all of my seats, or ends it. */
  take(days) {
    for (const player of this.store.mine) {
      if (days || holidayOf(this.store, player)) {
        this.connection.command({ type: "holiday", player, days });
      }
    }
    closeDialogs();
  }
}
