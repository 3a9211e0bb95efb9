// The status text where there is no sum to show: who has to do what.
import { fill, gettext, ngettext } from "../../lib/i18n.js";
import { sameSide, sideTotal } from "../sides.js";

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

/** Returns how many have not left the game. */
const playing = (state) => state.left.filter((left) => !left).length;

/** Returns which of `seats` is at turn next, and the number of turns before; or null. */
function turnsAway(state, seats) {
  const count = state.scores.length;
  let turns = 0;
  for (let step = 0; step < count; step++) {
    const seat = (state.current + step) % count;
    if (step > 0 && seats.includes(seat) && !state.left[seat]) return { seat, turns };
    if (!state.left[seat]) turns += 1;
  }
  return null;
}

/** Returns what a game is played for. */
export const goalText = ({ rounds, target }) =>
  rounds
    ? fill(gettext("Most points after {rounds} rounds wins."), { rounds })
    : fill(gettext("First to {target} wins."), { target });

/** Returns what the player at turn needs. */
export function toGoText(state, rules) {
  const { current, leader, phase } = state;
  const total = sideTotal(state, current);
  if (phase === "final" && leader >= 0) {
    const need = sideTotal(state, leader) - total;
    return fill(gettext("You need more than {need} to win."), { need });
  }
  if (phase !== "turns") return "";
  if (!state.entered[current]) {
    const points = rules.entry_min;
    return fill(gettext("You need {points} in one turn to get on the board."), { points });
  }
  if (rules.rounds) {
    const { rounds } = rules;
    return fill(gettext("Round {round} of {rounds}."), { round: state.round, rounds });
  }
  return fill(gettext("{points} points to go."), { points: rules.target - total });
}

/** Returns what stands in place of the sum. */
export function slipText(state, rules, mine) {
  if (state.throw.length && mine && !state.blank) {
    return gettext("Select at least one scoring die.");
  }
  if (mine && rules.entry_min && !state.entered[state.current]) {
    return fill(gettext("Score {points} in one turn to get on the board."), {
      points: rules.entry_min,
    });
  }
  return "";
}

/** Returns what stands beside the lost points. */
export function lossText(state, { lost, penalty, ranOut }, mine) {
  const total = state.scores[state.current];
  if (penalty) return fill(gettext("three farkles in a row: −{penalty}"), { penalty });
  if (ranOut) return gettext("out of rolls to get on the board");
  if (!lost) {
    return fill(mine ? gettext("your score stays {total}") : gettext("score stays {total}"), {
      total,
    });
  }
  return fill(
    mine ? gettext("lost – your score stays {total}") : gettext("lost – score stays {total}"),
    { total },
  );
}

/** Returns what stands below the sum for somebody who is not at turn. */
export function waitingText(state, store) {
  if (store.room.paused) return gettext("The game is paused.");
  if (!store.mySeats.length) {
    return store.me === null
      ? gettext("You're watching.")
      : gettext("You're in for the next game.");
  }
  if (state.phase === "playoff") return gettext("Tiebreaker in progress.");
  if (state.phase === "final") {
    return state.leader >= 0 && store.mySeats.some((seat) => sameSide(state, seat, state.leader))
      ? gettext("The others get one last turn.")
      : gettext("One last turn each.");
  }
  const away = turnsAway(state, store.mySeats);
  if (away === null) return "";
  const count = away.turns;
  // Of two players the other one is always next.
  if (count === 1 && playing(state) === 2) return "";
  if (store.mySeats.length > 1) {
    const { name } = store.seat(away.seat);
    if (count === 1) return fill(gettext("{name} is next."), { name });
    const after = ngettext(
      "{name}'s turn after {count} more.",
      "{name}'s turn after {count} more.",
      count,
    );
    return fill(after, { name, count });
  }
  if (count === 1) return gettext("You're next.");
  return fill(ngettext("Your turn after {count} more.", "Your turn after {count} more.", count), {
    count,
  });
}
