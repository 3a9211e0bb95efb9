"""Chances, exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import factorial, prod

from .rules import RuleSet
from .scoring import SETS, Dice


def weight(dice: Dice) -> int:
    """How many of the 6^n throws of n dice show exactly these faces, in any order."""
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in set(dice))


@lru_cache(maxsize=2_000)
def farkle_chance(rules: RuleSet, dice: int) -> Fraction:
    """The chance that a throw of `dice` dice (1-6) has nothing to set aside.

    Second chances and blank throws are not counted in: they concern some throws of a turn only.
    Raises ValueError for another number of dice.
    """
    if not 1 <= dice <= 6:
        raise ValueError(f"A throw has one to six dice, not {dice}.")
    farkles = sum(
        weight(throw) for throw in SETS if len(throw) == dice and not rules.table.keeps(throw)
    )
    return Fraction(farkles, 6**dice)
