"""Return everybody's chance to win at a moment of a running game, for those who watch it."""

from __future__ import annotations

from farkle.engine.state import GameState

from .winning import MOST_SIDES, Vector


def live_chances(state: GameState) -> Vector:
    """Return the chance to win of each side; they add up to 1.

    Empty once the game is over, and in games with very many sides.
    """
    sides = 1 + max(map(state.side, range(len(state.scores))))
    if state.phase == "over" or sides > MOST_SIDES:
        return ()
    # With numpy, which a server has no use for: it only hands this function to its worker process.
    from .exact import exact_of
    from .worth import Worth

    worth = Worth(state.rules, None, [], exact=exact_of(state))
    return worth.vector(state, worth.best(state), sides)
