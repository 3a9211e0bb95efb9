// What is announced when people come and go, when the host changes, and when the room closes.
import { fill, gettext } from "../lib/i18n.js";
import { play } from "../lib/sound.js";
import { announce, toast } from "../lib/toast.js";
import { handle } from "../client/events.js";
import { abandoning } from "./settings-text.js";
/** @import { Handlers } from "../client/events.js" */
/** @import { Told } from "./absence/events.js" */

/**
 * How events of the room are announced; absence/events.js and those of `OfDialogs` announce others.
 * `stage` is the view on show.
 * @typedef {"knocked" | "given" | "returned" | "objected" | "device"} OfDialogs
 * @typedef {"renamed" | "coloured" | "material" | "dice" | "claimed" | "readmitted" | "order" |
 *   "answered" | "rules" | "teams" | "settings" | "season" | "next" | "game" | "link" | "late" |
 *   "holidays" | "vote" | "stood_in" | "slept"} Silent
 * @type {Handlers<Exclude<keyof Wire.RoomEvents, Told | OfDialogs | Silent>,
 *   { store: Store, stage: string | null }>}
 */
const TOLD = {
  sat: ({ store }, id) => {
    if (!store.mine.includes(id)) play("sat");
    announce(fill(gettext("{name} joined."), store.playerOf(id)));
  },
  ready: ({ store, stage }, id, yes) => {
    if (!yes || store.mine.includes(id)) return;
    if (stage === "home") announce(fill(gettext("{name} is in."), store.playerOf(id)));
    if (stage === "result") announce(fill(gettext("{name} wants a rematch."), store.playerOf(id)));
  },
  gone: ({ store }, id) => {
    if (!store.mine.includes(id)) toast(fill(gettext("{name} left."), store.playerOf(id)));
  },
  removed: ({ store }, id) =>
    toast(
      store.mine.includes(id)
        ? gettext("The host removed you from this room.")
        : fill(gettext("The host removed {name}."), store.playerOf(id)),
    ),
  race: ({ store }) => {
    if (store.room.race) announce(gettext("Everybody plays now, with the same dice."));
  },
  clock: ({ store }, now) => store.setClock(now),
  host: ({ store }, id) => {
    if (id !== null && store.mine.includes(id)) toast(gettext("You're the host now."));
  },
  notice: ({ store }) => toast(abandoning(store.closes)),
  ended: (_context, status) => {
    if (status === "abandoned") announce(gettext("This game was abandoned."));
  },
  closed: (_context, why) => toast(closedText(why)),
};

/** Announces an event of the room, and tells a removed player why the seat is gone.
    @param {Wire.Event} event @param {Store} store @param {string | null} stage */
export const announceEvent = (event, store, stage) => handle(TOLD, { store, stage }, event);

function closedText(/** @type {Wire.RoomEvents["closed"][0]} */ why) {
  if (why === "idle") {
    return gettext("This room closed because nobody was active. Finished games are kept.");
  }
  return why === "operator"
    ? gettext("The operator of this site closed the room. Finished games are kept.")
    : gettext("The host closed the room. Finished games are kept.");
}
