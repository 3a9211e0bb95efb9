// The turn that decided a game: the one in which the winner took the lead and kept it.
import { sameSide, sideTotal } from "../table/sides.js";

/** Returns that turn from `turns` (oldest first); null if it is not among them, or if another
    player's penalty decided. `state` is that of the game when it was over. */
export function decidingTurn(turns, state) {
  const [winner] = state.winners;
  if (winner === undefined) return null;
  const then = { ...state, scores: [...state.scores] };
  const leads = () =>
    then.scores.every(
      (_, seat) => sameSide(then, seat, winner) || sideTotal(then, seat) < sideTotal(then, winner),
    );
  if (!leads()) return null; // tied: something else than a turn decided
  for (const turn of turns.toReversed()) {
    then.scores[turn.seat] = turn.total - turn.points + (turn.penalty ?? 0);
    if (!leads()) return sameSide(state, turn.seat, winner) && turn.points ? turn : null;
  }
  return null;
}
