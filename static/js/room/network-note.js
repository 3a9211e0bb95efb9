// The note that there is no connection, why, and that it is back.
import { $, data, shown, text } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";
import { announce } from "../lib/toast.js";

const SHORT = 1200; // ms; an interruption that is over by then is not shown
const LONG = 6000; // ms; by then there were several attempts
const AGAIN = 15_000; // ms between two questions whether pages load

let timer = 0;
let opened = false; // since the page was loaded

/** Shows that the connection is lost, or back.
    @param {import("../client/connection.js").State} state */
export function showConnection(state) {
  if (state === "bye:removed") {
    location.replace(location.pathname); // the invitation says what happened
    return;
  }
  const note = $("#network");
  clearTimeout(timer);
  timer = 0; // no answer to an earlier question counts
  // The old link leads players who have a seat to the new one.
  if (["bye:no_spectators", "bye:new_link", "bye:unavailable"].includes(state)) {
    location.replace(data(document.documentElement, "path"));
  }
  if (state === "open") {
    opened = true;
    if (!note.hidden) announce(gettext("Reconnected."));
    shown(note, false);
    return;
  }
  /** @type {Record<string, string>} */
  const words = {
    offline: opened
      ? gettext("Connection lost. Your seat is safe. Reconnecting…")
      : gettext("Can't connect yet. Trying again…"),
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
      if (state === "connecting") timer = setTimeout(findCause, LONG);
    },
    state.startsWith("bye:") || state === "offline" ? 0 : SHORT,
  );
}

/** If pages load all the same, something between here and the server refuses web sockets. */
async function findCause() {
  const asked = timer;
  const path = data(document.documentElement, "path");
  const answer = await fetch(path, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (timer !== asked) return; // the connection is back, or something else is said
  if (!answer?.ok) {
    timer = setTimeout(findCause, AGAIN);
    return;
  }
  const said = gettext(
    "Pages load, but the live connection doesn't open: your network or this site's proxy doesn't pass web sockets. Try another network, or tell the site's operator.",
  );
  text($("#network-words"), said);
  announce(said);
}
