// The door: the host lets in people who knock, and the founder takes back the role of host.
import { $, shown, text } from "../lib/dom.js";
import { fill, gettext, listed, ngettext, together } from "../lib/i18n.js";
import { play } from "../lib/sound.js";
import { announce } from "../lib/toast.js";

export class Door {
  /** @type {number | null} */ handed = null; // to whom the founder has handed the role of host

  /** @param {Store} store @param {Connection} connection */
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    $("#knock-yes").addEventListener("click", () => this.answer(true));
    $("#knock-no").addEventListener("click", () => this.answer(false));
    $("#take-host").addEventListener("click", () =>
      connection.command({ type: "take_host", player: store.room.founder }),
    );
  }

  answer(/** @type {boolean} */ yes) {
    const { hosting, room } = this.store;
    const [first] = room.knocks;
    if (first && hosting !== null) {
      this.connection.command({ type: "let_in", player: hosting, knock: first[0], yes });
    }
  }

  draw() {
    const { store } = this;
    const { room } = store;
    const open = room.status !== "closed";
    const knocks = open && store.hosting !== null ? room.knocks : [];
    shown($("#knock"), knocks.length > 0);
    if (knocks.length) {
      const more = knocks.length - 1;
      const values = { name: knocks[0][1], more };
      text(
        $("#knock span"),
        more
          ? fill(gettext("{name} and {more} more want to join."), values)
          : fill(gettext("{name} wants to join."), values),
      );
    }
    this.drawFounder(open);
  }

  /** Draws the note for the founder: who is host instead, and what stand-ins have done. */
  drawFounder(/** @type {boolean} */ open) {
    const { store } = this;
    const { room } = store;
    const away = store.hasStandIn;
    const told = open && store.mine.includes(room.founder) ? room.stood_in : [];
    const offered = (away && this.handed !== room.host) || told.length > 0;
    const who = away ? [room.host] : told.map(([, id]) => id);
    const names = listed([...new Set(who.flatMap((id) => store.player(id)?.name ?? []))]);
    const first = away
      ? gettext("{names} is the host for now.")
      : gettext("While you were away, {names} was the host.");
    const words = names ? together([fill(first, { names }), ...toldTexts(store, told)]) : "";
    if (offered && $("#founder span").textContent !== words) announce(words);
    shown($("#founder"), offered);
    text($("#founder span"), words);
    text($("#take-host"), away ? gettext("Be host again") : gettext("OK"));
  }

  /** Announces an event of the room. `by` is whose command it was.
      @param {Wire.Event} event @param {number | undefined} by */
  announceEvent(event, by) {
    const { store } = this;
    if (event[0] === "host") {
      this.handed = by === store.room.founder ? event[1] : null; // handed over on purpose
    } else if (event[0] === "knocked" && event[2] && store.hosting !== null) {
      play("sat");
      announce(fill(gettext("{name} wants to join."), { name: event[2] }));
    }
  }
}

/** Returns sentences about what stand-ins have done.
    @param {Store} store @param {Wire.ByStandIn[]} rows */
function toldTexts(store, rows) {
  const done = (/** @type {string} */ what) => rows.filter(([kind]) => kind === what);
  const names = (/** @type {string} */ what) =>
    listed([...new Set(done(what).flatMap(([, , id]) => store.player(id)?.name ?? []))]);
  const games = new Set(done("game").map(([, , number]) => number)).size;
  const declined = done("declined").length;
  /** @type {[number, string, object][]} */
  const found = [
    [done("sat").length, gettext("Let in: {names}."), { names: names("sat") }],
    [done("removed").length, gettext("Removed: {names}."), { names: names("removed") }],
    [
      declined,
      ngettext("Turned away: {count} player.", "Turned away: {count} players.", declined),
      { count: declined },
    ],
    [games, ngettext("Started: {count} game.", "Started: {count} games.", games), { count: games }],
  ];
  return found.filter(([any]) => any).map(([, words, values]) => fill(words, values));
}
