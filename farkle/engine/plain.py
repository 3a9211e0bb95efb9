"""Conversion of actions, events and states to plain data for JSON, and back.

Readers raise RecordError, which calls the value `name`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from typing import Any, Final

from farkle.errors import RecordError
from farkle.rules.named_dice import NAMED_DICE
from farkle.rules.scoring import Dice


def write_fields(instance: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by name, with lists for tuples."""
    values = {field.name: getattr(instance, field.name) for field in fields(instance)}
    return {k: list(value) if isinstance(value, tuple) else value for k, value in values.items()}


def check_names(name: str, data: Mapping[str, Any], expected: Collection[str]) -> None:
    """Raise RecordError unless `data` has exactly the `expected` fields."""
    if set(data) != set(expected):
        odd = min(set(map(str, data)) ^ set(expected))
        raise RecordError(f"{name} has a missing or unknown field: {odd[:40]}.")


def check_version(name: str, data: object, version: int) -> Mapping[str, Any]:
    """Return `data` if it is a mapping of this version, else raise RecordError."""
    if isinstance(data, Mapping):
        actual = data.get("version")
        if type(actual) is int and actual == version:
            return data
    raise RecordError(f"{name} must be an object of version {version}.")


def read_int(name: str, value: object) -> int:
    if type(value) is not int:
        raise RecordError(f"{name} must be a whole number.")
    return value


def read_bool(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{name} must be true or false.")
    return value


def read_list(name: str, value: object) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise RecordError(f"{name} must be a list.")
    return value


def read_ints(name: str, value: object) -> tuple[int, ...]:
    return tuple(read_int(name, item) for item in read_list(name, value))


def read_bools(name: str, value: object) -> tuple[bool, ...]:
    return tuple(read_bool(name, item) for item in read_list(name, value))


def read_dice(name: str, value: object) -> Dice:
    dice = read_ints(name, value)
    if not all(1 <= face <= 6 for face in dice):
        raise RecordError(f"{name} must be faces from 1 to 6.")
    return dice


def read_letters(name: str, value: object) -> str:
    if not isinstance(value, str) or not NAMED_DICE.keys() >= set(value):
        raise RecordError(f"{name} must be letters of {''.join(NAMED_DICE)}.")
    return value


Reader = Callable[[str, object], Any]


def _optional(read: Reader) -> Reader:
    return lambda name, value: None if value is None else read(name, value)


READERS: Final[Mapping[str, Reader]] = {
    "int": read_int,
    "bool": read_bool,
    "Seats": read_ints,
    "tuple[int, ...]": read_ints,
    "tuple[bool, ...]": read_bools,
    "tuple[str, ...]": lambda name, value: tuple(
        read_letters(name, item) for item in read_list(name, value)
    ),
    "str": read_letters,
    "Dice": read_dice,
    "int | None": _optional(read_int),
    "Seats | None": _optional(read_ints),
}
"""Readers by the annotation of a field."""
