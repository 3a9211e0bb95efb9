"""The game that is running in a room: its state, its log of turns and its dice."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from farkle import Action, Batch, GameState, IllegalAction, Leave
from games.models import Game
from games.protocol.errors import Refused, engine_refusal
from games.state.dice import DiceAreLost, DiceSource
from games.state.room_state import position_of
from games.state.sealing import CannotUnseal, unseal
from games.state.turns import EndedTurn, TurnLog

SNAPSHOT_PLIES = 20
"""Plies from one snapshot to the next, at most. A game is read from its last snapshot on."""


@dataclass(slots=True)
class RunningGame:
    """See the module. The caller writes its rows."""

    game: Game
    state: GameState
    log: TurnLog
    sealed: bytes = field(repr=False)
    """The seed as it is stored."""
    seat_of: dict[int, int]
    """Engine seat by player."""

    @classmethod
    def read(cls, game: Game | None) -> Self | None:
        """Return the stored game as it is now, or None if it is not being played."""
        if game is None or game.status != Game.Status.PLAYING:
            return None
        state, log, _, game.thrown = position_of(game)
        game.ply = state.ply
        return cls(game, state, log, bytes(game.secret.seed), seats_of(game.players))

    _opened: bytes | None = field(default=None, repr=False)
    """The unsealed seed, once it was needed."""

    @property
    def seed(self) -> bytes | None:
        """The seed itself; None if the site has lost its key."""
        if self._opened is None:
            try:
                self._opened = unseal(self.sealed, self.game.commitment)
            except CannotUnseal:
                return None
        return self._opened

    def act(self, action: Action) -> tuple[Batch, list[EndedTurn]]:
        """Apply an action with the game's dice, and return what happened and the turns that ended.

        Raise Refused, with nothing changed.
        """
        game = self.game
        dice = DiceSource(self.seed, game.strings, game.thrown)
        try:
            state, batch = self.state.apply(action, dice)
        except IllegalAction as error:
            raise engine_refusal(error) from error
        except DiceAreLost as error:
            raise Refused("no_dice") from error
        self.state = state
        game.ply, game.thrown = state.ply, dice.thrown  # stored with the next snapshot
        return batch, self.log.add(batch, state)

    def is_over_without(self, seat: int) -> bool:
        """Return whether the game would end if this seat left, which rolls no dice."""
        state, _ = self.state.apply(Leave(seat), DiceSource(None, (), 0))
        return state.phase == "over"

    @property
    def needs_snapshot(self) -> bool:
        """Whether it is time for a snapshot: a turn has ended, or the last one is old."""
        snapshot = self.game.snapshot
        before = -SNAPSHOT_PLIES if snapshot is None else snapshot["state"]["ply"]
        return not self.state.rolls or self.state.ply - before >= SNAPSHOT_PLIES

    def to_snapshot(self) -> dict[str, Any]:
        """Return the snapshot for the game's row, from which reading continues."""
        return {"state": self.state.to_dict(), "turn": self.log.to_dict()}


def seats_of(players: Sequence[int]) -> dict[int, int]:
    """Return the engine's seat of each player, given the game's players in order."""
    return {player: seat for seat, player in enumerate(players)}
