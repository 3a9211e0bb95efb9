"""The game that the tries of a race become, played again turn by turn with their dice.

It takes the processor as long as some hundred moves, so it is played in parts before the room is
locked to store it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from farkle import Action, Batch, GameState, Skip
from games.protocol.events import Stored, to_stored
from games.state.running import DiceSource
from games.state.turns import EndedTurn, TurnLog

Moves = Mapping[int, Sequence[Action]]
"""The moves of tries by the primary key of their game, in the order of their players."""

MOVES_AT_ONCE: Final = 200


class JointGame:
    """A game with these players in this order; `play` it until it `is_over`. Those who stopped
    early skip the turns that are left."""

    def __init__(self, start: GameState, begun: Batch, seed: bytes, moves: Moves) -> None:
        self.games = list(moves)
        self.state = start
        self.log = TurnLog()
        self.log.add(begun, start)
        self.thrown = 0
        self.turns: list[EndedTurn] = []
        self.steps: list[tuple[int, list[Stored]]] = []
        """The ply after each move, and its events."""
        self._seed = seed
        self._left = [iter(moves[game]) for game in self.games]

    @property
    def is_over(self) -> bool:
        return self.state.phase == "over"

    def play(self, most: int = MOVES_AT_ONCE) -> None:
        """Play the next moves, at most so many."""
        for _ in range(most):
            if self.is_over:
                return
            action = next(self._left[self.state.current], Skip())
            dice = DiceSource(self._seed, (), self.thrown, self.state)
            self.state, batch = self.state.apply(action, dice)
            self.thrown = dice.thrown
            self.turns += self.log.add(batch, self.state)
            self.steps.append((self.state.ply, to_stored(batch)))

    def to_dict(self) -> dict[str, Any]:
        """Return what tells it from the game of another race."""
        return {"games": self.games}
