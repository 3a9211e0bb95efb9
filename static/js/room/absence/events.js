// What is announced when a player goes, comes back or runs out of time, and when the game pauses.
import { fill, gettext, ngettext } from "../../lib/i18n.js";
import { announce, toast } from "../../lib/toast.js";
import { levelName } from "../levels.js";
import { holidayText } from "./holidays.js";

/** Announces an event of the room. `showMissed(player, turns)` shows what a player missed. */
export function announceAbsence([name, id, ...more], store, showMissed) {
  const player = store.player(id);
  const mine = store.mine.includes(id);
  const values = { name: player?.name };
  if (name === "away" && !mine) announce(fill(gettext("{name} is away."), values));
  else if (name === "back") {
    if (!mine) announce(fill(gettext("{name} is back."), values));
    else if (more[0] > 0) showMissed(player, more[0]);
  } else if (name === "autoplay_this_turn" || name === "autoplay") {
    announce(
      fill(gettext("{level} is playing for {name}."), { ...values, level: levelName(more[0]) }),
    );
  } else if (name === "weaker") {
    toast(
      fill(gettext("{name} couldn't decide, so {level} picked this move."), {
        name: player?.level ? player.name : gettext("The computer"),
        level: levelName(more[0]),
      }),
    );
  } else if (name === "waited") {
    if (mine) toast(timeUpText(more[1]));
    else announce(fill(gettext("{name}'s time is up."), values));
  } else if (name === "extended") {
    if (mine) {
      toast(
        fill(
          ngettext(
            "Time added. You can do that {count} more time this turn.",
            "Time added. You can do that {count} more times this turn.",
            more[0],
          ),
          { count: more[0] },
        ),
      );
    } else announce(fill(gettext("{name} has more time."), values));
  } else if (name === "holiday") {
    const holiday = holidayText(store, id);
    const words = holiday ? gettext("{name} is {holiday}.") : gettext("{name} is back.");
    announce(fill(words, { ...values, holiday }));
  } else if (name === "paused") {
    announce(fill(gettext("The game is paused. {reason}"), { reason: more[0] ?? "" }));
  } else if (name === "resumed") announce(gettext("The game continues."));
}

function timeUpText(did) {
  if (did === "computer") return gettext("Time ran out, so a computer plays this turn.");
  if (did === "bank") return gettext("Time ran out, so your points were banked.");
  return gettext("Time ran out, so your turn was skipped.");
}
