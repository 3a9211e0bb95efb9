"""The game that the tries of a race become, played again turn by turn with their dice.

It takes the processor as long as some hundred moves, so it is played in parts before the room is
locked to store it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from farkle import Action, Batch, GameState, Skip
from games.models import Deal, Game
from games.protocol.events import Stored, to_stored
from games.state.running import RunningGame
from games.state.turns import EndedTurn, TurnLog

Moves = Mapping[int, Sequence[Action]]
"""The moves of tries by the primary key of their game, in the order of their players."""

MOVES_AT_ONCE: Final = 200


class JointGame:
    """A game that starts like this; `play` it until it `is_over`. Players who stopped early skip
    the turns that are left."""

    def __init__(self, deal: Deal, start: GameState, begun: Batch, moves: Moves) -> None:
        self.games = list(moves)
        log = TurnLog()
        log.add(begun, start)
        game = Game(deal=deal, commitment=deal.commitment)
        self.running = RunningGame(game, start, log, bytes(deal.seed), {})
        self.turns: list[EndedTurn] = []
        self.steps: list[tuple[int, list[Stored]]] = []
        """The ply after each move, and its events."""
        self._left = [iter(moves[game]) for game in self.games]

    @property
    def is_over(self) -> bool:
        return self.running.state.phase == "over"

    def play(self, most: int = MOVES_AT_ONCE) -> None:
        """Play the next moves, at most so many."""
        for _ in range(most):
            if self.is_over:
                return
            action = next(self._left[self.running.state.current], Skip())
            batch, ended = self.running.act(action)
            self.turns += ended
            self.steps.append((self.running.state.ply, to_stored(batch)))

    def to_dict(self) -> dict[str, Any]:
        """Return the primary keys of its tries, by which two such games are compared."""
        return {"games": self.games}
