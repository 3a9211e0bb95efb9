// The note that the connection is lost, and that it is back.
import { $, shown, text } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";
import { announce } from "../lib/toast.js";

const SHORT = 1200; // ms; an interruption that is over by then is not shown

let timer = 0;

/** Shows that the connection is lost, or back. */
export function showConnection(state) {
  if (state === "bye:removed") {
    location.replace(location.pathname); // the invitation says what happened
    return;
  }
  const note = $("#network");
  clearTimeout(timer);
  // The old link leads whoever has a seat to the new one.
  if (["bye:no_spectators", "bye:new_link", "bye:unavailable"].includes(state)) {
    location.replace(document.documentElement.dataset.path);
  }
  if (state === "open") {
    if (!note.hidden) announce(gettext("Reconnected."));
    shown(note, false);
    return;
  }
  const words = {
    offline: gettext("Connection lost. Your seat is safe. Reconnecting…"),
    "bye:no_room": gettext("This room no longer exists."),
    "bye:flood": gettext("Too many requests. Reload to continue."),
    "bye:too_many": gettext("This room is open in too many tabs. Close some and reload."),
  };
  const said = words[state] ?? words.offline;
  timer = setTimeout(
    () => {
      if (note.hidden) announce(said);
      text($("#network-words"), said);
      shown(note, true);
    },
    state.startsWith("bye:") || state === "offline" ? 0 : SHORT,
  );
}
