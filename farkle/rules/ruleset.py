"""`RuleSet`: what one table plays by.

Field names, values and meanings are those of the rule specification; each field's metadata says
in words what it does, its unit, and the document it comes from, so that an editor, a rule card
and a check can be made from the fields alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from farkle.errors import RulesError

from .scoring import ScoreTable

if TYPE_CHECKING:
    from .validation import Validation

VERSION: Final = 1
"""Version of the rules' meaning; a rule set is stored with the version it was played under."""

MAX_POINTS: Final = 1_000_000
MAX_TARGET: Final = 10_000_000
MAX_COUNT: Final = 1_000

Group = Literal["scoring", "turn", "game", "house"]


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """What an editor must know of one field of `RuleSet`.

    `unit` is "points", "throws", "turns", "yes/no" or "choice"; `choices` holds the values of a
    choice; numbers lie from 0 to `most`; `source` names the document the field comes from.
    """

    group: Group
    unit: str
    text: str
    source: str
    choices: tuple[str, ...] = ()
    most: int = 0
    length: int = 0


def _points(default: int, group: Group, text: str, source: str, *, most: int = MAX_POINTS) -> Any:
    info = FieldInfo(group, "points", text, source, most=most)
    return field(default=default, metadata={"info": info})


def _count(default: int, group: Group, unit: str, text: str, source: str) -> Any:
    info = FieldInfo(group, unit, text, source, most=MAX_COUNT)
    return field(default=default, metadata={"info": info})


def _flag(default: bool, group: Group, text: str, source: str) -> Any:
    return field(default=default, metadata={"info": FieldInfo(group, "yes/no", text, source)})


def _choice(default: str, choices: tuple[str, ...], group: Group, text: str, source: str) -> Any:
    info = FieldInfo(group, "choice", text, source, choices=choices)
    return field(default=default, metadata={"info": info})


@dataclass(frozen=True)
class RuleSet:
    """One set of house rules. The default is the preset `family`.

    Immutable and hashable; `dataclasses.replace` makes a variant. Any values may be put together:
    `validate()` says what cannot be played and what is odd.
    """

    # Scoring
    single_1: int = _points(100, "scoring", "A single 1.", "all documents")
    single_5: int = _points(50, "scoring", "A single 5.", "all documents")
    triple_1: int = _points(1000, "scoring", "Three 1s.", "all documents; 300 in 4iam's patch")
    triple_2: int = _points(200, "scoring", "Three 2s.", "all documents")
    triple_3: int = _points(300, "scoring", "Three 3s.", "all documents")
    triple_4: int = _points(400, "scoring", "Three 4s.", "all documents")
    triple_5: int = _points(500, "scoring", "Three 5s.", "all documents")
    triple_6: int = _points(600, "scoring", "Three 6s.", "all documents")
    n_kind: Literal["none", "double", "linear", "fixed"] = _choice(
        "double",
        ("none", "double", "linear", "fixed"),
        "scoring",
        "Four, five and six of a kind: nothing of their own, double for each die beyond three, "
        "the triple times (n - 2), or a fixed number of points.",
        "absolute, classic, family, 4iam (double); entry (none); 4iam's patch (fixed)",
    )
    fixed_kinds: tuple[int, int, int] = field(
        default=(1000, 2000, 3000),
        metadata={
            "info": FieldInfo(
                "scoring",
                "points",
                "Four, five and six of a kind, where they are fixed.",
                "4iam's patch",
                most=MAX_POINTS,
                length=3,
            )
        },
    )
    straight: int = _points(
        1500, "scoring", "1-2-3-4-5-6 in one throw.", "absolute, classic (special), family, 4iam"
    )
    straight_low: int = _points(0, "scoring", "1-2-3-4-5 in one throw.", "kcd")
    straight_high: int = _points(0, "scoring", "2-3-4-5-6 in one throw.", "kcd")
    three_pairs: int = _points(
        500, "scoring", "Three pairs of three different numbers.", "absolute, family, 4iam"
    )
    four_plus_two: int = _points(0, "scoring", "Four of a kind and a pair.", "4iam's patch")
    two_triplets: int = _points(0, "scoring", "Two different threes of a kind.", "4iam's patch")
    full_house_bonus: int = _points(
        0, "scoring", "Three of a kind and a pair: the triple's points and this.", "classic"
    )
    blank_first_roll: int = _points(
        0,
        "scoring",
        "Six dice of which none scores: credited, and it counts as if all six had scored.",
        "classic",
    )
    blank_scope: Literal["first_roll", "any_six"] = _choice(
        "first_roll",
        ("first_roll", "any_six"),
        "scoring",
        "Which throws of six dice can be blank: the first of a turn, or any.",
        "classic (first_roll)",
    )

    # Turn
    entry_min: int = _points(
        1000,
        "turn",
        "Points in one turn before anything counts.",
        "absolute, entry, family, 4iam (500)",
    )
    entry_ends_turn: bool = _flag(
        False, "turn", "The keep that reaches entry is banked and ends the turn.", "entry"
    )
    entry_rolls: int = _count(
        0, "turn", "throws", "Entry within so many throws of one turn; 0 is no limit.", "4iam"
    )
    bank_min: int = _points(0, "turn", "Points to bank a turn, once in.", "absolute")
    hot_dice: Literal["optional", "mandatory"] = _choice(
        "optional",
        ("optional", "mandatory"),
        "turn",
        "After all six dice have scored: may be rolled again, or must be.",
        "absolute, classic, family, 4iam (optional); entry (mandatory)",
    )
    keep: Literal["any", "all"] = _choice(
        "any",
        ("any", "all"),
        "turn",
        "Set aside any dice that score, or all that can.",
        "absolute, family (any)",
    )
    building: bool = _flag(
        False, "turn", "The next player may go on from where the last one banked.", "4iam"
    )
    farkle_penalty: int = _points(
        1000, "turn", "Taken off for the third farkle in a row.", "absolute, family"
    )
    penalty_floor: Literal["none", "zero"] = _choice(
        "none",
        ("none", "zero"),
        "turn",
        "A penalty may take a total below zero (none), or not (zero).",
        "absolute, family (none)",
    )

    # Game
    target: int = _points(
        10000, "game", "The total a game is played to.", "all documents", most=MAX_TARGET
    )
    ending: Literal["final_round", "immediate", "exact"] = _choice(
        "final_round",
        ("final_round", "immediate", "exact"),
        "game",
        "At the target: one last turn for everybody else, the end at once, or the end at once at "
        "exactly the target and last turns above it.",
        "absolute, family, 4iam (final_round); classic (immediate); entry (exact)",
    )
    tie_break: Literal["playoff", "leader"] = _choice(
        "playoff",
        ("playoff", "leader"),
        "game",
        "Level at the end: one more turn each, or whoever was there first wins.",
        "absolute, family, 4iam (playoff); entry (leader)",
    )
    playoff_order: Literal["seat", "leader_first"] = _choice(
        "seat",
        ("seat", "leader_first"),
        "game",
        "Who starts a play-off: the lowest seat, or who reached the target first.",
        "absolute, family (seat); 4iam (leader_first)",
    )
    first_player: Literal["roll_off", "seat"] = _choice(
        "roll_off",
        ("roll_off", "seat"),
        "game",
        "Who starts the game: the highest of one die each, or seat 1.",
        "absolute, family, 4iam (roll_off)",
    )

    # House rules beyond the documents
    toxic_twos: bool = _flag(
        False, "house", "Four or more 2s in one throw lose the turn like a farkle.", "house rule"
    )
    hot_dice_bonus: int = _points(
        0, "house", "Credited each time all six dice have scored.", "house rule"
    )
    second_chance: bool = _flag(
        False, "house", "A farkle on the first throw of a turn is thrown once more.", "house rule"
    )
    roll_after_four: bool = _flag(
        False, "house", "After keeping four of a kind or better one more throw.", "house rule"
    )
    rounds: int = _count(
        0, "house", "turns", "The game ends after so many turns each; 0 is off.", "house rule"
    )
    late_start: Literal["zero", "lowest"] = _choice(
        "zero",
        ("zero", "lowest"),
        "house",
        "What a late joiner starts with: nothing, or the lowest total.",
        "house rule",
    )

    @cached_property
    def table(self) -> ScoreTable:
        """What every throw and every keep is worth; made at the first use, some milliseconds."""
        return ScoreTable(self)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the rule set, in hex: the same for equal rules, in every process."""
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def validate(self) -> Validation:
        """Every error (unplayable) and, apart, every warning (odd or dead), as sentences."""
        return self._validation

    @cached_property
    def _validation(self) -> Validation:
        from .validation import validate

        return validate(self)

    def to_dict(self) -> dict[str, Any]:
        """Every field under its name, and `version`; JSON-able."""
        values: dict[str, Any] = {"version": VERSION}
        for one in fields(self):
            value = getattr(self, one.name)
            values[one.name] = list(value) if isinstance(value, tuple) else value
        return values

    @classmethod
    def from_dict(cls, data: object) -> RuleSet:
        """The rule set that `to_dict` wrote. Fields left out have their defaults.

        Raises RulesError for an unknown version or field, a wrong type or an absurd number.
        """
        if not isinstance(data, Mapping):
            raise RulesError("A rule set must be an object with named fields.")
        values = dict(data)
        version = values.pop("version", None)
        if type(version) is not int or version != VERSION:
            raise RulesError(
                "This rule set has version {version}; known is {known}.",
                version=_shown(version),
                known=VERSION,
            )
        unknown = [name for name in values if name not in FIELDS]
        if unknown:
            names = ", ".join(sorted(_shown(name) for name in unknown)[:5])
            raise RulesError("Unknown in a rule set: {names}.", names=names)
        read: dict[str, Any] = {
            name: _read(name, FIELDS[name], value) for name, value in values.items()
        }
        return cls(**read)

    def __reduce__(self) -> tuple[Any, ...]:
        # Without what is worked out from the fields, and once in a process: tables are then too.
        return _received, tuple(getattr(self, one.name) for one in fields(self))


@lru_cache(maxsize=200)
def _received(*values: Any) -> RuleSet:
    return RuleSet(*values)


FIELDS: Final[Mapping[str, FieldInfo]] = {
    one.name: cast("FieldInfo", one.metadata["info"]) for one in fields(RuleSet)
}
"""Every field of `RuleSet` in the order of the specification, with what is known of it."""


def _shown(value: object) -> str:
    """`value` for an error message, never longer than a line."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of more than some thousand digits
        return "a number beyond all bounds"
    return text if len(text) <= 40 else text[:37] + "..."


def _read(name: str, info: FieldInfo, value: object) -> object:
    if info.length:
        if not isinstance(value, list | tuple) or len(value) != info.length:
            raise RulesError(
                "{field} must be a list of {length} numbers.", field=name, length=info.length
            )
        return tuple(_number(name, info, one) for one in value)
    if info.unit == "yes/no":
        if not isinstance(value, bool):
            raise RulesError(
                "{field} must be true or false, not {value}.", field=name, value=_shown(value)
            )
        return value
    if info.choices:
        if not isinstance(value, str) or value not in info.choices:
            raise RulesError(
                "{field} must be one of {choices}, not {value}.",
                field=name,
                choices=", ".join(info.choices),
                value=_shown(value),
            )
        return value
    return _number(name, info, value)


def _number(name: str, info: FieldInfo, value: object) -> int:
    if type(value) is not int:
        raise RulesError(
            "{field} must be a whole number, not {value}.", field=name, value=_shown(value)
        )
    if value > info.most:
        raise RulesError(
            "{field} must be at most {most:,}, not {value}.",
            field=name,
            most=info.most,
            value=_shown(value),
        )
    if value < -info.most:  # smaller ones can be read, and `validate` says what is wrong
        raise RulesError(
            "{field} must be at least 0, not {value}.", field=name, value=_shown(value)
        )
    return value
