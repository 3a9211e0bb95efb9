"""The events of a game, a closed set. One action causes one batch of events; folding the batches
gives the state.

Seats count from 0. Events carry their results, so folding or showing them takes no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from farkle.errors import RecordError
from farkle.rules.scoring import Dice

Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Event:
    name: ClassVar[str]

    def to_dict(self) -> dict[str, Any]:
        """Return {"e": name, field: value, ...}, with tuples as lists."""
        data: dict[str, Any] = {"e": self.name}
        for field_name in _FIELDS[self.name]:
            value = getattr(self, field_name)
            data[field_name] = list(value) if isinstance(value, tuple) else value
        return data


@dataclass(frozen=True, slots=True)
class Started(_Event):
    """A game began with `players` seats; `teams` is the team of each seat, or None."""

    name = "started"
    players: int
    teams: Seats | None


@dataclass(frozen=True, slots=True)
class RolledOff(_Event):
    """Each of `seats` rolled one die. The highest starts the game; ties roll again."""

    name = "rolled_off"
    seats: Seats
    dice: Dice


@dataclass(frozen=True, slots=True)
class RoundStarted(_Event):
    """A round began; late joiners take part from here on."""

    name = "round"
    number: int


@dataclass(frozen=True, slots=True)
class TurnStarted(_Event):
    name = "turn"
    seat: int


@dataclass(frozen=True, slots=True)
class Rolled(_Event):
    """`dice` were thrown, in this order."""

    name = "rolled"
    dice: Dice


@dataclass(frozen=True, slots=True)
class SecondChance(_Event):
    """The throw before this was a farkle and is repeated; it does not count as a throw."""

    name = "second_chance"


@dataclass(frozen=True, slots=True)
class Kept(_Event):
    """`dice` (sorted) were set aside for `points`."""

    name = "kept"
    dice: Dice
    points: int


@dataclass(frozen=True, slots=True)
class HotDice(_Event):
    """All six dice have scored, so the next throw has six; `bonus` was credited."""

    name = "hot_dice"
    bonus: int


@dataclass(frozen=True, slots=True)
class Blank(_Event):
    """No die of six scored: `points` were credited, as if all six had."""

    name = "blank"
    points: int


@dataclass(frozen=True, slots=True)
class Built(_Event):
    """The player continued from the `points` and the dice `aside` of the turn before."""

    name = "built"
    points: int
    aside: Dice


@dataclass(frozen=True, slots=True)
class Entered(_Event):
    name = "entered"
    seat: int


@dataclass(frozen=True, slots=True)
class Banked(_Event):
    """The turn ended with `points` banked, for a score of `total`."""

    name = "banked"
    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Farkled(_Event):
    """The turn ended and lost `lost` points; `streak` in a row; `toxic`: because of four 2s."""

    name = "farkled"
    seat: int
    lost: int
    streak: int
    toxic: bool


@dataclass(frozen=True, slots=True)
class Penalised(_Event):
    """The third farkle in a row cost `points`, for a score of `total`."""

    name = "penalised"
    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class RanOut(_Event):
    """The turn ended below the minimum for entry, after the last throw allowed for it."""

    name = "ran_out"
    seat: int
    lost: int


@dataclass(frozen=True, slots=True)
class Skipped(_Event):
    name = "skipped"
    seat: int
    lost: int


@dataclass(frozen=True, slots=True)
class Left(_Event):
    """A player left for good; `lost` points at risk are gone."""

    name = "left"
    seat: int
    lost: int


@dataclass(frozen=True, slots=True)
class Joined(_Event):
    name = "joined"
    seat: int
    score: int
    entered: bool
    team: int | None


@dataclass(frozen=True, slots=True)
class FinalRound(_Event):
    """`seat` reached the target with `total` and started the final round."""

    name = "final_round"
    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class PlayOff(_Event):
    """`seats` are tied and play one more turn each, in this order."""

    name = "playoff"
    seats: Seats


@dataclass(frozen=True, slots=True)
class Over(_Event):
    name = "over"
    winners: Seats


Event = (
    Started
    | RolledOff
    | RoundStarted
    | TurnStarted
    | Rolled
    | SecondChance
    | Kept
    | HotDice
    | Blank
    | Built
    | Entered
    | Banked
    | Farkled
    | Penalised
    | RanOut
    | Skipped
    | Left
    | Joined
    | FinalRound
    | PlayOff
    | Over
)

Batch = tuple[Event, ...]
"""The events of one action, in order."""

EVENTS: Mapping[str, type[Event]] = {kind.name: kind for kind in Event.__args__}
_FIELDS: Mapping[str, tuple[str, ...]] = {
    name: tuple(field.name for field in fields(kind)) for name, kind in EVENTS.items()
}


def event_from_dict(data: object) -> Event:
    """Return the event that `to_dict` wrote. Raise RecordError for anything else."""
    if not isinstance(data, Mapping):
        raise RecordError("An event must be an object.")
    name = data.get("e")
    if not isinstance(name, str):
        raise RecordError('An event must have a name, as "e".')
    if name not in EVENTS:
        raise RecordError(f"Unknown event: {name!r:.40}.")
    kind = EVENTS[name]
    if set(data) != {"e", *_FIELDS[name]}:
        raise RecordError(f'The event "{name}" must have: {", ".join(("e", *_FIELDS[name]))}.')
    return kind(
        **{
            field.name: _READ[str(field.type)](name, field.name, data[field.name])
            for field in fields(kind)
        }
    )


def batch_from_dicts(data: object) -> Batch:
    """Return the batch in a list of dicts. Raise RecordError for anything else."""
    if not isinstance(data, list | tuple):
        raise RecordError("A batch must be a list of events.")
    return tuple(event_from_dict(event) for event in data)


def _int(name: str, field_name: str, value: object) -> int:
    if type(value) is not int:
        raise RecordError(f'"{field_name}" of the event "{name}" must be a whole number.')
    return value


def _bool(name: str, field_name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f'"{field_name}" of the event "{name}" must be true or false.')
    return value


def _ints(name: str, field_name: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise RecordError(f'"{field_name}" of the event "{name}" must be a list.')
    return tuple(_int(name, field_name, item) for item in value)


def _dice(name: str, field_name: str, value: object) -> Dice:
    dice = _ints(name, field_name, value)
    if not all(1 <= face <= 6 for face in dice):
        raise RecordError(f'"{field_name}" of the event "{name}" must be faces from 1 to 6.')
    return dice


def _optional(read: Callable[[str, str, object], Any]) -> Callable[[str, str, object], Any]:
    return lambda name, field_name, value: None if value is None else read(name, field_name, value)


_READ: Mapping[str, Callable[[str, str, object], Any]] = {
    "int": _int,
    "bool": _bool,
    "Seats": _ints,
    "Dice": _dice,
    "int | None": _optional(_int),
    "Seats | None": _optional(_ints),
}
