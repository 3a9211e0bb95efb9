// What is announced when people come and go, when the host changes, and when the room closes.
import { fill, gettext } from "../lib/i18n.js";
import { play } from "../lib/sound.js";
import { announce, toast } from "../lib/toast.js";
import { abandoning } from "./settings-dialog.js";

/** Announces an event of the room, and tells a removed player why the seat is gone. */
export function announceEvent([name, id, more], store, stage) {
  const who = store.player(id);
  const mine = store.mine.includes(id);
  if (name === "sat") {
    if (!mine) play("sat");
    announce(fill(gettext("{name} joined."), { name: who.name }));
  } else if (name === "ready" && more && !mine && stage === "result") {
    announce(fill(gettext("{name} wants a rematch."), { name: who.name }));
  } else if (name === "gone" && !mine) toast(fill(gettext("{name} left."), { name: who.name }));
  else if (name === "removed") {
    toast(
      mine
        ? gettext("The host removed you from this room.")
        : fill(gettext("The host removed {name}."), { name: who.name }),
    );
  } else if (name === "clock") store.setClock(id);
  else if (name === "host" && mine) toast(gettext("You're the host now."));
  else if (name === "notice") toast(abandoning(store.closes));
  else if (name === "ended" && id === "abandoned") announce(gettext("This game was abandoned."));
  else if (name === "closed") {
    toast(closedText(id));
  }
}

function closedText(why) {
  if (why === "idle") {
    return gettext("This room closed because nobody was active. Finished games are kept.");
  }
  return why === "operator"
    ? gettext("The operator of this site closed the room. Finished games are kept.")
    : gettext("The host closed the room. Finished games are kept.");
}
