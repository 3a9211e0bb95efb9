// Holidays in slow games: who is on holiday until when, and the dialog to begin or end one's own.
import { closeDialogs, openDialog } from "../../lib/dialogs.js";
import { $, shown, text } from "../../lib/dom.js";
import { dates, fill, ngettext } from "../../lib/i18n.js";

const DAY = 86_400_000; // ms
const holidayDates = dates({ weekday: "short", day: "numeric", month: "short" });

/** Returns when this player's holiday ends, in ms; 0 if there is none now.
    @param {Store} store @param {number} id */
export function holidayOf({ room, now, slow }, id) {
  if (!slow) return 0;
  const [, until = 0] = room.holidays.find(([player]) => player === id) ?? [];
  return until > now ? until : 0;
}

/** Returns the words with the date when this player's holiday ends, or "" if there is none now.
    @param {Store} store @param {number} id @param {string} words */
export function holidayText(store, id, words) {
  const until = holidayOf(store, id);
  if (!until) return "";
  return fill(words, { name: store.player(id)?.name, date: holidayDates().format(until) });
}

export class Holidays {
  /** @param {Store} store @param {Connection} connection */
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    $("#holiday-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(Number($("input#holiday-days").value));
    });
    $("#holiday-back").addEventListener("click", () => this.take(0));
  }

  /** Whether I have a seat in a room whose turns take long, and whose host allows holidays. */
  get allowed() {
    const { room, me, slow } = this.store;
    if (me === null || !slow) return false;
    return room.settings.holiday_days > 0 || holidayOf(this.store, me) > 0;
  }

  open() {
    const { store } = this;
    const whole = store.room.settings.holiday_days * DAY;
    const mine = store.room.holidays.find(([player]) => player === store.me);
    const [, until = 0, left = whole] = mine ?? [];
    const rest = Math.max(0, until - store.now);
    const days = Math.floor(Math.min(whole, left + rest) / DAY);
    const input = $("input#holiday-days");
    input.max = String(Math.max(1, days));
    if (Number(input.value) > days) input.value = input.max;
    shown($("#holiday-form"), days > 0);
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

  /** Begins a holiday on all of my seats, or ends it. @param {number} days */
  take(days) {
    for (const player of this.store.mine) {
      if (days || holidayOf(this.store, player)) {
        this.connection.command({ type: "holiday", player, days });
      }
    }
    closeDialogs();
  }
}
