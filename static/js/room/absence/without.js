// The host's button that starts a game without the players who are away.
import { $, shown, text } from "../../lib/dom.js";
import { fill, gettext, listed, ngettext } from "../../lib/i18n.js";
/** @import { Editor } from "../../rules/editor.js" */

const MOST_NAMES = 2;

export class Without {
  /** @param {Store} store @param {Connection} connection @param {Editor} editor */
  constructor(store, connection, editor) {
    this.store = store;
    this.places = [...document.querySelectorAll("[data-without]")];
    for (const place of this.places) {
      $("button", place).addEventListener("click", async () => {
        await editor.send(); // a number typed just now counts
        const players = this.away.map(({ id }) => id);
        if (store.hosting === null || !players.length) return;
        connection.command({ type: "start_without", player: store.hosting, players });
      });
    }
  }

  /** The people who have a seat and no page open. */
  get away() {
    const { seated, online, mine } = this.store;
    return seated.filter(
      ({ id, kind }) => kind === "person" && !online.has(id) && !mine.includes(id),
    );
  }

  draw() {
    const { hosting, seated, room } = this.store;
    const { away } = this;
    const left = seated.length - away.length;
    const wanted = hosting !== null && away.length > 0 && left > 1 && room.status !== "playing";
    const names = away.map(({ name }) => name);
    const words =
      names.length <= MOST_NAMES
        ? fill(gettext("Start without {names}"), { names: listed(names) })
        : fill(
            ngettext(
              "Start without the {count} away",
              "Start without the {count} away",
              away.length,
            ),
            { count: away.length },
          );
    for (const place of this.places) {
      shown(place, wanted);
      if (wanted) text($("button", place), words);
    }
  }
}
