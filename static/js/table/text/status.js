// The status text where there is no sum to show: who has to do what.
import { fill, gettext, ngettext } from "../../lib/i18n.js";
import { isAlone, ranking, sameSide, sideName, sideTotal } from "../../client/sides.js";

const CLOSE = 1000; // points: from here one good turn wins

/** Returns the seats of the turns after this one, as `coming` of the engine does.
    @param {GameState} state @param {Wire.Rules} rules */
export function coming(state, rules) {
  const { order, queue, waiting } = state;
  return mayJoin(state, rules) ? [...queue, ...order, ...waiting] : queue;
}

/** Whether a newcomer would play from the next round on, as `may_join` of the engine says.
    @param {GameState} state @param {Wire.Rules} given */
export const mayJoin = ({ phase, round }, { rounds }) =>
  phase === "turns" && (!rounds || round < rounds);

/** Returns how many have not left the game. @param {GameState} state */
const playing = (state) => state.left.filter((left) => !left).length;

/** Returns how a game is won, as the declaration of the field does (farkle/rules/fields.py).
    @param {Wire.Rules} given @param {Pick<GameState, "scores">} state */
export function goalText({ rounds, target, ending }, state) {
  if (isAlone(state)) {
    return fill(gettext("As many points as you can, in {rounds} turns."), { rounds });
  }
  if (rounds) return fill(gettext("The highest score after round {rounds} wins."), { rounds });
  const words = {
    immediate: gettext("First to {target} wins."),
    exact: gettext("Exactly {target} wins. Above it, the others get one last turn."),
    final_round: gettext("At {target} the others get one last turn. Most points win."),
    finish_round: gettext("At {target} the round is finished. Most points win."),
    only_exact: gettext("Exactly {target} wins. A turn that would pass it counts nothing."),
  };
  return fill(words[ending], { target });
}

/** Returns what the current player needs. @param {GameState} state @param {Wire.Rules} rules */
export function toGoText(state, rules) {
  const { current, phase, to_beat: best } = state;
  const total = sideTotal(state, current);
  if (best) {
    const need = best.total - total;
    return need < 0
      ? fill(gettext("You're {points} ahead."), { points: -need })
      : fill(gettext("You need more than {need} to win."), { need });
  }
  if (phase !== "turns") return "";
  if (!state.entered[current]) {
    const points = rules.entry_min;
    return fill(gettext("You need {points} in one turn to get on the board."), { points });
  }
  if (rules.rounds) {
    const { rounds } = rules;
    const words = isAlone(state)
      ? gettext("Turn {round} of {rounds}.")
      : gettext("Round {round} of {rounds}.");
    return fill(words, { round: state.round, rounds });
  }
  return fill(gettext("{points} points to go."), { points: rules.target - total });
}

/** Returns what I need if it is my turn and one turn may win, else what another player needs to win
    in one turn, "Penny needs 600.", or "". `own`: the seats of the reader's side.
    @param {GameState} state @param {Wire.Rules} rules @param {number[]} own
    @param {Pick<import("./narration.js").Context, "nameOf" | "isMine">} context */
export function closeText(state, { rounds, target }, own, { nameOf, isMine }) {
  if (state.phase !== "turns" || rounds) return "";
  const isOwn = (/** @type {number} */ seat) => own.some((mine) => sameSide(state, seat, mine));
  const close = ranking(state).filter(
    ({ here, total }) => here && total > 0 && total >= target - CLOSE,
  );
  const mine = isMine(state.current) && close.find(({ seats }) => isOwn(seats[0]));
  if (mine) return fill(gettext("You need {points}."), { points: target - mine.total });
  const other = close.find(({ seats }) => !isOwn(seats[0]));
  if (!other) return "";
  const name = sideName(state, other.seats[0], nameOf);
  return fill(gettext("{name} needs {points}."), { name, points: target - other.total });
}

/** Returns what stands in place of the sum.
    @param {GameState} state @param {Wire.Rules} rules @param {boolean} mine */
export function slipText(state, rules, mine) {
  if (state.throw.length && mine && !state.blank) {
    return gettext("Select at least one scoring die.");
  }
  if (mine && rules.entry_min && !state.entered[state.current]) {
    return fill(gettext("Score {points} in one turn to get on the board."), {
      points: rules.entry_min,
    });
  }
  if (mine && state.to_top) {
    return fill(gettext("The last turn made {points}: bank more."), { points: state.to_top });
  }
  return "";
}

/** Returns what stands beside the lost points. @param {GameState} state
    @param {{ lost: number, penalty: number, ranOut: boolean }} scene @param {boolean} mine */
export function lossText(state, { lost, penalty, ranOut }, mine) {
  const total = state.scores[state.current];
  if (penalty) return fill(gettext("penalty: −{penalty}"), { penalty });
  if (ranOut) return gettext("the turn counts nothing");
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

/** Returns what stands below the sum for somebody who waits.
    @param {GameState} state @param {Store} store */
export function waitingText(state, store) {
  if (store.room.paused) return gettext("The game is paused.");
  if (!store.mySeats.length) {
    return store.me === null
      ? gettext("You're watching.")
      : gettext("You're in for the next game.");
  }
  let turns = coming(state, store.newestGame.rules);
  // My turn has begun while the one before is still on show.
  if (store.mySeats.includes(state.current)) turns = [state.current, ...turns];
  const count = turns.findIndex((seat) => store.mySeats.includes(seat));
  if (count < 0) return doneText(state);
  // Of two players the other one is always next.
  if (!count && playing(state) === 2) return "";
  if (store.mySeats.length > 1) {
    const name = store.seat(turns[count])?.name ?? "?";
    if (!count) return fill(gettext("{name} is next."), { name });
    const after = ngettext(
      "{name}'s turn after {count} more.",
      "{name}'s turn after {count} more.",
      count,
    );
    return fill(after, { name, count });
  }
  if (!count) return gettext("You're next.");
  if (count === 1) {
    return fill(gettext("{name}, then you."), { name: store.seat(turns[0])?.name ?? "?" });
  }
  return fill(ngettext("Your turn after {count} more.", "Your turn after {count} more.", count), {
    count,
  });
}

/** Returns what stands there for somebody who has no more turns.
    @param {GameState} state */
function doneText(state) {
  if (state.phase === "playoff") return gettext("Tiebreaker in progress.");
  return state.phase === "final" ? gettext("One last turn each.") : "";
}
