"""The names of the presets, and the differences of a rule set from a preset in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from farkle.rules.fields import FIELDS
from farkle.rules.presets import DEFAULT_PRESET, PRESETS
from farkle.rules.ruleset import RuleSet

from .message import Sentence, join_with_and, say

TITLES: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "standard": say("Standard"),
        "absolute": say("Tournament"),
        "classic": say("Classic"),
        "specials": say("Specials"),
        "entry": say("Strict"),
        "family": say("Family"),
        "4iam": say("House 500"),
        "patch": say("Big sets"),
        "kcd": say("Tavern (Kingdom Come)"),
        # Native names stay native in every language.
        "zehntausend": Sentence("Zehntausend"),
        "macke": Sentence("Macke"),
        "dixmille": Sentence("Dix mille"),
        "cinquemila": Sentence("Cinquemila"),
        "diezmil": Sentence("El diez mil"),
        "tiotusen": Sentence("10 000"),
        "5000en": Sentence("5000en"),
        "kostky": Sentence("Kostky"),
        "tysiac": Sentence("Tysiąc"),
        "zonk": Sentence("Зонк"),
    }
)


def differing(rules: RuleSet, base: RuleSet) -> tuple[str, ...]:
    """Return the effective fields in which `rules` differ from `base`."""
    changed = [name for name in FIELDS if getattr(rules, name) != getattr(base, name)]
    # The phrase of a choice includes its numbers.
    told = {detail for name in changed for detail in FIELDS[name].details.values()}
    return tuple(name for name in changed if name not in told | without_effect(rules))


def without_effect(rules: RuleSet) -> frozenset[str]:
    """Return the fields that have no effect because of another field."""
    return frozenset(name for name, info in FIELDS.items() if not info.when(rules))


def phrase(rules: RuleSet, name: str) -> Sentence:
    """Return one field of `rules` in few words, such as "three pairs 500" or "no piggybacking"."""
    value: Any = getattr(rules, name)
    info = FIELDS[name]
    if info.choices:
        if value in info.details:
            return phrase(rules, info.details[value])
        return Sentence(info.phrases[info.choices.index(value)])
    if info.length:
        numbers = [say("{n:,}", n=number) for number in value]
        return Sentence(info.phrases[0]).with_params(list=join_with_and(numbers))
    on, off = map(Sentence, info.phrases)
    if value is True:
        return on
    return on.with_params(n=value) if value else off


def difference(rules: RuleSet, preset: str) -> Sentence:
    """Return the differences from a preset in one line. Raise KeyError for an unknown preset."""
    title = TITLES[preset]
    names = differing(rules, PRESETS[preset])
    if not names:
        return say("{preset}", preset=title)
    return say("{preset} with {list}", preset=title, list=phrases(rules, names))


def summary(preset: str) -> Sentence:
    """Return a preset in one line: its differences from the default preset, or its main rules."""
    rules = PRESETS[preset]
    names = differing(rules, PRESETS[DEFAULT_PRESET]) or (
        "entry_min",
        "farkle_penalty",
        "target",
        "ending",
    )
    return say("{list}", list=phrases(rules, names))


def phrases(rules: RuleSet, names: Sequence[str]) -> tuple[Sentence, ...]:
    """Return the phrases of these fields. The length of a streak of farkles and its cost share
    one."""
    costs = {"farkle_penalty", "streak_cost"}.intersection(names)
    if not costs or not rules.punishes_streaks:
        return tuple(phrase(rules, name) for name in names)
    streak = _STREAKS[rules.streak_cost].with_params(
        n=rules.farkle_streak, points=rules.farkle_penalty
    )
    told = costs | {"farkle_streak"}
    first = next(name for name in names if name in told)
    return tuple(
        streak if name == first else phrase(rules, name)
        for name in names
        if name == first or name not in told
    )


_STREAKS = {
    "points": say("{n:,} farkles in a row cost {points:,}"),
    "everything": say("{n:,} farkles in a row cost everything"),
    "last_bank": say("{n:,} farkles in a row cost the last bank"),
}
