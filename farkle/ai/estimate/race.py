"""The chance to win a race of two sides to the target, from every pair of totals.

Each turn is played in the best of a few styles, from cautious to reckless, whose outcomes are
known. Chances are computed backwards from the target, over totals that are dense near the target
and sparse far from it, and interpolated in between. Farkles in a row (the caller adds the cost of a
farkle) and building are left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import takewhile
from math import ceil, inf
from operator import mul
from typing import Final, NamedTuple

from farkle.ai.turn.turn_value import MAX_STEPS, ROWS_ABOVE, Turns
from farkle.rules.ruleset import RuleSet

_MAX_ROUNDS: Final = 8
"""Maximum number of rounds of adapting the two sides to each other; two or three are enough."""

Ends = tuple[Sequence[float], float]
"""The outcomes of a turn: the chance to bank each number of rows, and to score nothing."""


class Standing(NamedTuple):
    """A side's `total`; `inside`: it is on the board. One that is not may owe penalties."""

    total: float
    inside: bool = True


class _Hops(NamedTuple):
    """The outcomes of a turn: the `chances` of the totals from index `first` on (those past the
    target come last), and the chance that the total `stays`."""

    first: int
    chances: Sequence[float]
    stays: float


class Race:
    """Chances to win between two sides. `at` lists the totals of sides that are not on the board,
    then of those that are."""

    def __init__(self, rules: RuleSet, turns: Turns) -> None:
        self.rules = rules
        self.step = turns.step
        debts = list(_debts(rules, turns.step))
        outside = [*(debts if rules.entry_min else ()), 0]
        self._outside = len(outside)
        self.at = [*outside, *debts, *_totals(rules.target, turns.step)]
        self._replies = [
            turns.last_reach.chance((MAX_STEPS - row) * turns.step, rules.dice, rolls=0)
            for row in range(MAX_STEPS + 1)
        ]
        self._least = {False: rules.entry_min, True: rules.bank_min}
        self._win = self._work_out(turns)

    def to_move(self, own: Standing, theirs: Standing, *, last: bool = False) -> float:
        """Return the chance to win of the side to move, which is first or `last` in a round. That
        only counts where the round is finished."""
        row, part = self._place(own)
        column, share = self._place(theirs)
        win = self._win[-1 if last else 0]
        lower, upper = win[row], win[row + 1]
        low = lower[column] + share * (lower[column + 1] - lower[column])
        high = upper[column] + share * (upper[column + 1] - upper[column])
        return min(1.0, max(0.0, low + part * (high - low)))

    def beats(self, total: float, own: Standing, seats: int = 1) -> float:
        """Return the chance of a side at `own` to beat `total`, with one turn for each seat. Ties
        count as the rules decide them."""
        need = total - own.total
        if need < 0:
            return 1.0
        least = ceil(self._least[own.inside] / self.step)
        level, more = max(least, ceil(need / self.step)), max(least, int(need // self.step) + 1)
        chance = self._reply(more) + later_tie(self.rules) * (
            self._reply(level) - self._reply(more)
        )
        return 1 - (1 - chance) ** seats

    def _reply(self, rows: int) -> float:
        return self._replies[rows] if rows <= MAX_STEPS else 0.0

    def _place(self, standing: Standing) -> tuple[int, float]:
        """Return the place of a standing, and the fraction of the way to the next place."""
        at, (total, inside) = self.at, standing
        first, last = (self._outside, len(at) - 1) if inside else (0, self._outside - 1)
        place = bisect_right(at, total, first, last) - 1
        if place < first:  # lower than any total in practice
            return first, 0.0
        if place == last:
            return last, 0.0
        return place, min(1.0, (total - at[place]) / (at[place + 1] - at[place]))

    def _standing(self, place: int) -> Standing:
        return Standing(self.at[place], place >= self._outside)

    def _work_out(self, turns: Turns) -> list[list[list[float]]]:
        """Return the chances by place of the side to move and of the other: for any side, or where
        the round is finished for the first one in it and for the last."""
        count, rules, hits = len(self.at), self.rules, self.rules.must_hit_target
        inside = list(_manners(turns, rules.bank_limits(entered=True), ends=False, hits=hits))
        outside = inside
        if rules.entry_min:
            limits = rules.bank_limits(entered=False)
            outside = list(_manners(turns, limits, ends=rules.entry_ends_turn, hits=hits))
        hops = [
            self._hops(place, inside if place >= self._outside else outside)
            for place in range(count)
        ]
        orders = range(1 + rules.finishes_round)
        win = [[[0.5] * count for _ in range(count)] for _ in orders]
        # after[order][other][own]: the chance to win with the other side to move; then past the
        # target.
        after = [
            [
                [0.5] * count
                + [
                    self._past(row, self._standing(place), last=order > 0)
                    for row in range(ROWS_ABOVE + 1)
                ]
                for place in range(count)
            ]
            for order in orders
        ]
        for place in range(count - 1, -1, -1):
            for other in range(count - 1, place - 1, -1):
                both = ((place, other), (other, place))
                for own, theirs in both[: len(orders)]:
                    ahead = _settle(hops[own], after[0][theirs])
                    behind = _settle(hops[theirs], after[-1][own])
                    win[0][own][theirs], win[-1][theirs][own] = _agree(ahead, behind)
                    after[0][theirs][own] = 1 - win[-1][theirs][own]
                    after[-1][own][theirs] = 1 - win[0][own][theirs]
        # `to_move` interpolates with the next place, and the last one needs one too.
        return [[[*row, row[-1]] for row in (*rows, rows[-1])] for rows in win]

    def _past(self, row: int, theirs: Standing, *, last: bool) -> float:
        """Return the chance to win with `row` steps more than the target, against `theirs`. The
        `last` side of a round that is finished has no turn after it."""
        total = self.rules.target + row * self.step
        if last or self.rules.wins_at(total):
            return 1.0
        return 1 - self.beats(total, theirs)

    def _hops(self, place: int, manners: Sequence[Ends]) -> list[_Hops]:
        count, first = len(self.at), place + 1
        lands = [self._land(place, row) for row in range(max(len(rows) for rows, _ in manners))]
        hops = []
        for rows, lost in manners:
            chances = [0.0] * (count + ROWS_ABOVE + 1)
            chances[place] = lost
            for chance, (low, part) in zip(rows, lands, strict=False):
                if chance:
                    chances[low] += chance * (1 - part)
                    if part:
                        chances[low + 1] += chance * part
            last = len(chances) - 1
            while last > place and not chances[last]:
                last -= 1
            hops.append(_Hops(first, chances[first : last + 1], chances[place]))
        return hops

    def _land(self, place: int, row: int) -> tuple[int, float]:
        """Return where a bank of so many steps leads, and the fraction of the way to the next
        place. Places from `len(self.at)` on are past the target."""
        target, total = self.rules.target, self.at[place] + row * self.step
        if total > target and self.rules.must_hit_target:
            return place, 0.0
        if total >= target:
            return len(self.at) + min(ceil((total - target) / self.step), ROWS_ABOVE), 0.0
        return self._place(Standing(total))  # between the last total and the target, the last one


def later_tie(rules: RuleSet) -> float:
    """Return the chance to win of the side that ties later."""
    if rules.last_turns == "chase":
        return 0.0
    return 0.5 if rules.has_play_offs or rules.shares_ties else 0.0


def _totals(target: int, step: int) -> list[int]:
    """Return totals from zero up to the target: every step near it, fewer far away."""
    gap, gaps, width, alike = step, [step], step, 12
    while gap < target:
        if len(gaps) == alike:
            width *= 2
            alike += 8 if gap < MAX_STEPS * step else 3
        gap += width
        gaps.append(gap)
    return sorted({max(0, target - gap) for gap in gaps} | {0})


def _debts(rules: RuleSet, step: int) -> Iterator[int]:
    """Yield totals below zero, lowest first, down to between one and two targets below it."""
    penalty = max(rules.farkle_costs)
    if penalty and rules.penalty_floor != "zero":
        width = max(penalty, 20 * step)
        widths = takewhile(lambda debt: debt < 2 * rules.target, (width << n for n in range(30)))
        yield from sorted(-debt for debt in widths)


def _manners(turns: Turns, limits: tuple[int, int], *, ends: bool, hits: bool) -> Iterator[Ends]:
    """Yield the outcomes of turns that are played for points (with more or less fear of a farkle),
    for points above some sum, or to reach some sum (`hits`: to hit it). `limits` are the points
    that a bank needs, and the number of rolls; `ends`: turns are banked as soon as they may be."""
    minimum, limit = limits
    least, limit = ceil(minimum / turns.step), turns.followed(limit)
    if least > MAX_STEPS:
        yield (), 1.0  # reached too rarely to matter
        return
    if not ends:
        for lost in (0.0, -10.0, 5.0):
            yield turns.ends(*turns.for_points(least, lost, limit))
        for beyond in (6, 12, 20, 33):
            bank = [-inf] * least + [max(0.0, row - beyond) for row in range(ROWS_ABOVE + 1)]
            far = [line.chance * bank[-1] + line.more / turns.step for line in turns.lines]
            bank = turns.bankable(bank)
            yield turns.ends(bank, turns.walk(bank, 0.0, far, limit=limit))
    for more in (0,) if ends else (0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 27, 36):
        above = 0.0 if hits else 1.0
        bank = [-inf] * (least + more) + [1.0] + [above] * (ROWS_ABOVE - more)
        bank, far = turns.bankable(bank), [line.chance * above for line in turns.lines]
        yield turns.ends(bank, turns.walk(bank, 0.0, far, limit=limit))


def _settle(hops: Sequence[_Hops], after: Sequence[float]) -> list[tuple[float, float]]:
    """Return, for each style, the chance to win by moving on, and the chance to stay."""
    return [
        (sum(map(mul, hop.chances, after[hop.first : hop.first + len(hop.chances)])), hop.stays)
        for hop in hops
    ]


def _agree(
    ahead: Sequence[tuple[float, float]], behind: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """Return the chances of two sides to win, each when to move; a side that stays passes the
    move."""
    first = second = 0.5
    for _ in range(_MAX_ROUNDS):
        win, stay = max(ahead, key=lambda manner: manner[0] + manner[1] * (1 - second))
        wins, stays = max(behind, key=lambda manner: manner[0] + manner[1] * (1 - first))
        before = (first, second)
        both = 1 - stay * stays
        first = (win + stay * (1 - wins - stays)) / both if both > 1e-9 else 0.5
        second = wins + stays * (1 - first)
        if abs(first - before[0]) + abs(second - before[1]) < 1e-9:
            break
    return first, second
