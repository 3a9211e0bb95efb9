"""Exact chances of a roll of named dice.

Where dice show the same number it matters which of them is set aside, so a throw keeps the order of
its dice; only dice of one letter side by side are sorted.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, groupby
from math import prod
from types import MappingProxyType

from .named_dice import NAMED_DICE
from .odds import weight
from .ruleset import RuleSet
from .scoring import FACES, Dice


def cups_of(letters: str) -> tuple[str, ...]:
    """Return all that may be left of these dice, fewer dice first and the whole set last."""
    sizes = range(1, len(letters) + 1)
    return tuple(
        cup for size in sizes for cup in sorted(set(map("".join, combinations(letters, size))))
    )


@lru_cache(maxsize=128)
def throws_of(letters: str) -> Mapping[Dice, int]:
    """Return the different throws of these dice with their shares, which sum to `ways`."""
    throws: dict[Dice, int] = {(): 1}
    for letter, run in groupby(letters):
        weights = NAMED_DICE[letter].weights
        parts = {
            dice: weight(dice) * prod(weights[face - 1] for face in dice)
            for dice in combinations_with_replacement(FACES, len(list(run)))
        }
        throws = {
            before + dice: share * more
            for before, share in throws.items()
            for dice, more in parts.items()
        }
    return MappingProxyType(throws)


def ways(letters: str) -> int:
    """Return the sum of the shares of all throws of these dice."""
    return prod(sum(NAMED_DICE[letter].weights) for letter in letters)


@lru_cache(maxsize=2_000)
def farkle_chance_of(rules: RuleSet, letters: str) -> Fraction:
    """Return the chance that the turn ends when these dice are rolled in its middle."""
    throws = throws_of(letters).items()
    lost = (
        share
        for throw, share in throws
        if not rules.table.keeps(throw) and not rules.is_blank(throw, first=False)
    )
    return Fraction(sum(lost), ways(letters))


def all_score_chance_of(rules: RuleSet, letters: str) -> Fraction:
    """Return the chance that all of these dice score."""
    throws = throws_of(letters).items()
    whole = (share for throw, share in throws if tuple(sorted(throw)) in rules.table.keeps(throw))
    return Fraction(sum(whole), ways(letters))
