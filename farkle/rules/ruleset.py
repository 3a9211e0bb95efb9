"""`RuleSet`: the rules of a game, and the scores of its dice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from farkle.errors import RulesError

from .declaration import FieldInfo
from .fields import FIELDS, RuleFields
from .scoring import Combination, Dice, ScoreTable, check_dice
from .validation import Validation, unplayable, warnings, wrong_values

VERSION: Final = 1
"""Version of the meaning of the fields, stored with every rule set."""


@dataclass(frozen=True)
class RuleSet(RuleFields):
    """An immutable, hashable set of house rules, by default the preset `family`.

    Any combination of values can be built; `validate` reports errors and oddities.
    """

    @cached_property
    def table(self) -> ScoreTable:
        """The scores of all rolls and keeps. Building it takes some milliseconds."""
        return ScoreTable(self)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the rule set in hex, the same in every process."""
        values = self.to_dict()
        for name, info in FIELDS.items():
            if info.newer and getattr(self, name) == getattr(RuleFields, name):
                del values[name]
        text = json.dumps(values, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def validate(self) -> Validation:
        """Return all errors (unplayable) or else all warnings (odd, or without effect)."""
        return self._validation

    @cached_property
    def _validation(self) -> Validation:
        errors = tuple(wrong_values(self)) or tuple(unplayable(self, self.table))
        return Validation(errors, () if errors else tuple(warnings(self, self.table)))

    def require_playable(self) -> None:
        """Raise RulesError if the rules have errors."""
        if self.validate().errors:
            problems = " ".join(map(str, self.validate().errors))
            raise RulesError("These rules can't be played: {problems}", problems=problems)

    def is_blank(self, throw: Dice, *, first: bool) -> bool:
        """Return True if nothing of `throw` scores and it earns the bonus for that. `first`: it is
        the first roll of a turn."""
        return (
            self.blank_first_roll > 0
            and len(throw) == self.dice
            and (first or self.blank_scope == "any_six")
            and not self.table.keeps(throw)
            and not self.table.is_toxic(throw)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return all fields by name and the `version`, as data for JSON."""
        values: dict[str, Any] = {"version": VERSION}
        for name in FIELDS:
            value = getattr(self, name)
            values[name] = list(value) if isinstance(value, tuple) else value
        return values

    @classmethod
    def from_dict(cls, data: object) -> RuleSet:
        """Read the data of `to_dict`; missing fields get their defaults.

        Raise RulesError. Negative numbers are accepted, and reported by `validate`.
        """
        if not isinstance(data, Mapping):
            raise RulesError("A rule set must be an object with named fields.")
        values = dict(data)
        version = values.pop("version", None)
        if type(version) is not int or version != VERSION:
            raise RulesError(
                "This rule set has version {version}; only {known} is supported.",
                version=show_value(version),
                known=VERSION,
            )
        unknown = [name for name in values if name not in FIELDS]
        if unknown:
            names = ", ".join(sorted(show_value(name) for name in unknown)[:5])
            raise RulesError("Unknown fields in a rule set: {names}.", names=names)
        read: dict[str, Any] = {
            name: read_value(name, FIELDS[name], value) for name, value in values.items()
        }
        return cls(**read)

    def __reduce__(self) -> tuple[Any, ...]:
        # Unpickle equal rules to one object, so that its score table is built once per process.
        return _make_rules, tuple(getattr(self, name) for name in FIELDS)


@lru_cache(maxsize=200)
def _make_rules(*values: Any) -> RuleSet:
    return RuleSet(*values)


def score(rules: RuleSet, dice: Iterable[int]) -> int:
    """Return the points of keeping all of `dice`; 0 if any die scores nothing. Raise ValueError."""
    return rules.table.points.get(tuple(sorted(check_dice(dice, rules.dice))), 0)


def keeps(rules: RuleSet, throw: Iterable[int]) -> Mapping[Dice, int]:
    """Return the points of each legal keep (sorted faces); {} is a farkle. Raise ValueError."""
    return rules.table.keeps(check_dice(throw, rules.dice))


def breakdown(rules: RuleSet, dice: Iterable[int]) -> tuple[Combination, ...]:
    """Return the combinations of `dice`, highest first; () unless all score. Raise ValueError."""
    return rules.table.breakdown(check_dice(dice, rules.dice))


def show_value(value: object) -> str:
    """Return `value` for an error message, shortened to fit a line."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print integers of several thousand digits
        return "a number beyond all bounds"
    return text if len(text) <= 40 else text[:37] + "..."


def read_value(name: str, info: FieldInfo, value: object) -> object:
    """Read a field's value from plain data. Raise RulesError."""
    if info.length:
        if not isinstance(value, list | tuple) or len(value) != info.length:
            raise RulesError(
                "{field} must be a list of {length} numbers.", field=name, length=info.length
            )
        return tuple(_read_number(name, info, item) for item in value)
    if info.unit == "yes/no":
        if not isinstance(value, bool):
            raise RulesError(
                "{field} must be true or false, not {value}.", field=name, value=show_value(value)
            )
        return value
    if info.choices:
        if not isinstance(value, str) or value not in info.choices:
            raise RulesError(
                "{field} must be one of {choices}, not {value}.",
                field=name,
                choices=", ".join(info.choices),
                value=show_value(value),
            )
        return value
    return _read_number(name, info, value)


def _read_number(name: str, info: FieldInfo, value: object) -> int:
    if type(value) is not int:
        raise RulesError(
            "{field} must be a whole number, not {value}.", field=name, value=show_value(value)
        )
    if value > info.most:
        raise RulesError(
            "{field} must be at most {most:,}, not {value}.",
            field=name,
            most=info.most,
            value=show_value(value),
        )
    if value < -info.most:  # `validate` reports other negative numbers
        raise RulesError(
            "{field} must be at least 0, not {value}.", field=name, value=show_value(value)
        )
    return value
