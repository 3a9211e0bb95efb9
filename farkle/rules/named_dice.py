"""Named dice: weighted dice, of which each player may choose a set before a game.

A set is written with a letter for each die, such as "AAOOOS". Its order counts: of dice that show
the same number, those further left are set aside first.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from farkle.errors import RulesError

from .scoring import Dice

Weights = tuple[int, int, int, int, int, int]


class NamedDie(NamedTuple):
    """A die: each face comes up as often as its share of the sum of `weights`, at most 256."""

    letter: str
    name: str
    weights: Weights


ORDINARY: Final = "O"

_DICE: Final = (
    NamedDie(ORDINARY, "Ordinary die", (1, 1, 1, 1, 1, 1)),
    NamedDie("A", "Ace die", (6, 4, 4, 4, 3, 4)),
    NamedDie("F", "Five die", (3, 3, 3, 3, 5, 3)),
    NamedDie("S", "Saint die", (5, 4, 4, 4, 5, 4)),
    NamedDie("L", "Low die", (2, 2, 2, 1, 1, 1)),
    NamedDie("H", "High die", (1, 1, 1, 2, 2, 2)),
    NamedDie("U", "Odd die", (3, 2, 3, 2, 3, 2)),
    NamedDie("E", "Even die", (3, 4, 3, 4, 3, 4)),
    NamedDie("T", "Three die", (3, 3, 5, 3, 3, 3)),
    NamedDie("X", "Six die", (3, 3, 3, 3, 3, 5)),
)
NAMED_DICE: Final[Mapping[str, NamedDie]] = MappingProxyType({die.letter: die for die in _DICE})
"""The dice by letter. The weights of a letter never change, so that games can be replayed; a die
that is weighted anew gets a new letter."""


FOR_COMPUTERS: Final = "AAASSS"
"""The set of a computer player for whom nobody chose."""


def check_chosen(letters: object, count: int) -> str:
    """Return `letters` if they are a set of `count` dice. Raise RulesError."""
    if (
        not isinstance(letters, str)
        or len(letters) != count
        or not NAMED_DICE.keys() >= set(letters)
    ):
        raise RulesError(
            "A set of dice has {count} letters, each one of {known}.",
            count=count,
            known=" ".join(NAMED_DICE),
        )
    return letters


def fitted(letters: str, count: int) -> str:
    """Return this set with `count` dice: ordinary ones are added, or the last ones left out."""
    return letters[:count].ljust(count, ORDINARY)


def weights_of(letters: str) -> tuple[Weights, ...]:
    """Return the weights of each of these dice."""
    return tuple(NAMED_DICE[letter].weights for letter in letters)


def left_after(letters: str, throw: Dice, keep: Dice) -> str:
    """Return the dice left when `keep` is set aside of dice that show `throw`, in their order."""
    kept, left = list(keep), []
    for letter, face in zip(letters, throw, strict=True):
        if face in kept:
            kept.remove(face)
        else:
            left.append(letter)
    return "".join(left)
