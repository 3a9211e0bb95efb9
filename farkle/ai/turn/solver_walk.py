"""The value of every position of a turn, by the points at risk, from the top down.

Every keep adds points, so a position depends only on positions with more points. Far up, where the
points at risk outweigh all that could be added, the value is a linear function of them. The walk
starts there, so nothing is cut off.

If there are more than `MAX_EXACT_ROWS` different sums, the walk visits those near zero and around
the minimum, and fewer and fewer further away. It interpolates between them; `WorthTable.exact` is
then False.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import ceil, inf
from typing import Final, NamedTuple

from .solver_options import Offers, Throws

Pair = tuple[float, float]
"""The value of a position, goal first: (points, chance to bank) or (chance, points)."""

MAX_EXACT_ROWS: Final = 2_000
"""Up to this many sums of points, a table visits every one."""

SPARSE_ROWS: Final = 700
"""Approximate number of sums visited if there are more."""

ROWS_OF_MULTIPLES: Final = 300
"""Far up it is left out that a bank must be a multiple: so many sums higher up than otherwise."""

PASSES: Final = 4
"""Number of times that a sum is recomputed if a keep leads to less than the next sum visited."""

_DECIMALS: Final = 12
"""Decimals to which chances are compared."""


class LinearValue(NamedTuple):
    """The value far up: the turn is banked with `chance`, and scores chance * points + `more`."""

    chance: float
    more: float


class Turn(NamedTuple):
    """The parameters of a walk. `by_chance`: the goal is the chance to bank, then points; else
    points alone. `minimum` is the least to bank; `ends`: reaching it ends the turn. A bank must be
    a `multiple` of so many points, which is left out far up."""

    offers: Offers
    by_chance: bool
    minimum: int
    ends: bool
    multiple: int = 1

    def may_bank(self, total: int) -> bool:
        return total >= self.minimum and total % self.multiple == 0

    def pair(self, chance: float, points: float) -> Pair:
        return (round(chance, _DECIMALS), points) if self.by_chance else (points, chance)

    def both(self, pair: Pair) -> tuple[float, float]:
        """Return a pair as (chance, points)."""
        return pair if self.by_chance else (pair[1], pair[0])

    def bank(self, points: int) -> Pair:
        return (1.0, points) if self.by_chance else (points, 1.0)

    def throw(self, throws: Throws, worths: Sequence[Pair]) -> Pair:
        """Return the value of throwing, given the values of taking each option."""
        first, second, size, worth = 0.0, 0.0, throws.size, worths.__getitem__
        for count, options in throws.offers:
            best = max(map(worth, options)) if len(options) > 1 else worths[options[0]]
            first += count * best[0]
            second += count * best[1]
        if self.by_chance:
            return round(first / size, _DECIMALS), second / size
        return first / size, second / size


class WorthTable:
    """The value of rolling each number of dice by the points at risk, in one stage of a turn.

    `then` is the stage after the next throw (None: the same one). `hot` is the same stage after hot
    dice, if points count more there. `closed`: the turn must be banked
    once it reaches the minimum. `empty`: a turn below it scores nothing. `share`: the number of
    tables that share the work of one.
    """

    def __init__(
        self,
        turn: Turn,
        rest: int = 0,
        *,
        then: WorthTable | None = None,
        closed: bool = False,
        empty: bool = False,
        share: int = 1,
        hot: WorthTable | None = None,
    ) -> None:
        self.turn = turn
        self.hot = hot
        self.then = self if then is None else then
        self.closed = closed or turn.ends
        hot_lines = None if hot is None else hot.lines
        self.lines: list[LinearValue] = (
            _repeated_lines(turn, self.closed, hot_lines) if then is None else self._next_lines()
        )
        if turn.by_chance:
            self.top = turn.minimum
        else:
            self.top = _where_lines_start(turn, self.lines, hot_lines)
        self._grid = turn.offers.grid
        if turn.multiple > 1:
            self.top += ROWS_OF_MULTIPLES * self._grid
        if hot is not None:
            self.top = max(self.top, hot.top)
        self.exact = self.top * share <= MAX_EXACT_ROWS * self._grid
        if empty and turn.by_chance and turn.multiple == 1:  # linear from the minimum on
            self.at: list[int] = []
        elif self.exact:
            self.at = list(range(rest, self.top, self._grid))
        else:
            self.at = _spread(turn.minimum, self.top, self._grid, max(30, SPARSE_ROWS // share))
        self.empty = empty
        count = len(self.at)
        self.at.append(self.top)
        every = range(len(self.lines))
        far = [self._far(self.at[-1], dice) for dice in every]
        bank = turn.bank(self.at[-1])
        # By dice and row: the value of rolling, and of the better of rolling and banking.
        self._roll: list[list[Pair]] = [[far[dice]] * (count + 1) for dice in every]
        self._stand = [[max(far[dice], bank)] * (count + 1) for dice in every]
        self._fill()

    def worth(self, total: int, dice: int) -> Pair:
        """Return the value of rolling `dice` dice with `total` at risk."""
        at = self.at
        if total >= at[-1]:
            return self._far(total, dice)
        if self.empty and total < self.turn.minimum:
            return (0.0, 0.0)
        if self.exact:
            return self._roll[dice][(total - at[0]) // self._grid]
        row = bisect_right(at, total) - 1
        part = (total - at[row]) / (at[row + 1] - at[row])
        low, high = self._roll[dice][row], self._roll[dice][row + 1]
        return low[0] + part * (high[0] - low[0]), low[1] + part * (high[1] - low[1])

    def best_value(self, total: int, dice: int, forced: bool) -> Pair:
        """Return the value of the better of rolling and banking with `total` at risk."""
        if forced or not self.turn.may_bank(total):
            return self.worth(total, dice)
        bank = self.turn.bank(total)
        return bank if self.closed else max(self.worth(total, dice), bank)

    def options(self, total: int) -> list[Pair]:
        """Return the value of taking each option with `total` at risk before it."""
        best_value, options = self.best_value, self.turn.offers.options
        if self.hot is not None:
            every = len(self.turn.offers.later)  # so many dice follow hot dice
            after = (self.hot if option.dice == every else self for option in options)
            return [
                table.best_value(total + points, dice, forced)
                for table, (points, dice, forced) in zip(after, options, strict=True)
            ]
        if not self.exact or self.closed or not self.at[0] <= total < self.at[-1]:
            return [best_value(total + points, dice, forced) for points, dice, forced in options]
        row, rows, grid = (total - self.at[0]) // self._grid, len(self.at) - 1, self._grid
        return [
            (self._roll if forced else self._stand)[dice][row + points // grid]
            if row + points // grid < rows
            else best_value(total + points, dice, forced)
            for points, dice, forced in options
        ]

    def _far(self, total: int, dice: int) -> Pair:
        line = self.lines[dice]
        return self.turn.pair(line.chance, line.chance * total + line.more)

    def _next_lines(self) -> list[LinearValue]:
        then = self.then
        return _throw_lines(
            self.turn, then.lines, then.closed, then.hot.lines if then.hot else None
        )

    def _fill(self) -> None:
        turn, then, at = self.turn, self.then, self.at
        least = min(option.points for option in turn.offers.options)
        for row in range(len(at) - 2, -1, -1):
            # Below the minimum nothing can be banked: worse than any value.
            bank = turn.bank(at[row]) if turn.may_bank(at[row]) else (-inf, 0.0)
            near = then is self and at[row] + least < at[row + 1]
            if near:
                self._guess(row)
            for _ in range(PASSES if near else 1):
                worths = then.options(at[row])
                for dice, throws in enumerate(turn.offers.later, 1):
                    worth = turn.throw(throws, worths)
                    self._roll[dice][row] = worth
                    self._stand[dice][row] = max(worth, bank)

    def _guess(self, row: int) -> None:
        """Extrapolate the initial values of a row from the two rows above."""
        far = row + 2 < len(self.at) and self.at[row] >= self.turn.minimum
        part = (
            (self.at[row + 1] - self.at[row]) / (self.at[row + 2] - self.at[row + 1])
            if far
            else 0.0
        )
        for worths in self._roll[1:]:
            near, next_row = worths[row + 1], worths[row + 2 if far else row + 1]
            worths[row] = (
                near[0] - part * (next_row[0] - near[0]),
                near[1] - part * (next_row[1] - near[1]),
            )


def _spread(minimum: int, top: int, grid: int, rows: int) -> list[int]:
    """Return sums below `top`: dense around the minimum, fewer further away."""
    start = ceil(minimum / grid) * grid
    below = [start - gap for gap in _gaps(grid, start, grid, rows // 2)]
    above = [start + gap for gap in _gaps(0, top - start, grid, rows - len(below))]
    return sorted({0, *below, *above})


def _gaps(first: int, end: int, grid: int, rows: int) -> list[int]:
    """Return multiples of `grid` from `first` to below `end`, half of them without gaps."""
    if end - first <= rows * grid:
        return list(range(first, end, grid))
    gaps = list(range(first, first + rows // 2 * grid, grid))
    growth = 1.0
    more: list[int] = []
    while not more or more[-1] < end:
        growth *= 1.002
        step, gap, more = float(grid), float(gaps[-1]), []
        for _ in range(rows - len(gaps)):
            step *= growth
            gap += step
            more.append(round(gap / grid) * grid)
    return [gap for gap in (*gaps, *more) if gap < end]


_Lines = Sequence[LinearValue]


def _repeated_lines(turn: Turn, closed: bool, hot: _Lines | None) -> list[LinearValue]:
    """Return the value far up of rolling n dice, at index n; `hot` has those after hot dice, if
    they differ."""
    lines = [LinearValue(0.0, 0.0)] * (len(turn.offers.later) + 1)
    for _ in range(1_000):
        before, lines = lines, _throw_lines(turn, lines, closed, hot)
        if all(
            abs(new.chance - old.chance) < 1e-15 and abs(new.more - old.more) < 1e-12 * scale
            for new, old in zip(lines, before, strict=True)
            for scale in (1 + abs(new.more),)
        ):
            break
    return lines


def _throw_lines(turn: Turn, lines: _Lines, closed: bool, hot: _Lines | None) -> list[LinearValue]:
    """Return the value far up of one throw, given that of the throws after it."""
    following = _option_lines(turn, lines, closed, hot)
    worths = [max(map(_round_line, after)) for after in following]
    thrown = [LinearValue(0.0, 0.0)]
    for throws in turn.offers.later:
        chance = more = 0.0
        for count, options in throws.offers:
            best = max([worths[at] for at in options])
            chance += count * best.chance
            more += count * best.more
        thrown.append(LinearValue(chance / throws.size, more / throws.size))
    return thrown


def _option_lines(
    turn: Turn, lines: _Lines, closed: bool, hot: _Lines | None
) -> Iterator[list[LinearValue]]:
    """Yield, for each option, the values of what may follow it."""
    every = len(turn.offers.later)
    for points, dice, forced in turn.offers.options:
        roll = (hot or lines)[dice] if dice == every else lines[dice]
        bank = LinearValue(1.0, points)
        roll = LinearValue(roll.chance, roll.chance * points + roll.more)
        yield [roll] if forced else [bank] if closed else [roll, bank]


def _round_line(line: LinearValue) -> LinearValue:
    return LinearValue(round(line.chance, _DECIMALS), line.more)


def _where_lines_start(turn: Turn, lines: _Lines, hot: _Lines | None) -> int:
    """Return the points at risk from which on no choice changes any more."""
    following = _option_lines(turn, lines, False, hot)
    options = [list(map(_round_line, after)) for after in following]
    top = 0.0
    for throws in turn.offers.later:
        for _, places in throws.offers:
            offered = [line for at in places for line in options[at]]
            chosen = max(offered)
            for line in offered:
                if line.chance < chosen.chance:
                    top = max(top, (line.more - chosen.more) / (chosen.chance - line.chance))
    return max(ceil(top), turn.minimum) + 1
