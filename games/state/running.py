"""The game that is running in a room: its state, its log of turns, its dice and its moves.

`farkle.engine.fairness` derives the dice from a secret seed and the random strings of all seats, so
a retry throws the same.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self

import orjson

from farkle import Action, Batch, GameState, IllegalAction, Leave
from farkle.engine.deal import dealt_dice
from farkle.engine.fairness import SEED_BYTES, throw
from farkle.rules.named_dice import Weights
from games.models import Game
from games.protocol.errors import Refused, engine_refusal
from games.protocol.events import Stored
from games.state.room_state import position_of
from games.state.sealing import CannotUnseal, stored_seed, unseal
from games.state.turns import EndedTurn, TurnLog

SNAPSHOT_PLIES = 20
"""Maximum number of plies between two snapshots. A game is read from its last snapshot on."""

MOST_CHARACTERS: Final = 8 * 1024
"""Longest `Moves` that are sent to other processes. A turn takes a few hundred characters."""


def new_seed() -> bytes:
    """Return a new secret seed, to be stored in DiceSecret or Deal and nowhere else."""
    return secrets.token_bytes(SEED_BYTES)


class DiceAreLost(Exception):
    """The site has lost the key to the seed of this game, so no dice can be rolled."""


class DiceSource:
    """The engine's source of dice for one game. `thrown` counts its throws. Without a seed each
    throw raises DiceAreLost. The dice of a deal need the state that is `dealt_in`, and last for one
    action."""

    def __init__(
        self,
        seed: bytes | None,
        strings: Sequence[str],
        thrown: int,
        dealt_in: GameState | None = None,
    ) -> None:
        self._seed = seed
        self._strings = strings
        self.thrown = thrown
        self._dealt = None if seed is None or dealt_in is None else dealt_dice(seed, dealt_in)

    def __call__(self, count: int, weights: Sequence[Weights] = ()) -> tuple[int, ...]:
        if self._seed is None:
            raise DiceAreLost
        self.thrown += 1
        if self._dealt is not None:
            return tuple(self._dealt(count))
        return throw(self._seed, self._strings, self.thrown, count, weights)

    def __repr__(self) -> str:
        return f"<DiceSource after throw {self.thrown}>"  # never the seed


@dataclass(slots=True)
class RunningGame:
    """A game in play, in memory. The caller stores it."""

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
        return cls(game, state, log, stored_seed(game), seats_of(game.players))

    _opened: bytes | None = field(default=None, repr=False)
    """The unsealed seed, once it has been read."""

    @property
    def seed(self) -> bytes | None:
        """The unsealed seed; None if the site has lost its key."""
        if self._opened is None:
            try:
                self._opened = unseal(self.sealed, self.game.commitment)
            except CannotUnseal:
                return None
        return self._opened

    def act(self, action: Action) -> tuple[Batch, list[EndedTurn]]:
        """Apply an action with the game's dice; return its events and the turns it ended. Raise
        Refused, with nothing changed."""
        game = self.game
        dealt_in = None if game.deal_id is None else self.state
        dice = DiceSource(self.seed, game.strings, game.thrown, dealt_in)
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
        """Return True if the game would end if this seat left."""
        state, _ = self.state.apply(Leave(seat), DiceSource(None, (), 0))
        return state.phase == "over"

    @property
    def needs_snapshot(self) -> bool:
        """True after the end of a turn, or if the last snapshot is SNAPSHOT_PLIES old."""
        snapshot = self.game.snapshot
        before = -SNAPSHOT_PLIES if snapshot is None else snapshot["state"]["ply"]
        return not self.state.rolls or self.state.ply - before >= SNAPSHOT_PLIES

    def to_snapshot(self) -> dict[str, Any]:
        return {"state": self.state.to_dict(), "turn": self.log.to_dict()}


def seats_of(players: Sequence[int]) -> dict[int, int]:
    return {player: seat for seat, player in enumerate(players)}


class Moves(NamedTuple):
    """Consecutive events of a running game, with the deadlines and absences after them.

    Processes send them to each other to spare reads of the database. They are only a hint: the
    receiver applies them if no event is missing between its newest event and the room's head.
    """

    game: int
    """Key of the game."""
    first: int
    """Number of the first event."""
    events: Sequence[Sequence[Stored]]
    deadlines: Mapping[str, int]
    absence: Mapping[str, Any]

    @property
    def last(self) -> int:
        return self.first + len(self.events) - 1

    def pack(self) -> str | None:
        """Return the moves as JSON; None if it would exceed MOST_CHARACTERS."""
        text = orjson.dumps(self[:]).decode()
        return text if len(text) <= MOST_CHARACTERS else None

    @classmethod
    def unpack(cls, text: str) -> Self:
        return cls(*orjson.loads(text))
