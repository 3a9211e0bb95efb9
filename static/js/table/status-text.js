// What stands on the slip and below it when there is no sum to show: what is expected of whom.
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { sameSide } from "./sides.js";

/** Who sits after the one at turn; in a last round only the server knows who is passed over. */
export function nextSeat(state) {
  if (state.phase !== "turns" || state.current < 0) return null;
  const count = state.scores.length;
  for (let step = 1; step < count; step++) {
    const seat = (state.current + step) % count;
    if (!state.left[seat]) return seat;
  }
  return null;
}

/** How many turns are played until one of `seats` throws; null where none of them will. */
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

export function slipWords(state, rules, mine) {
  if (state.throw.length && mine && !state.blank) {
    return gettext("Choose at least one die that scores.");
  }
  if (mine && rules.entry_min && !state.entered[state.current]) {
    return fill(gettext("{points} in one turn to get in."), { points: rules.entry_min });
  }
  if (mine) return gettext("Roll when you are ready.");
  return state.throw.length ? gettext("Nothing selected yet.") : gettext("Nothing at risk yet.");
}

export function lostWords(state, { lost, penalty, ranOut }, mine) {
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

/** For somebody who is not at turn. */
export function waitWords(state, store) {
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
