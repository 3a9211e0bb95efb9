"""Hypothesis strategies and settings for whole games: rule sets, seatings and dice.

The strategies for rule sets draw valid ones (no errors in `validate()`), over every field.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from farkle import FIELDS, PRESETS, FieldInfo, RuleSet
from farkle.rules.playability import verdict

CI = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
"""The same games on every run, so that a failure means a change in the code."""

SOAK = settings(CI, derandomize=False)
"""Different games on every run."""

# Rule sets

_USUAL_POINTS = (0, 0, 50, 100, 250, 300, 500, 1000, 1500)


def values(info: FieldInfo) -> st.SearchStrategy[Any]:
    """Draw any value of a field, the usual ones more often."""
    if info.choices:
        return st.sampled_from(info.choices)
    if info.unit == "yes/no":
        return st.booleans()
    if info.unit == "points":
        number = st.sampled_from(_USUAL_POINTS) | st.integers(0, info.most)
    elif not info.least:
        number = st.sampled_from((0, 0, 0, 1, 2, 3, 5)) | st.integers(0, info.most)
    else:
        number = st.integers(info.least, info.most)
        if info.unit == "dice":
            number = st.just(6) | number
    return st.tuples(*[number] * info.length) if info.length else number


def playable(rules: RuleSet) -> bool:
    return not rules.validate().errors


def _changed(rules: RuleSet, fields: dict[str, Any]) -> RuleSet:
    return replace(rules, **fields)


def editor_values(info: FieldInfo) -> st.SearchStrategy[Any]:
    """Any value the editor can give a field: small ones and round ones more often."""
    if info.choices:
        return st.sampled_from(info.choices)
    if info.unit == "yes/no":
        return st.booleans()
    usual = (0, 50, 100, 250, 300, 500, 1000, 1500, 2500, 4000, 10000, 25000)
    if info.unit != "points":
        usual = tuple(number for number in (0, 1, 2, 3, 5, 10, 40) if number >= info.least)
    scaled = st.builds(
        lambda digits, power: max(info.least, min(digits * 10**power, info.most)),
        st.integers(1, 99),
        st.integers(0, 5),
    )
    number = st.sampled_from(usual) | st.sampled_from(usual) | scaled | st.just(info.most)
    return st.tuples(*[number] * info.length) if info.length else number


def editor_changes() -> st.SearchStrategy[dict[str, Any]]:
    """Draw values of the editor for some or all fields."""
    every = tuple(FIELDS)
    some = st.lists(st.sampled_from(every), max_size=12, unique=True)
    names = some | some | some | st.just(every)
    return names.flatmap(
        lambda chosen: st.fixed_dictionaries({name: editor_values(FIELDS[name]) for name in chosen})
    )


def allowed(rules: RuleSet) -> bool:
    """Return whether a room can choose these rules."""
    return not verdict(rules).errors


def rule_sets() -> st.SearchStrategy[RuleSet]:
    """Draw any valid rule set: each field takes any value, extremes included."""
    fields = st.fixed_dictionaries({}, optional={name: values(FIELDS[name]) for name in FIELDS})
    return st.builds(_changed, presets(), fields).filter(playable)


def presets() -> st.SearchStrategy[RuleSet]:
    return st.sampled_from(tuple(PRESETS.values()))


def short_rule_sets() -> st.SearchStrategy[RuleSet]:
    """Draw valid rule sets whose games end within some dozens of turns.

    Fields of the turn and the ending take any value; 1s, 5s and triples score as usual, and
    minimums and target are within reach.
    """
    reach = st.sampled_from((0, 0, 0, 100, 200, 300, 500, 1000))
    near: dict[str, st.SearchStrategy[Any]] = {
        "target": st.sampled_from((50, 300, 500, 500, 1000, 1500, 3000)),
        "rounds": st.sampled_from((0, 0, 0, 0, 0, 1, 2, 4)),
        "entry_min": reach,
        "entry_rolls": st.sampled_from((0, 0, 2, 3, 5)),
        "bank_min": reach,
        "bank_multiple": st.sampled_from((0, 0, 0, 50, 100, 200)),
        "confirm_points": st.sampled_from((0, 0, 200, 500)),
        "farkle_penalty": st.sampled_from((0, 50, 200, 500)),
        "hot_dice_bonus": st.sampled_from((0, 100, 500)),
        "blank_first_roll": st.sampled_from((0, 300, 500)),
    }
    whole = {
        name: near.get(name, values(info))
        for name, info in FIELDS.items()
        if info.group != "scoring" or name.startswith("blank")
    }
    fields = st.fixed_dictionaries(whole, optional={"n_kind": values(FIELDS["n_kind"])})
    return st.builds(_changed, presets(), fields).filter(playable)


# Seatings

Teams = tuple[int, ...] | None


@st.composite
def seatings(draw: st.DrawFn, most: int = 40) -> tuple[int, Teams]:
    """Draw the number of players, more often a small one, and the team of each, or None."""
    players = draw(st.integers(2, min(5, most)) | st.integers(2, most))
    if draw(st.sampled_from((False, False, True))):
        count = draw(st.integers(2, min(players, 5)))
        first = draw(st.permutations(range(count)))
        rest = draw(st.tuples(*[st.integers(0, count - 1)] * (players - count)))
        return players, (*first, *rest)
    return players, None


# Dice

MOST_DICE = 16
"""The most dice an action can need: eight, and eight more for a second chance."""


def _digits(number: int) -> tuple[int, ...]:
    return tuple(number // 6**place % 6 + 1 for place in range(MOST_DICE))


def dice() -> st.SearchStrategy[tuple[int, ...]]:
    """Draw the dice of an action, fair ones or a rare throw."""
    fair = st.integers(0, 6**MOST_DICE - 1).map(_digits)
    rare = st.sampled_from(
        (
            (1, 1, 1, 1, 1, 1) * 3,
            (1, 2, 3, 4, 5, 6) * 3,
            (2, 3, 3, 4, 4, 6) * 3,  # scores under few rule sets
            (2, 3, 3, 4, 4, 6, 1, 5, 1, 5, 1, 5, 1, 5, 1, 5),
            (2, 2, 2, 2, 1, 5) * 3,
            (3, 3, 3, 3, 5, 5) * 3,
            (4, 6, 3, 2, 2, 4) * 3,
        )
    )
    return fair | fair | rare


@dataclass(frozen=True)
class DiceSource:
    """Dice for many actions. With few `faces` the same throws repeat, and with them ties, farkles
    in a row, and six dice that score."""

    seed: int
    faces: tuple[int, ...]

    @cached_property
    def chance(self) -> Random:
        return Random(self.seed)

    def throw(self, count: int = MOST_DICE) -> tuple[int, ...]:
        return tuple(self.chance.choices(self.faces, k=count))


def dice_sources() -> st.SearchStrategy[DiceSource]:
    fair = (1, 2, 3, 4, 5, 6)
    return st.builds(
        DiceSource,
        st.integers(0, 2**32 - 1),
        st.sampled_from(
            (fair, fair, (1, 4), (1, 4, 4, 6), (1, 2, 3, 4, 6, 6), (2, 5), (2, 3, 4, 6))
        ),
    )
