// Leaving the room, after a question.
import { ask } from "../lib/dialogs.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { toastOnNextPage } from "../lib/toast.js";
import { sameSide, sideName } from "../client/sides.js";

/** Returns what to ask before the players with these `ids` leave.
    @param {Store} store @param {number[]} ids */
export function leaveQuestion(store, ids) {
  const game = store.room.status === "playing" ? store.game : null;
  if (!game) return gettext("Give up your seat?");
  const { state, players } = game;
  const here = players.map((_, seat) => seat).filter((seat) => !state.left[seat]);
  const leaves = (/** @type {number} */ seat) => ids.includes(players[seat]);
  if (!here.some(leaves)) return gettext("Give up your seat?");
  // The last side wins; in a tiebreaker, the last one of those tied.
  const rest = (state.phase === "playoff" ? state.playoff : here).filter((seat) => !leaves(seat));
  if (!rest.length) return gettext("Leave this game? That ends it.");
  if (!rest.every((seat) => sameSide(state, seat, rest[0]))) {
    return gettext("Leave this game? Your score stays and the others keep playing.");
  }
  const name = sideName(state, rest[0], (seat) => store.seat(seat)?.name ?? "?");
  return fill(gettext("Leave this game? {name} wins."), { name });
}

/** Asks, and gives up the seats of my players with these `ids`; after the last one, leads home.
    @param {Store} store @param {Connection} connection @param {number[]} ids */
export async function leave(store, connection, ids) {
  if (!(await ask(leaveQuestion(store, ids), gettext("Leave")))) return;
  const others = store.mine.some((id) => !ids.includes(id));
  const answers = await Promise.all(
    ids.map((player) => connection.command({ type: "leave", player })),
  );
  if (!others && answers.every(({ type }) => type === "ok")) {
    const words = ngettext("You gave up your seat.", "You gave up your seats.", ids.length);
    toastOnNextPage(words);
    connection.leaveFor(document.documentElement.dataset.race ?? "/"); // of a race, its board
  }
}
