"""Work out each side's chance to win at a moment of a running game, for spectators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farkle.engine.state import GameState

from .winning import MOST_SIDES

if TYPE_CHECKING:
    from .worth import Vector


def live_chances(state: GameState) -> Vector:
    """Return the chance to win of each side; they add up to 1.

    Empty once the game is over, and in games with very many sides.
    """
    sides = 1 + max(map(state.side, range(len(state.scores))))
    if state.phase == "over" or sides > MOST_SIDES:
        return ()
    # This imports numpy, which the server does not need: only its worker process runs this
    # function.
    from farkle.ai.exact import exact_of

    from .worth import Worth

    worth = Worth(state.rules, None, [], exact=exact_of(state))
    return worth.vector(state, worth.best(state), sides)
