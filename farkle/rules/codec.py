"""Rules codes: a rule set as a short text for a link or a message (docs/develop/rules.md).

    >>> from dataclasses import replace
    >>> from farkle import PRESETS
    >>> from farkle.rules.codec import read, write
    >>> write(replace(PRESETS["family"], three_pairs=750, building=True), "family")
    '1.family.three_pairs-750.building-yes'
    >>> read("1.kcd.target-2000").rules.target
    2000

The presets of a version never change, so a code never changes its meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from farkle.errors import RulesError

from .declaration import FieldInfo
from .fields import FIELDS
from .presets import PRESETS
from .ruleset import VERSION, RuleSet, read_value, show_value

LONGEST: Final = 1_500
"""Maximum length of a code. The longest possible one is shorter."""

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_YES: Final = {"yes": True, "no": False}


class Named(NamedTuple):
    """A rule set and the key of the preset it is compared with."""

    preset: str
    rules: RuleSet


def nearest(rules: RuleSet) -> str:
    """Return the key of the preset that differs from `rules` in the fewest fields."""
    return min(PRESETS, key=lambda key: len(changes(rules, key)))


def changes(rules: RuleSet, preset: str) -> tuple[str, ...]:
    """Return the fields that differ from the preset. Raise KeyError for an unknown preset."""
    base = PRESETS[preset]
    return tuple(name for name in FIELDS if getattr(rules, name) != getattr(base, name))


def write(rules: RuleSet, preset: str | None = None) -> str:
    """Return the code of `rules` without negative numbers, based on a preset (default: nearest)."""
    key = nearest(rules) if preset is None else preset
    fields = (_write_value(name, getattr(rules, name)) for name in changes(rules, key))
    return ".".join((str(VERSION), key, *fields))


def _write_value(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"{name}-{'yes' if value else 'no'}"
    return "-".join((name, *map(str, value if isinstance(value, tuple) else (value,))))


def read(text: str) -> Named:
    """Return the rules of a code. Raise RulesError."""
    if len(text) > LONGEST:
        raise RulesError("A rules code has at most {longest:,} characters.", longest=LONGEST)
    version, *rest = text.split(".")
    if version != str(VERSION):
        raise RulesError(
            "A rules code starts with {known}., not with {version}.",
            known=VERSION,
            version=show_value(version),
        )
    key, *parts = rest or [""]
    if key not in PRESETS:
        raise RulesError(
            "There's no rule set {preset}. Choose one of {presets}.",
            preset=show_value(key),
            presets=", ".join(PRESETS),
        )
    values = dict(_read_fields(parts))
    if len(values) != len(parts):
        raise RulesError("A rules code can set each field only once.")
    return Named(key, replace(PRESETS[key], **values))


def _read_fields(parts: list[str]) -> Iterator[tuple[str, Any]]:
    for part in parts:
        name, *words = part.split("-")
        if name not in FIELDS:
            raise RulesError("Unknown field in the rules code: {name}.", name=show_value(name))
        yield name, _read_value(name, FIELDS[name], words)


def _read_value(name: str, info: FieldInfo, words: list[str]) -> Any:
    if info.length:
        if len(words) != info.length:
            raise RulesError(
                "{field} needs {length} values, not {count}.",
                field=name,
                length=info.length,
                count=len(words),
            )
        return tuple(_read_number(name, info, word) for word in words)
    if len(words) != 1:
        raise RulesError("{field} needs one value, not {count}.", field=name, count=len(words))
    (word,) = words
    if info.unit == "yes/no":
        if word not in _YES:
            raise RulesError(
                "{field} must be yes or no, not {value}.", field=name, value=show_value(word)
            )
        return _YES[word]
    if info.choices:
        return read_value(name, info, word)
    return _read_number(name, info, word)


def _read_number(name: str, info: FieldInfo, word: str) -> int:
    if not _NUMBER.fullmatch(word) or int(word) > info.most:
        raise RulesError(
            "{field} must be a number up to {most:,}, not {value}.",
            field=name,
            most=info.most,
            value=show_value(word),
        )
    return int(word)
