"""Actions of a game. They contain no rolled dice, which come from a source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from farkle.errors import RecordError
from farkle.rules.declaration import MAX_DICE
from farkle.rules.scoring import NUMBERS, Dice

from .plain import write_fields


@dataclass(frozen=True, slots=True)
class _Action:
    do: ClassVar[str]

    def to_dict(self) -> dict[str, Any]:
        return {"do": self.do, **write_fields(self)}


@dataclass(frozen=True, slots=True)
class _Keeping(_Action):
    """An action that first sets dice aside: the faces in `keep`, sorted."""

    keep: Dice = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "keep", tuple(sorted(self.keep)))


@dataclass(frozen=True, slots=True)
class Roll(_Keeping):
    """Set `keep` aside and roll the rest. It is empty on the first roll or after a blank one."""

    do = "roll"


@dataclass(frozen=True, slots=True)
class Bank(_Keeping):
    """Set `keep` aside, bank the points of the turn and end it."""

    do = "bank"


@dataclass(frozen=True, slots=True)
class Build(_Action):
    """Piggyback: take over the points and dice of the previous turn, and roll."""

    do = "build"


@dataclass(frozen=True, slots=True)
class Skip(_Action):
    """End the turn without points or a farkle."""

    do = "skip"


@dataclass(frozen=True, slots=True)
class Leave(_Action):
    """The player at `seat` leaves the game for good."""

    do = "leave"
    seat: int


@dataclass(frozen=True, slots=True)
class Join(_Action):
    """A new player takes the next seat, in `team` if the game has teams."""

    do = "join"
    team: int | None = None


Action = Roll | Bank | Build | Skip | Leave | Join

_ACTIONS: Mapping[str, type[Action]] = {
    action.do: action for action in (Roll, Bank, Build, Skip, Leave, Join)
}


def action_from_dict(data: object) -> Action:
    """Read the data of `to_dict`; `keep` and `team` may be missing. Raise RecordError."""
    if not isinstance(data, Mapping):
        raise RecordError("An action must be an object.")
    do = data.get("do")
    if not isinstance(do, str) or do not in _ACTIONS:
        raise RecordError('An action must say what to "do": ' + ", ".join(_ACTIONS) + ".")
    defaults = {field.name: field.default for field in fields(_ACTIONS[do])}
    unknown = set(data) - {"do", *defaults}
    if unknown:
        raise RecordError(f"Unknown field in a {do}: {min(map(str, unknown))[:40]}.")
    values: dict[str, Any] = {
        name: _READERS[name](name, data.get(name, default)) for name, default in defaults.items()
    }
    return _ACTIONS[do](**values)


def _read_keep(_name: str, value: object) -> Dice:
    if not isinstance(value, list | tuple) or len(value) > MAX_DICE:
        raise RecordError(f"A keep must be a list of at most {NUMBERS[MAX_DICE]} faces.")
    if not all(type(face) is int and 1 <= face <= 6 for face in value):
        raise RecordError("The faces of a keep are whole numbers from 1 to 6.")
    return tuple(value)


def _read_number(name: str, value: object) -> int | None:
    if name == "team" and value is None:
        return None
    if type(value) is not int or not 0 <= value < 1_000_000:
        raise RecordError(f"{name} must be a whole number from 0.")
    return value


_READERS = {"keep": _read_keep, "seat": _read_number, "team": _read_number}
