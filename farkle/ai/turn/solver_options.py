"""The options that throws offer: points, dice left, and whether another throw is forced.

Throws that offer the same options are counted together, and so are keeps with the same result.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from farkle.rules.odds import weight
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice, sets


class Option(NamedTuple):
    """A keep: its points, hot dice bonus included, the dice left, and whether it forces a throw."""

    points: int
    dice: int
    forced: bool


class Throws(NamedTuple):
    """The 6^n throws of n dice: the number that offers each set of options (indexes of
    `Offers.options`), and the number `lost` that offers none."""

    offers: tuple[tuple[int, tuple[int, ...]], ...]
    lost: int


class Offers(NamedTuple):
    """The options of the throws of 1, 2, ... all dice, at indexes 0, 1, ..."""

    options: tuple[Option, ...]
    scoring: tuple[Throws, ...]
    """Throws that score; blank ones count as lost."""
    opening: tuple[Throws, ...]
    """The first throw of a turn, after any second chance."""
    later: tuple[Throws, ...]

    grid: int
    """A common divisor of all points that a turn can have."""

    def times(self, times: int) -> Offers:
        """Return the same where all points count so many times."""
        if times == 1:
            return self
        options = (option._replace(points=option.points * times) for option in self.options)
        return self._replace(options=tuple(options))


@lru_cache(maxsize=64)
def offers(rules: RuleSet, *, every_keep: bool = False) -> Offers:
    """Return everything that throws offer under `rules`. Of keeps that leave the same dice only the
    best is an option, unless `every_keep`: near the target fewer points can be worth more. Where a
    bank must be a multiple, they always can."""
    every_keep = every_keep or rules.bank_multiple > 0
    counts: list[Counter[tuple[Option, ...]]] = [Counter() for _ in range(rules.dice)]
    lost, blank = [0] * rules.dice, 0
    for throw in sets(rules.dice):
        at = len(throw) - 1
        if options := (_every_option if every_keep else _options)(rules, throw):
            counts[at][options] += weight(throw)
        else:
            lost[at] += weight(throw)
            blank += weight(throw) * rules.is_blank(throw, first=True)
    credit = Option(
        rules.blank_first_roll + rules.hot_dice_bonus,
        rules.dice,
        forced=bool(rules.table.forced_roll((), 0)),
    )
    every = sorted({option for scored in counts for options in scored for option in options})
    if blank and credit not in every:
        every.append(credit)
    place = {option: at for at, option in enumerate(every)}
    scoring = tuple(
        Throws(
            tuple((count, tuple(place[o] for o in options)) for options, count in scored.items()),
            lost[at],
        )
        for at, scored in enumerate(counts)
    )
    opening = scoring
    if blank:
        *fewer, whole = scoring
        credited = Throws((*whole.offers, (blank, (place[credit],))), whole.lost - blank)
        opening = (*fewer, credited)
    later = opening if rules.blank_scope == "any_six" else scoring
    grid = gcd(*(option.points for option in every))
    return Offers(tuple(every), scoring, opening, later, grid)


def _options(rules: RuleSet, throw: Dice) -> tuple[Option, ...]:
    best: dict[tuple[int, bool], Option] = {}
    for option in _every_option(rules, throw):
        best[option.dice, option.forced] = option  # the higher points come later
    return tuple(option for _, option in sorted(best.items()))


def _every_option(rules: RuleSet, throw: Dice) -> tuple[Option, ...]:
    """Return all options of `throw`, those with fewer points first."""
    options = set()
    for keep, points in rules.table.keeps(throw).items():
        left = len(throw) - len(keep)
        bonus = 0 if left else rules.hot_dice_bonus
        forced = bool(rules.table.forced_roll(keep, left))
        options.add(Option(points + bonus, left or rules.dice, forced))
    return tuple(sorted(options))
