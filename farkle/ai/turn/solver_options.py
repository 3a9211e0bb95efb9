"""The options that throws offer: points, dice left, and whether another throw is forced.

Throws that offer the same options are counted together, and so are keeps with the same result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from farkle.rules.named_dice import left_after
from farkle.rules.named_odds import cups_of, throws_of
from farkle.rules.odds import weight
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice, sets


class Option(NamedTuple):
    """A keep: its points, hot dice bonus included, the dice left, and whether it forces a throw.
    Dice are their number, or with named dice the place of a cup in `cups_of`, counted from 1."""

    points: int
    dice: int
    forced: bool


class Throws(NamedTuple):
    """All throws of some dice, such as the 6^n of n dice: the number that offers each set of
    options (indexes of `Offers.options`), the number `lost` that offers none, and of all."""

    offers: tuple[tuple[int, tuple[int, ...]], ...]
    lost: int
    size: int


class Offers(NamedTuple):
    """The options of the throws of 1, 2, ... all dice (of each cup), at indexes 0, 1, ..."""

    options: tuple[Option, ...]
    scoring: tuple[Throws, ...]
    """Throws that score; blank ones count as lost."""
    opening: tuple[Throws, ...]
    """The first throw of a turn, after any second chance."""
    later: tuple[Throws, ...]

    grid: int
    """A common divisor of all points that a turn can have."""
    multiple: int
    """A bank must be a multiple of so many points."""

    def times(self, times: int) -> Offers:
        """Return the same where all points count so many times."""
        if times == 1:
            return self
        options = (option._replace(points=option.points * times) for option in self.options)
        return self._replace(options=tuple(options))


@lru_cache(maxsize=64)
def offers(rules: RuleSet, *, every_keep: bool = False, letters: str = "") -> Offers:
    """Return everything that throws offer under `rules`, with the named dice `letters` if any. Of
    keeps that leave the same dice only the best is an option, unless `every_keep`: near the target
    fewer points can be worth more. Where a bank must be a multiple, they always can."""
    every_keep = every_keep or rules.bank_multiple > 0
    cups = cups_of(letters)
    every_dice = len(cups) or rules.dice
    place = {cup: at for at, cup in enumerate(cups, 1)}
    thrown = _named_throws(cups) if cups else _throws(rules)
    counts: list[Counter[tuple[Option, ...]]] = [Counter() for _ in range(every_dice)]
    lost, blank = [0] * every_dice, 0
    for at, cup, throw, often in thrown:
        if options := _every_option(rules, throw, cup, place):
            counts[at][options if every_keep else _best_options(options)] += often
        else:
            lost[at] += often
            blank += often * rules.is_blank(throw, first=True)
    credit = Option(
        rules.blank_first_roll + rules.hot_dice_bonus,
        every_dice,
        forced=bool(rules.table.forced_roll((), 0)),
    )
    every = sorted({option for scored in counts for options in scored for option in options})
    if blank and credit not in every:
        every.append(credit)
    at_option = {option: at for at, option in enumerate(every)}
    scoring = tuple(
        Throws(
            tuple(
                (count, tuple(at_option[o] for o in options)) for options, count in scored.items()
            ),
            lost[at],
            lost[at] + scored.total(),
        )
        for at, scored in enumerate(counts)
    )
    opening = scoring
    if blank:
        *fewer, whole = scoring
        more = (blank, (at_option[credit],))
        credited = Throws((*whole.offers, more), whole.lost - blank, whole.size)
        opening = (*fewer, credited)
    later = opening if rules.blank_scope == "any_six" else scoring
    grid = gcd(*(option.points for option in every))
    return Offers(tuple(every), scoring, opening, later, grid, rules.bank_multiple or 1)


def _throws(rules: RuleSet) -> Iterator[tuple[int, str, Dice, int]]:
    """Yield the place of the number of dice, no cup, a throw, and how often it falls."""
    return ((len(throw) - 1, "", throw, weight(throw)) for throw in sets(rules.dice))


def _named_throws(cups: Sequence[str]) -> Iterator[tuple[int, str, Dice, int]]:
    """Yield the place of a cup, the cup, a throw, and how often it falls."""
    for at, cup in enumerate(cups):
        for throw, often in throws_of(cup).items():
            yield at, cup, throw, often


def _best_options(options: Iterable[Option]) -> tuple[Option, ...]:
    best: dict[tuple[int, bool], Option] = {}
    for option in options:
        best[option.dice, option.forced] = option  # the higher points come later
    return tuple(option for _, option in sorted(best.items()))


def _every_option(
    rules: RuleSet, throw: Dice, cup: str, place: Mapping[str, int]
) -> tuple[Option, ...]:
    """Return all options of `throw`, those with fewer points first."""
    options = set()
    for keep, points in rules.table.keeps(throw).items():
        left = len(throw) - len(keep)
        bonus = 0 if left else rules.hot_dice_bonus
        forced = bool(rules.table.forced_roll(keep, left))
        dice = left or len(place) or rules.dice
        if left and cup:
            dice = place[left_after(cup, throw, keep)]
        options.add(Option(points + bonus, dice, forced))
    return tuple(sorted(options))
