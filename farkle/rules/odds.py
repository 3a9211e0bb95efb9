"""Chances of one throw, exactly: to farkle, to score with all dice, to score so many points.

They are those of a throw in the middle of a turn: second chances and blank throws, which concern
some throws only, are not counted in. Every function takes 1-6 dice and raises ValueError for
another number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from types import MappingProxyType

from .ruleset import RuleSet
from .scoring import SETS, Dice


def weight(dice: Dice) -> int:
    """How many of the 6^n throws of n dice show exactly these faces, in any order."""
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in set(dice))


@lru_cache(maxsize=2_000)
def farkle_chance(rules: RuleSet, dice: int) -> Fraction:
    """The chance that a throw of `dice` dice has nothing to set aside."""
    return best_scores(rules, dice).get(0, Fraction(0))


@lru_cache(maxsize=2_000)
def all_score_chance(rules: RuleSet, dice: int) -> Fraction:
    """The chance that a throw of `dice` dice scores with all of them: hot dice, once kept."""
    scoring = sum(weight(throw) for throw in _throws(dice) if throw in rules.table.keeps(throw))
    return Fraction(scoring, 6**dice)


@lru_cache(maxsize=2_000)
def best_scores(rules: RuleSet, dice: int) -> Mapping[int, Fraction]:
    """How likely each best score of a throw of `dice` dice is, from 0 (a farkle) upwards.

    The best score is that of the dearest keep, which need not be the best play; the hot dice
    bonus is not in it.
    """
    found: Counter[int] = Counter()
    for throw in _throws(dice):
        found[max(rules.table.keeps(throw).values(), default=0)] += weight(throw)
    return MappingProxyType({best: Fraction(found[best], 6**dice) for best in sorted(found)})


def _throws(dice: int) -> list[Dice]:
    if not 1 <= dice <= 6:
        raise ValueError(f"A throw has one to six dice, not {dice}.")
    return [throw for throw in SETS if len(throw) == dice]
