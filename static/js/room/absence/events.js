// What is announced when a player goes, comes back or runs out of time, and when the game pauses.
import { fill, gettext, ngettext } from "../../lib/i18n.js";
import { announce, toast } from "../../lib/toast.js";
import { handle } from "../../client/events.js";
import { levelName } from "../levels.js";
import { holidayText } from "./holidays.js";
/** @import { Handlers } from "../../client/events.js" */

/** `showMissed(player, turns)` shows what a player missed.
    @typedef {(player: Wire.Player, turns: number) => void} ShowMissed
    @typedef {{ store: Store, showMissed: ShowMissed }} Context */

/** @type {(context: Context, id: number, level: string) => void} */
const announceComputer = ({ store }, id, level) => {
  const values = { name: store.playerOf(id).name, level: levelName(level) };
  announce(fill(gettext("{level} is playing for {name}."), values));
};

/** How each is announced. @satisfies {Partial<Handlers<keyof Wire.RoomEvents, Context>>} */
const TOLD = {
  away: ({ store }, id) => {
    if (!store.mine.includes(id)) announce(fill(gettext("{name} is away."), store.playerOf(id)));
  },
  back: ({ store, showMissed }, id, turns) => {
    const player = store.playerOf(id);
    if (!store.mine.includes(id)) announce(fill(gettext("{name} is back."), player));
    else if (turns > 0) showMissed(player, turns);
  },
  autoplay_this_turn: announceComputer,
  autoplay: announceComputer,
  weaker: ({ store }, id, level) => {
    const player = store.playerOf(id);
    const name = player.level ? player.name : gettext("The computer");
    const words = gettext("{name} couldn't decide, so {level} picked this move.");
    toast(fill(words, { name, level: levelName(level) }));
  },
  waited: ({ store }, id, _why, did) => {
    if (store.mine.includes(id)) toast(timeUpText(did));
    else announce(fill(gettext("{name}'s time is up."), store.playerOf(id)));
  },
  extended: ({ store }, id, left) => {
    const words = ngettext(
      "Time added. You can do that {count} more time this turn.",
      "Time added. You can do that {count} more times this turn.",
      left,
    );
    if (store.mine.includes(id)) toast(fill(words, { count: left }));
    else announce(fill(gettext("{name} has more time."), store.playerOf(id)));
  },
  holiday: ({ store }, id) => {
    const holiday = holidayText(store, id, gettext("{name} is on holiday until {date}."));
    announce(holiday || fill(gettext("{name} is back."), store.playerOf(id)));
  },
  paused: (_context, _by, reason) =>
    announce(fill(gettext("The game is paused. {reason}"), { reason })),
  resumed: () => announce(gettext("The game continues.")),
};

/** @typedef {keyof typeof TOLD} Told */

/** Announces an event of the room. Those who play in a race are away from its board.
    @param {Wire.Event} event @param {Store} store @param {ShowMissed} showMissed */
export function announceAbsence(event, store, showMissed) {
  if (!store.room.race) handle(TOLD, { store, showMissed }, event);
}

function timeUpText(/** @type {Wire.RoomEvents["waited"][2]} */ did) {
  if (did === "computer") return gettext("Time ran out, so a computer plays this turn.");
  if (did === "bank") return gettext("Time ran out, so your points were banked.");
  return gettext("Time ran out, so your turn was skipped.");
}
