"""Game states as plain data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from farkle.errors import RecordError

from .position import INITIAL, Position

VERSION: Final = 1

_NUMBERS = ("ply", "round", "current", "leader", "tied_at", "turn_points", "rolls", "hot")
_SEATS = ("order", "queue", "waiting", "playoff", "winners")
_LISTS = ("scores", "streaks", "since", "reached", "throw", "aside", *_SEATS)
_FLAGS = ("entered", "left")
_BY_SEAT = ("scores", "entered", "streaks", "left", "since")


def state_to_dict(state: Position) -> dict[str, Any]:
    """Return `state` without its rules, ready for JSON."""
    data: dict[str, Any] = {"version": VERSION}
    for name in INITIAL:
        value = getattr(state, name)
        data[name] = list(value) if isinstance(value, tuple) else value
    if state.offer is not None:
        data["offer"] = [state.offer[0], list(state.offer[1])]
    return data


def state_values(data: object) -> dict[str, Any]:
    """Return the fields of a stored state. Raise RecordError for data that no state can have."""
    version = data.get("version") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or type(version) is not int or version != VERSION:
        raise RecordError(f"A state must be an object of version {VERSION}.")
    if set(data) != {"version", *INITIAL}:
        odd = sorted(set(map(str, data)) ^ {"version", *INITIAL})
        raise RecordError(f"A state has a missing or unknown field: {odd[0][:40]}.")
    values: dict[str, Any] = {name: _int(name, data[name]) for name in _NUMBERS}
    values.update((name, _ints(name, data[name])) for name in _LISTS)
    values.update((name, _flags(name, data[name])) for name in _FLAGS)
    values["blank"] = _flag("blank", data["blank"])
    if data["phase"] not in ("turns", "final", "playoff", "over"):
        raise RecordError("phase of a state must be turns, final, playoff or over.")
    values["phase"] = data["phase"]
    values["teams"] = None if data["teams"] is None else _ints("teams", data["teams"])
    values["offer"] = _offer(data["offer"])
    _check(values)
    return values


def _check(values: Mapping[str, Any]) -> None:
    seats = len(values["scores"])
    by_seat = _BY_SEAT if values["teams"] is None else (*_BY_SEAT, "teams")
    if any(len(values[name]) != seats for name in by_seat):
        raise RecordError("All per-seat lists of a state must have the same length.")
    listed = (seat for name in _SEATS for seat in values[name])
    unknown = next((seat for seat in listed if not 0 <= seat < seats), None)
    if unknown is None:
        special = (values["current"], values["leader"])
        unknown = next((seat for seat in special if not -1 <= seat < seats), None)
    if unknown is not None:
        raise RecordError(f"The state refers to seat {unknown} of {seats}.")
    _check_turns(values)
    _check_dice(values)


def _check_turns(values: Mapping[str, Any]) -> None:
    here = values["order"] + values["waiting"]
    if len(set(here)) != len(here) or any(values["left"][seat] for seat in here):
        raise RecordError("A state has an invalid turn order.")
    over = values["phase"] == "over"
    if over != (values["current"] == -1) or over != bool(values["winners"]):
        raise RecordError("A state must have either winners or a current player.")
    if not over:
        acting = (values["current"], *values["queue"], *values["playoff"])
        if not set(acting) <= set(values["order"]):
            raise RecordError("A state has a turn for a seat outside its turn order.")
        if len(here) < 2:
            raise RecordError("A state without winners must have at least two players.")
        if (values["phase"] == "playoff") != bool(values["playoff"]):
            raise RecordError("A state must list playoff seats during a playoff, and only then.")


def _check_dice(values: Mapping[str, Any]) -> None:
    throw, aside = values["throw"], values["aside"]
    offered = values["offer"][1] if values["offer"] else ()
    if not all(1 <= face <= 6 for face in throw + aside + offered):
        raise RecordError("The dice of a state must show 1 to 6.")
    if len(aside) > 5 or len(offered) > 5 or (throw and len(throw) + len(aside) != 6):
        raise RecordError("A state must have six dice, rolled or set aside.")
    if not throw and (aside or values["rolls"] or values["turn_points"] or values["blank"]):
        raise RecordError("A state has a turn in progress without a roll.")


def _int(name: str, value: object) -> int:
    if type(value) is not int:
        raise RecordError(f"{name} of a state must be a whole number.")
    return value


def _ints(name: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise RecordError(f"{name} of a state must be a list of whole numbers.")
    return tuple(_int(name, item) for item in value)


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{name} of a state must be true or false.")
    return value


def _flags(name: str, value: object) -> tuple[bool, ...]:
    if not isinstance(value, list | tuple):
        raise RecordError(f"{name} of a state must be a list of true and false.")
    return tuple(_flag(name, item) for item in value)


def _offer(value: object) -> tuple[int, tuple[int, ...]] | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise RecordError("offer of a state must be points and dice.")
    return _int("offer", value[0]), _ints("offer", value[1])
