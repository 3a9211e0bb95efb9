"""Types for the fields of clients' frames, and their readers from JSON.

A frame is a dataclass, whose annotations select the readers: `int`, `bool` and `str` as below, any
other type by its `Annotated`. A field with a default may be left out. Null is never accepted.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from farkle import Dice
from farkle.rules.declaration import MAX_DICE

LARGEST_NUMBER: Final = 2**53 - 1
"""Largest integer that JavaScript represents exactly."""
LONGEST_TEXT: Final = 400
MOST_PLAYERS: Final = 1000

_KEEP = re.compile(rf"[1-6]{{0,{MAX_DICE}}}")

Reader = Callable[[object], Any]
"""Returns the value of a field or raises ValueError."""


def read_number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST_NUMBER:
        raise ValueError("not a whole number")
    return value


def read_flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("not true or false")
    return value


def read_text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ValueError("not a text, or too long")
    return value


def read_keep(value: object) -> Dice:
    if not isinstance(value, str) or not _KEEP.fullmatch(value):
        raise ValueError("not a keep")
    return tuple(sorted(map(int, value)))


def read_players(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MOST_PLAYERS:
        raise ValueError("not a list of players")
    return tuple(map(read_number, value))


def read_positions(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MAX_DICE:
        raise ValueError("not a list of positions")
    positions = tuple(map(read_number, value))
    if len(set(positions)) != len(positions) or any(at >= MAX_DICE for at in positions):
        raise ValueError("not positions of dice, each once")
    return positions


def read_rule_fields(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value  # RuleSet.from_dict checks every field


def read_rules(value: object) -> str | Mapping[str, Any]:
    return read_text(value) if isinstance(value, str) else read_rule_fields(value)


Keep = Annotated[Dice, read_keep]
"""Faces kept, such as "115" on the wire."""
Players = Annotated[tuple[int, ...], read_players]
Positions = Annotated[tuple[int, ...], read_positions]
"""Positions of dice in the throw, each at most once."""
RuleFields = Annotated[Mapping[str, Any], read_rule_fields]
Rules = Annotated[str | Mapping[str, Any], read_rules]
"""The key of a preset, or a whole rule set."""

_READERS: Final[Mapping[Any, Reader]] = {int: read_number, bool: read_flag, str: read_text}


class Shape(NamedTuple):
    """The constructor of one type of frame, its readers by field, and the required fields."""

    make: Callable[..., Any]
    readers: Mapping[str, Reader]
    required: frozenset[str]


def shape_of(kind: type[Any]) -> Shape:
    hints = get_type_hints(kind, include_extras=True)
    readers = {field.name: reader_of(hints[field.name]) for field in fields(kind)}
    required = frozenset(field.name for field in fields(kind) if field.default is MISSING)
    return Shape(kind, readers, required)


def reader_of(annotation: Any) -> Reader:
    """Return the reader of a field with this annotation. Raise TypeError if there is none."""
    if get_origin(annotation) is Annotated:
        reader: Reader = annotation.__metadata__[0]
        return reader
    if get_origin(annotation) is UnionType:
        [annotation] = (arg for arg in get_args(annotation) if arg is not NoneType)
    if annotation not in _READERS:
        raise TypeError(f"no reader for {annotation!r}")
    return _READERS[annotation]
