// What is said where there is no sum to show: what is expected, and of whom.
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { sameSide } from "./sides.js";

/** Returns the next seat, or null: in a final round only the server knows who is skipped. */
export function nextSeat(state) {
  if (state.phase !== "turns" || state.current < 0) return null;
  const count = state.scores.length;
  for (let step = 1; step < count; step++) {
    const seat = (state.current + step) % count;
    if (!state.left[seat]) return seat;
  }
  return null;
}

/** Returns the number of turns before one of `seats` is at turn, or null. */
function turnsAway(state, seats) {
  const count = state.scores.length;
  let turns = 0;
  for (let step = 0; step < count; step++) {
    const seat = (state.current + step) % count;
    if (step > 0 && seats.includes(seat) && !state.left[seat]) return turns;
    if (!state.left[seat]) turns += 1;
  }
  return null;
}

/** Returns what stands in place of the sum. */
export function slipText(state, rules, mine) {
  if (state.throw.length && mine && !state.blank) {
    return gettext("Choose at least one die that scores.");
  }
  if (mine && rules.entry_min && !state.entered[state.current]) {
    return fill(gettext("{points} in one turn to get in."), { points: rules.entry_min });
  }
  if (mine) return gettext("Roll when you are ready.");
  return state.throw.length ? gettext("Nothing selected yet.") : gettext("Nothing at risk yet.");
}

/** Returns what stands beside the lost points. */
export function lossText(state, { lost, penalty, ranOut }, mine) {
  const total = state.scores[state.current];
  if (penalty) return fill(gettext("third farkle in a row, {penalty} taken off"), { penalty });
  if (ranOut) return gettext("the throws to get in are used up");
  if (!lost) {
    return fill(
      mine
        ? gettext("nothing lost, you stay at {total}")
        : gettext("nothing lost, stays at {total}"),
      { total },
    );
  }
  return fill(
    mine ? gettext("rubbed out, you stay at {total}") : gettext("rubbed out, stays at {total}"),
    { total },
  );
}

/** Returns what stands below the sum for somebody who is not at turn. */
export function waitingText(state, store) {
  if (store.room.paused) return gettext("The table is paused.");
  if (!store.mySeats.length) {
    return store.me === null
      ? gettext("You are looking on.")
      : gettext("A place is yours in the next game.");
  }
  if (state.phase === "playoff") return gettext("The tie is being played off.");
  if (state.phase === "final") {
    return state.leader >= 0 && store.mySeats.some((seat) => sameSide(state, seat, state.leader))
      ? gettext("Now the others answer.")
      : gettext("One last turn each.");
  }
  const away = turnsAway(state, store.mySeats);
  if (away === null) return "";
  if (away === 1) return gettext("You throw next.");
  return fill(ngettext("{count} turn, then yours.", "{count} turns, then yours.", away), {
    count: away,
  });
}
