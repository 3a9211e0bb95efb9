// The line of rules in the lobby: whether a game is played now or over days, and how long it takes.
import { $, shown, text } from "../lib/dom.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { duration, minutesFor } from "../lib/time.js";
import { LONG } from "../client/store.js";
import { wantedSettings } from "./settings-text.js";

// A test compares it with the server's.
export const TURNS = 10; // of each player, if all play at once by rules without a number of rounds

const limited = gettext("{goal} · {time} a turn");

export class RulesLine {
  /** @param {Store} store @param {Connection} connection
      @param {import("../rules/editor.js").Editor} editor */
  constructor(store, connection, editor) {
    this.store = store;
    this.connection = connection;
    this.editor = editor;
    for (const choice of this.choices) {
      choice.addEventListener("change", () => {
        const { owner: player } = store;
        const together = choice.id === "when-together";
        // Nobody waits for the others' turns, so days would be of no use.
        const timer = together && !this.wanted.slow ? {} : { timer: Number(choice.value) };
        if (player !== null) connection.command({ type: "settings", player, together, ...timer });
      });
    }
  }

  /** "Take turns", "All at once" and "Over days"; their values are turn timers in seconds. */
  get choices() {
    return [$("input#when-now"), $("input#when-together"), $("input#when-days")];
  }

  /** How the next game will be played once what I have chosen has arrived. */
  get wanted() {
    const { together, timer } = wantedSettings(this.store, this.connection);
    return { isTogether: together, slow: timer >= LONG };
  }

  draw() {
    const { seated, owner, mine, room } = this.store;
    const { isTogether, slow } = this.wanted;
    for (const place of document.querySelectorAll("[data-rules-goal]")) text(place, this.goal);
    const { stakes } = this.editor.card.facts;
    for (const place of document.querySelectorAll("[data-rules-stakes]")) text(place, stakes);
    const [now, together, days] = this.choices;
    together.checked = isTogether;
    now.checked = !slow && !together.checked;
    days.checked = slow && !together.checked;
    shown($("#when"), owner !== null);
    for (const id of ["change-rules", "tune-rules"]) shown($(`#${id}`), owner !== null);
    shown($("#see-rules"), owner === null);
    shown($("#own-dice"), room.settings.own_dice);
    text(
      $("#own-dice"),
      mine.length ? gettext("Choose your dice") : gettext("See the dice and their odds"),
    );
    if (this.editor.view) this.drawChoices(seated.length);
  }

  /** The goal, the teams, and how long a game takes, or a turn if the game goes over days. */
  get goal() {
    const { seated, slow, room } = this.store;
    if (room.settings.together) {
      const count = room.rules.rounds || TURNS;
      const words = ngettext(
        "{count} turn each, same dice",
        "{count} turns each, same dice",
        count,
      );
      const { timer } = room.settings;
      const goal = fill(words, { count });
      return timer ? fill(limited, { goal, time: duration(timer) }) : goal;
    }
    const { goal: points, minutes } = this.editor.card.facts;
    const { count, longer } = minutesFor(minutes, seated.length);
    const teams = fill(ngettext("{count} team", "{count} teams", room.teams), {
      count: room.teams,
    });
    const goal = room.teams ? `${points} · ${teams}` : points;
    if (slow) {
      const time = duration(room.settings.timer);
      return fill(limited, { goal, time });
    }
    if (!count) return goal;
    const line = longer
      ? gettext("{goal} · over {count} min")
      : gettext("{goal} · about {count} min");
    return fill(line, { goal, count });
  }

  /** @param {number} seats */
  drawChoices(seats) {
    const { slow, room } = this.store;
    for (const { button, minutes } of this.editor.view?.choices.all ?? []) {
      const takes = minutesFor(minutes, seats);
      const mins = takes.longer ? gettext("> {count} min") : gettext("≈ {count} min");
      text($(".mins", button), slow ? "" : fill(mins, takes));
    }
    const players = Math.max(2, seats);
    const times = ngettext(
      "Times are for {count} player.",
      "Times are for {count} players.",
      players,
    );
    const turns = gettext("At most {time} a turn.");
    text(
      $("#choose-for"),
      slow ? fill(turns, { time: duration(room.settings.timer) }) : fill(times, { count: players }),
    );
  }
}
