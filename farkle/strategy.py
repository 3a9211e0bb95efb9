"""The play with the highest expected points of a turn, exactly, for any rule set.

A turn is a walk over (points at risk, dice to roll). Every keep adds points, so that the worth of
a position is found from the top down. Far up, where what is at risk outweighs all that could be
added, worth is a straight line in the points at risk: the walk down starts there, and nothing is
cut off. Throws that offer the same choices are counted together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil, gcd
from typing import Final, Literal, NamedTuple

from .actions import Bank, Roll
from .odds import weight
from .rules import RuleSet
from .scoring import SETS, Dice

Goal = Literal["points", "enter"]

Pair = tuple[float, float]
"""What a position comes to, the goal first: (points, chance to bank), or (chance, points)."""

_SAME: Final = 12
"""Decimals to which two chances are told apart."""


class _Option(NamedTuple):
    """A keep, as far as it matters: its points, the dice next, whether it forces a throw."""

    points: int
    dice: int
    forced: bool


class _Throws(NamedTuple):
    """The throws of so many dice: how many of the 6^n offer which options, or nothing."""

    offers: tuple[tuple[int, tuple[_Option, ...]], ...]
    blanks: int
    farkles: int


class _Line(NamedTuple):
    """Worth far up: the turn is banked with `chance`, and comes to chance x points + `more`."""

    chance: float
    more: float


class _Table(NamedTuple):
    """Worth on a grid of points at risk, by dice: of rolling, and of the better of roll and bank."""

    roll: list[list[Pair]]
    stand: list[list[Pair]]


@lru_cache(maxsize=64)
def solve(rules: RuleSet, goal: Goal = "points") -> Plan:
    """The best play of a turn under `rules`: "points" once in, "enter" before.

    "enter" makes the chance to get in as large as it can be, and then the points. Penalties,
    building and the other players are left out of it.
    """
    return Plan(rules, goal)


class Plan:
    """The best play of a turn; make one with `solve`.

    `farkle` is what a farkle comes to, in points: 0, or less where it leads towards a penalty.
    """

    def __init__(self, rules: RuleSet, goal: Goal = "points", farkle: float = 0.0) -> None:
        self.rules = rules
        self.goal = goal
        self.farkle = farkle
        self._minimum = rules.entry_min if goal == "enter" else rules.bank_min
        self._throws = _all_throws(rules)
        self._blank = rules.blank_first_roll + rules.hot_dice_bonus
        self._blank_option = _Option(self._blank, 6, rules.hot_dice == "mandatory")
        options = [
            option for throws in self._throws for _, some in throws.offers for option in some
        ]
        self._grid = gcd(self._blank, *(option.points for option in options))
        self._most = max(self._blank, *(option.points for option in options))
        self._lines = self._far_up()
        self._top = self._where_lines_start()
        self._tables: dict[tuple[int, int], _Table] = {}

    # What a caller asks

    def value(self, turn_points: int, dice: int, *, rolls: int | None = None) -> float:
        """Expected points of the turn when `dice` dice are about to be rolled.

        `rolls` is how many throws the turn has seen: it tells an opening throw (0) from others;
        left out, a turn without points is at its opening.
        """
        return self._points(self._worth(turn_points, dice, rolls))

    def chance(self, turn_points: int, dice: int, *, rolls: int | None = None) -> float:
        """The chance that the turn is banked, when `dice` dice are about to be rolled."""
        return self._chance(self._worth(turn_points, dice, rolls))

    def choices(
        self, turn_points: int, throw: Dice, *, rolls: int = 1
    ) -> list[tuple[Roll | Bank, float, float]]:
        """What may be done with `throw`, best first: (action, expected points, chance to bank).

        `turn_points` are those set aside before; `rolls` counts this throw. A throw without keeps
        is taken for a credited blank one, whose points are in `turn_points`.
        """
        found: list[tuple[Pair, Roll | Bank]] = []
        keeps = self.rules.table.keeps(throw) or {(): 0}
        for keep, points in keeps.items():
            dice = (len(throw) - len(keep)) % len(throw) or 6
            hot = not keep or len(keep) == len(throw)
            bonus = self.rules.hot_dice_bonus if hot and keep else 0
            total = turn_points + points + bonus
            forced = _forced(self.rules, keep, hot)
            if total >= self._minimum and not forced:
                found.append((self._bank(total), Bank(keep)))
                if self._limited and rolls >= self.rules.entry_rolls:
                    continue  # the last throw for getting in: no roll after it
            found.append((self._after(total, dice, rolls), Roll(keep)))
        # Of equal choices the bank, then the larger keep: nothing is gained by waiting.
        found.sort(key=lambda one: (one[0], isinstance(one[1], Bank), len(one[1].keep)))
        return [(action, self._points(pair), self._chance(pair)) for pair, action in found[::-1]]

    def best(self, turn_points: int, throw: Dice, *, rolls: int = 1) -> Roll | Bank:
        """The best of `choices`."""
        return self.choices(turn_points, throw, rolls=rolls)[0][0]

    def bank_from(self, dice: int) -> int | None:
        """The smallest turn total from which banking is at least as good as rolling `dice` dice.

        It stays so for every larger one. None if rolling is better however much is at risk.
        """
        line = self._lines[dice]
        if line.chance > 1 - 10**-_SAME and line.more > 0:
            return None
        table = self._table(0, 0)
        at = len(table.roll[dice])
        while at > 0 and table.roll[dice][at - 1] <= self._bank(self._grid * (at - 1)):
            at -= 1
        return max(self._grid * at, self._minimum)

    # How it is found

    @property
    def _limited(self) -> bool:
        return self.goal == "enter" and self.rules.entry_rolls > 0

    def _points(self, pair: Pair) -> float:
        return pair[0] if self.goal == "points" else pair[1]

    def _chance(self, pair: Pair) -> float:
        return pair[1] if self.goal == "points" else pair[0]

    def _pair(self, chance: float, points: float) -> Pair:
        return (points, chance) if self.goal == "points" else (round(chance, _SAME), points)

    def _bank(self, points: int) -> Pair:
        return self._pair(1.0, points)

    def _worth(self, turn_points: int, dice: int, rolls: int | None) -> Pair:
        if not 1 <= dice <= 6:
            raise ValueError(f"A throw has one to six dice, not {dice}.")
        if rolls is None:
            rolls = 0 if turn_points == 0 else 1
        if rolls:
            return self._after(turn_points, dice, rolls)
        return self._opening(turn_points, dice)

    def _after(self, total: int, dice: int, rolls: int) -> Pair:
        """Worth of rolling `dice` dice with `total` at risk, after so many throws."""
        left = self.rules.entry_rolls - rolls if self._limited else 0
        if self._limited and left <= 0:
            return self._far(total, dice) if total >= self._minimum else self._pair(0.0, 0.0)
        if total >= self._top:
            return self._far(total, dice)
        return self._table(total % self._grid, left).roll[dice][total // self._grid]

    def _opening(self, turn_points: int, dice: int) -> Pair:
        """Worth of a turn's first throw, which may be blank, or thrown once more."""
        throws, all_of_them = self._throws[dice - 1], 6**dice
        blank = dice == 6 and self.rules.blank_first_roll > 0
        chance = points = 0.0
        for count, options in throws.offers:
            best = max(self._stand(turn_points, option) for option in options)
            chance += count * self._chance(best)
            points += count * self._points(best)
        nothing = self._pair(0.0, self.farkle)
        blanked = self._stand(turn_points, self._blank_option) if blank else nothing
        lost_chance = throws.blanks * self._chance(blanked)
        lost_points = throws.blanks * self._points(blanked) + throws.farkles * self.farkle
        if self.rules.second_chance:
            again = (throws.blanks + throws.farkles) / all_of_them
            lost_chance = again * (chance + lost_chance)
            lost_points = again * (points + lost_points)
        return self._pair(
            (chance + lost_chance) / all_of_them, (points + lost_points) / all_of_them
        )

    def _stand(self, turn_points: int, option: _Option) -> Pair:
        """Worth of having taken `option` on the first throw."""
        total = turn_points + option.points
        roll = self._after(total, option.dice, 1)
        if total < self._minimum or option.forced:
            return roll
        return max(roll, self._bank(total))

    def _far(self, total: int, dice: int) -> Pair:
        line = self._lines[dice]
        return self._pair(line.chance, line.chance * total + line.more)

    def _far_up(self) -> list[_Line]:
        """Worth of rolling n dice with more at risk than could ever matter, by n."""
        lines = [_Line(0.0, 0.0)] * 7
        for _ in range(10_000):
            before = list(lines)
            for dice, throws in enumerate(self._throws, 1):
                chance, more = 0.0, throws.farkles * self.farkle
                for count, options in (*throws.offers, *self._blank_offer(dice)):
                    line = max(map(_rounded, self._far_options(lines, options)))
                    chance += count * line.chance
                    more += count * line.more
                if not self._blank_offer(dice):
                    more += throws.blanks * self.farkle
                lines[dice] = _Line(chance / 6**dice, more / 6**dice)
            if all(
                abs(new.chance - old.chance) < 1e-15 and abs(new.more - old.more) < 1e-10
                for new, old in zip(lines, before, strict=True)
            ):
                break
        return lines

    def _blank_offer(self, dice: int) -> tuple[tuple[int, tuple[_Option, ...]], ...]:
        """The blank throws of `dice` dice, not at the opening, as one more offer."""
        if dice == 6 and self.rules.blank_first_roll and self.rules.blank_scope == "any_six":
            return ((self._throws[5].blanks, (self._blank_option,)),)
        return ()

    @staticmethod
    def _far_options(lines: list[_Line], options: tuple[_Option, ...]) -> Iterator[_Line]:
        for option in options:
            line = lines[option.dice]
            yield _Line(line.chance, line.chance * option.points + line.more)
            if not option.forced:
                yield _Line(1.0, option.points)

    def _where_lines_start(self) -> int:
        """The points at risk from which on no choice changes any more."""
        if self.goal == "enter":
            return self._minimum
        top = 0.0
        for throws in self._throws:
            offers = (*throws.offers, *self._blank_offer(6))
            for options in {options for _, options in offers}:
                lines = list(map(_rounded, self._far_options(self._lines, options)))
                chosen = max(lines)
                for line in lines:
                    if line.chance < chosen.chance:
                        top = max(top, (line.more - chosen.more) / (chosen.chance - line.chance))
        return max(ceil(top), self._minimum) + 1

    def _table(self, rest: int, left: int) -> _Table:
        """Worth below the top, for points at risk that leave `rest` on the grid.

        `left` is how many throws are left where entry is limited, else 0.
        """
        table = self._tables.get((rest, left))
        if table is None:
            if left > 1:
                then: _Table | None = self._table(rest, left - 1)
            else:
                then = self._end(rest) if left else None
            table = self._tables[rest, left] = self._walk_down(rest, then)
        return table

    def _rows(self, rest: int) -> int:
        return max(0, ceil((self._top - rest) / self._grid))

    def _end(self, rest: int) -> _Table:
        """No throw is left for getting in: all that has not reached the minimum comes to nothing."""
        table = self._above(rest)
        for dice in range(1, 7):
            table.stand[dice][: self._rows(rest)] = [self._pair(0.0, 0.0)] * self._rows(rest)
            table.roll[dice][: self._rows(rest)] = [self._pair(0.0, 0.0)] * self._rows(rest)
        return table

    def _above(self, rest: int) -> _Table:
        """A table with the rows above the top filled in, as far up as one keep can lead."""
        rows = self._rows(rest)
        count = rows + self._most // self._grid + 1
        nothing = (0.0, 0.0)
        table = _Table(*([[nothing] * count for _ in range(7)] for _ in range(2)))
        for dice in range(1, 7):
            for row in range(rows, count):
                total = rest + row * self._grid
                table.roll[dice][row] = self._far(total, dice)
                table.stand[dice][row] = max(self._far(total, dice), self._bank(total))
        return table

    def _walk_down(self, rest: int, then: _Table | None) -> _Table:
        """Fill a table from the top down; `then` is the table of the next throw, or itself."""
        table = self._above(rest)
        then = then or table
        offers = []
        for dice, throws in enumerate(self._throws, 1):
            blank = self._blank_offer(dice)
            rows = [
                (
                    count,
                    [
                        ((then.roll if o.forced else then.stand)[o.dice], o.points // self._grid)
                        for o in options
                    ],
                )
                for count, options in (*throws.offers, *blank)
            ]
            lost = self.farkle * (throws.farkles + (0 if blank else throws.blanks))
            offers.append((dice, rows, lost, 6**dice))
        goal_is_points = self.goal == "points"
        for row in range(self._rows(rest) - 1, -1, -1):
            total = rest + row * self._grid
            bank = self._bank(total) if total >= self._minimum else None
            for dice, some, lost, all_of_them in offers:
                first = second = 0.0
                for count, options in some:
                    best = max([worth[row + points] for worth, points in options])
                    first += count * best[0]
                    second += count * best[1]
                if goal_is_points:
                    roll = ((first + lost) / all_of_them, second / all_of_them)
                else:
                    roll = (round(first / all_of_them, _SAME), second / all_of_them)
                table.roll[dice][row] = roll
                table.stand[dice][row] = roll if bank is None else max(roll, bank)
        return table


def _rounded(line: _Line) -> _Line:
    return _Line(round(line.chance, _SAME), line.more)


def _forced(rules: RuleSet, keep: Dice, hot: bool) -> bool:
    if hot and rules.hot_dice == "mandatory":
        return True
    return rules.roll_after_four and any(keep.count(face) >= 4 for face in set(keep))


def _all_throws(rules: RuleSet) -> list[_Throws]:
    offers: list[Counter[tuple[_Option, ...]]] = [Counter() for _ in range(6)]
    blanks, farkles = [0] * 6, [0] * 6
    for throw in SETS:
        at = len(throw) - 1
        keeps = rules.table.keeps(throw)
        if not keeps:
            (farkles if rules.table.is_toxic(throw) else blanks)[at] += weight(throw)
            continue
        best: dict[tuple[int, bool], int] = {}
        for keep, points in keeps.items():
            hot = len(keep) == len(throw)
            then = (6 if hot else len(throw) - len(keep), _forced(rules, keep, hot))
            best[then] = max(points + (rules.hot_dice_bonus if hot else 0), best.get(then, 0))
        options = tuple(_Option(points, *then) for then, points in sorted(best.items()))
        offers[at][options] += weight(throw)
    return [
        _Throws(tuple((count, options) for options, count in some.items()), blank, farkle)
        for some, blank, farkle in zip(offers, blanks, farkles, strict=True)
    ]


@dataclass(frozen=True)
class LongRun:
    """Points per turn for ever, and the plan for each number of farkles in a row (0-2)."""

    points_per_turn: float
    plans: tuple[Plan, Plan, Plan]


@lru_cache(maxsize=16)
def long_run(rules: RuleSet) -> LongRun:
    """The play that makes the most points a turn for ever, penalties counted (no floor).

    Every turn is after entry. A farkle is worth what the worse streak after it costs: those costs
    and the plans are improved in turn until they agree.
    """
    costs = (0.0, 0.0, -float(rules.farkle_penalty))
    while True:
        plans = [Plan(rules, farkle=cost) for cost in costs]
        points = [plan.value(0, 6) for plan in plans]
        following = (points[1] - points[0], points[2] - points[0], costs[2])
        if all(abs(new - old) < 1e-9 for new, old in zip(following, costs, strict=True)):
            return LongRun(points[0], (plans[0], plans[1], plans[2]))
        costs = following
