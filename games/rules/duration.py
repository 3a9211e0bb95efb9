"""Estimated duration of a game, for the choice of rules."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from farkle import PRESETS, RuleSet
from games.rules.choices import CHOICES, variant_of

_MINUTES: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "standard": (9, 12, 16, 20, 23, 27, 30),
        "absolute": (11, 16, 19, 24, 28, 31, 36),
        "classic": (10, 14, 17, 21, 24, 28, 32),
        "specials": (8, 10, 14, 16, 19, 22, 24),
        "entry": (12, 18, 22, 27, 32, 38, 42),
        "family": (10, 14, 19, 22, 25, 29, 33),
        "4iam": (10, 13, 18, 22, 25, 29, 33),
        "patch": (9, 13, 17, 20, 24, 26, 30),
        "kcd": (3, 4, 5, 6, 7, 8, 9),
        "zehntausend": (10, 14, 18, 20, 23, 28, 31),
        "macke": (12, 16, 22, 25, 26, 31, 37),
        "dixmille": (14, 21, 28, 33, 40, 44, 49),
        "cinquemila": (13, 15, 18, 21, 23, 29, 31),
        "diezmil": (13, 19, 24, 31, 33, 39, 44),
        "tiotusen": (10, 14, 18, 22, 26, 30, 33),
        "5000en": (6, 8, 10, 12, 14, 15, 18),
        "kostky": (12, 14, 19, 23, 27, 29, 33),
        "tysiac": (11, 16, 21, 26, 29, 31, 37),
        "zonk": (10, 14, 18, 22, 27, 29, 32),
        "children": (5, 6, 8, 10, 11, 13, 14),
        "group": (3, 4, 6, 7, 8, 10, 11),
    }
)
"""Minutes by choice for two to eight players, measured by `bench/durations.py`."""

_BY_ROUNDS: Final = "group"  # the choice from which games with a round limit are estimated
_FEWEST: Final = 2
_MOST: Final = 20
_EXACT_BELOW: Final = 10
_STEP: Final = 5


def minutes(rules: RuleSet, base: str) -> tuple[int, ...]:
    """Return the minutes of a game for two, three and up to twenty players; () if unknown.

    Of the differences from the preset `base`, only the winning score and the round limit count.
    """
    variant = variant_of(rules)
    if variant:
        return _round(_MINUTES[variant.key])
    if rules.rounds:
        return _scale(_BY_ROUNDS, rules.rounds, CHOICES[_BY_ROUNDS].rules.rounds)
    if rules.target <= 0:
        return ()
    return _scale(base, rules.target, PRESETS[base].target)


def _scale(key: str, part: int, whole: int) -> tuple[int, ...]:
    return _round(tuple(max(1, round(minutes * part / whole)) for minutes in _MINUTES[key]))


def _round(measured: tuple[int, ...]) -> tuple[int, ...]:
    """Return the minutes rounded to their precision, and extrapolated to `_MOST` players."""
    step, last = measured[-1] - measured[-2], measured[-1]
    further = range(1, _MOST - _FEWEST - len(measured) + 2)
    exact = (*measured, *(last + more * step for more in further))
    return tuple(
        minutes if minutes < _EXACT_BELOW else (minutes + _STEP // 2) // _STEP * _STEP
        for minutes in exact
    )


def minutes_for(known: tuple[int, ...], players: int) -> tuple[int, bool]:
    """Return the minutes for this many players, 0 if unknown, and True if `known` ends before."""
    if not known:
        return 0, False
    at = max(players, _FEWEST) - _FEWEST
    return known[min(at, len(known) - 1)], at >= len(known)
