"""Turns derived from a game's events: the log that players read and statistics count."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple, Self

from farkle import Batch, Event, GameState
from farkle.engine.events import (
    Banked,
    Blank,
    Built,
    Farkled,
    HotDice,
    Kept,
    Left,
    Penalised,
    RanOut,
    Rolled,
    RoundStarted,
    Skipped,
    TurnStarted,
)
from games.models import Turn

Outcome = Literal["banked", "farkled", "ran_out", "skipped", "left", "cut"]


class EndedTurn(NamedTuple):
    number: int
    seat: int
    round: int
    rolls: list[dict[str, Any]]
    """{"dice": [faces], "keep": "115", "points": n} for each roll."""
    outcome: Outcome
    """The game ended during a turn that was "cut"."""
    points: int
    """Points banked."""
    built: int
    """Points taken over at the start."""
    penalty: int
    """Points lost."""
    total: int
    """Score after the turn."""


def shown_turn(turn: EndedTurn | Turn) -> dict[str, Any]:
    fields = {name: getattr(turn, name) for name in EndedTurn._fields[1:]}
    if not turn.built:
        del fields["built"]
    return fields


@dataclass(slots=True)
class _OpenTurn:
    seat: int
    round: int
    rolls: list[dict[str, Any]] = field(default_factory=list)
    built: int = 0
    points: int = 0
    penalty: int = 0
    outcome: Outcome | None = None


class TurnLog:
    """Collects a game's events into turns. It is stored in the snapshot."""

    def __init__(self) -> None:
        self.ended = 0
        self._round = 0
        self._open: _OpenTurn | None = None

    def add(self, batch: Batch, after: GameState) -> list[EndedTurn]:
        """Add a batch, which led to the state `after`, and return the turns it ended."""
        done: list[EndedTurn] = []
        for event in batch:
            if isinstance(event, TurnStarted):
                self._close(done, after)
                self._open = _OpenTurn(event.seat, self._round)
            elif isinstance(event, RoundStarted):
                self._round = event.number
            elif self._open is not None:
                _apply(self._open, event)
        if after.phase == "over":
            self._close(done, after)
        return done

    def cut(self, after: GameState) -> list[EndedTurn]:
        """End the game early; return the open turn if there was a roll in it."""
        done: list[EndedTurn] = []
        self._close(done, after)
        return done

    def _close(self, done: list[EndedTurn], after: GameState) -> None:
        turn, self._open = self._open, None
        if turn is None or (turn.outcome is None and not turn.rolls):
            return
        self.ended += 1
        done.append(
            EndedTurn(
                number=self.ended,
                seat=turn.seat,
                round=turn.round,
                rolls=turn.rolls,
                outcome=turn.outcome or "cut",
                points=turn.points,
                built=turn.built,
                penalty=turn.penalty,
                total=after.scores[turn.seat],
            )
        )

    @property
    def under_way(self) -> dict[str, Any] | None:
        """The turn under way, with those fields of an `EndedTurn` that are known."""
        turn = self._open
        if turn is None:
            return None
        fields = {"seat": turn.seat, "round": turn.round, "rolls": turn.rolls}
        return {**fields, "built": turn.built} if turn.built else fields

    def to_dict(self) -> dict[str, Any]:
        return {
            "ended": self.ended,
            "round": self._round,
            "open": None if self._open is None else asdict(self._open),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        log = cls()
        log.ended = data["ended"]
        log._round = data["round"]
        if data["open"] is not None:
            log._open = _OpenTurn(**deepcopy(data["open"]))
        return log


def _apply(turn: _OpenTurn, event: Event) -> None:
    match event:
        case Rolled(dice):
            turn.rolls.append({"dice": list(dice), "keep": "", "points": 0})
        case Kept(dice, points):
            turn.rolls[-1]["keep"] = "".join(map(str, dice))
            turn.rolls[-1]["points"] = points
        case HotDice(points) | Blank(points):
            turn.rolls[-1]["points"] += points
        case Built(points, _):
            turn.built = points
        case Banked(_, points, _):
            turn.outcome, turn.points = "banked", points
        case Farkled():
            turn.outcome = "farkled"
        case Penalised(_, points, _):
            turn.penalty = points
        case RanOut():
            turn.outcome = "ran_out"
        case Skipped():
            turn.outcome = "skipped"
        case Left(seat, _) if seat == turn.seat:
            turn.outcome = "left"
