"""Exact chances of one roll.

Functions that take a number of dice leave out second chances and the bonus for a blank roll. They
raise ValueError unless a roll can have so many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from types import MappingProxyType

from .ruleset import RuleSet
from .scoring import Dice, check_number, sets


def weight(dice: Dice) -> int:
    """Return the number of the 6^n rolls of n dice with these faces, in any order."""
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in set(dice))


@lru_cache(maxsize=2_000)
def farkle_chance(rules: RuleSet, dice: int) -> Fraction:
    """Return the chance that nothing scores."""
    return best_scores(rules, dice).get(0, Fraction(0))


@lru_cache(maxsize=2_000)
def all_score_chance(rules: RuleSet, dice: int) -> Fraction:
    """Return the chance that all dice score."""
    whole = (throw for throw in _throws(rules, dice) if throw in rules.table.keeps(throw))
    return Fraction(sum(map(weight, whole)), 6**dice)


@lru_cache(maxsize=2_000)
def best_scores(rules: RuleSet, dice: int) -> Mapping[int, Fraction]:
    """Return the chance of each best score, from 0 (a farkle) upwards.

    The best score is that of the keep with the most points, without the hot dice bonus.
    """
    counts: Counter[int] = Counter()
    for throw in _throws(rules, dice):
        counts[max(rules.table.keeps(throw).values(), default=0)] += weight(throw)
    return MappingProxyType({best: Fraction(counts[best], 6**dice) for best in sorted(counts)})


@lru_cache(maxsize=2_000)
def blank_chance(rules: RuleSet) -> Fraction:
    """Return the chance that the first roll of a turn earns the bonus for nothing that scores."""
    throws = (throw for throw in _throws(rules, rules.dice) if rules.is_blank(throw, first=True))
    return Fraction(sum(map(weight, throws)), 6**rules.dice)


def later_farkle_chances(rules: RuleSet) -> tuple[Fraction, ...]:
    """Return the chances that a turn ends when 1, 2, ... all dice are rolled in its middle."""
    *fewer, every = (farkle_chance(rules, dice) for dice in range(1, rules.dice + 1))
    return (*fewer, every - (blank_chance(rules) if rules.blank_scope == "any_six" else 0))


def first_farkle_chances(rules: RuleSet) -> tuple[Fraction, ...]:
    """Return the same for the first roll of a turn, second chances included. (A piggyback may start
    with fewer than all dice.)"""
    nothing = [farkle_chance(rules, dice) for dice in range(1, rules.dice + 1)]
    ends = [*nothing[:-1], nothing[-1] - blank_chance(rules)]
    if rules.second_chance:
        return tuple(first * second for first, second in zip(nothing, ends, strict=True))
    return tuple(ends)


def _throws(rules: RuleSet, dice: int) -> list[Dice]:
    check_number(dice, rules.dice)
    return [throw for throw in sets(dice) if len(throw) == dice]
