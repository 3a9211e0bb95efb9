"""The actions of a game. Dice are not part of an action; they come from a source.

`keep` is the faces of the dice to set aside, sorted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from farkle.errors import RecordError
from farkle.rules.scoring import Dice


@dataclass(frozen=True, slots=True)
class Roll:
    """Set `keep` aside and throw the remaining dice; without a keep, open a turn."""

    keep: Dice = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "keep", tuple(sorted(self.keep)))

    def to_dict(self) -> dict[str, Any]:
        return {"do": "roll", "keep": list(self.keep)}


@dataclass(frozen=True, slots=True)
class Bank:
    """Set `keep` aside, bank the points of the turn and end it."""

    keep: Dice = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "keep", tuple(sorted(self.keep)))

    def to_dict(self) -> dict[str, Any]:
        return {"do": "bank", "keep": list(self.keep)}


@dataclass(frozen=True, slots=True)
class Build:
    """Continue from the points and dice of the turn before, with a throw at once."""

    def to_dict(self) -> dict[str, Any]:
        return {"do": "build"}


@dataclass(frozen=True, slots=True)
class Skip:
    """End the turn without points; streaks of farkles are unchanged."""

    def to_dict(self) -> dict[str, Any]:
        return {"do": "skip"}


@dataclass(frozen=True, slots=True)
class Leave:
    """The player at `seat` leaves the game for good."""

    seat: int

    def to_dict(self) -> dict[str, Any]:
        return {"do": "leave", "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Join:
    """A new player takes the next seat, in `team` if the game has teams."""

    team: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"do": "join", "team": self.team}


Action = Roll | Bank | Build | Skip | Leave | Join

_FIELDS: dict[str, tuple[str, ...]] = {
    "roll": ("keep",),
    "bank": ("keep",),
    "build": (),
    "skip": (),
    "leave": ("seat",),
    "join": ("team",),
}


def action_from_dict(data: object) -> Action:
    """Return the action that `to_dict` wrote; `keep` and `team` may be missing.

    Raise RecordError for anything else.
    """
    if not isinstance(data, Mapping):
        raise RecordError("An action must be an object.")
    do = data.get("do")
    if not isinstance(do, str) or do not in _FIELDS:
        raise RecordError('An action must say what to "do": ' + ", ".join(_FIELDS) + ".")
    unknown = set(data) - {"do", *_FIELDS[do]}
    if unknown:
        raise RecordError(f"Unknown in a {do}: {min(map(str, unknown))[:40]}.")
    if do == "roll":
        return Roll(_keep(data))
    if do == "bank":
        return Bank(_keep(data))
    if do == "build":
        return Build()
    if do == "skip":
        return Skip()
    if do == "leave":
        return Leave(_seat("seat", data.get("seat")))
    team = data.get("team")
    return Join(None if team is None else _seat("team", team))


def _keep(data: Mapping[str, Any]) -> Dice:
    keep = data.get("keep", ())
    if not isinstance(keep, list | tuple) or len(keep) > 6:
        raise RecordError("A keep must be a list of at most six faces.")
    if not all(type(face) is int and 1 <= face <= 6 for face in keep):
        raise RecordError("The faces of a keep are whole numbers from 1 to 6.")
    return tuple(keep)


def _seat(name: str, value: object) -> int:
    if type(value) is not int or not 0 <= value < 1_000_000:
        raise RecordError(f"{name} must be a whole number from 0.")
    return value
