"""A fast evaluation of a turn, for any value of its ends.

`solver_walk.py` finds the most points of a turn exactly. Here the value of banking is any function
of the points, such as a chance to win, and an evaluation takes a millisecond or two: points are
counted in coarse steps up to a limit, and throws are reduced to the keeps that can be the best
play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from operator import itemgetter, mul
from typing import Final, NamedTuple

from farkle.rules.ruleset import RuleSet

from .solver import MOST_HOT, Plan, solve
from .solver_options import Offers, Throws, offers

OPENING: Final = 0
"""Used as a number of dice, this is the first throw of a turn, of all dice."""

_MOST_ROLLS: Final = 4
"""The highest limit of rolls in a turn that a walk follows."""

MAX_STEPS: Final = 200
"""Maximum number of steps a turn can aim for; the chance of more is taken to be 0."""

ROWS_ABOVE: Final = 80
"""Rows above the minimum that a walk for points covers."""

_AVERAGE_STEPS: Final = 11
"""Approximate number of steps that an average turn scores."""

_MAX_KEEP_STEPS: Final = 64
"""Maximum number of steps a single keep counts for."""

_NEGLIGIBLE_LOSS: Final = 1 / 3000
"""Loss of value, in steps, up to which an option of a throw may be ignored."""

_Places = tuple[int, ...]


class _Throw(NamedTuple):
    """A throw: the options without an alternative (`places`) with their chances (`often`), the
    `choices` between options with their chances, and the chance that nothing scores (`lost`)."""

    places: _Places
    often: tuple[float, ...]
    choices: tuple[tuple[float, _Places], ...]
    lost: float


class Worths(NamedTuple):
    """Values by dice (0: the opening) and row: of rolling, and of rolling or banking."""

    roll: list[list[float]]
    stand: list[list[float]]
    hot_roll: list[list[float]] | None = None  # of rolling after hot dice, if it is worth more


def one_roll(rules: RuleSet) -> RuleSet:
    """Return the rules for a last turn of a single roll."""
    return replace(rules, bank_rolls=1, entry_rolls=1, hot_dice_times=False)


class Turns:
    """Turns under a rule set, simplified. Points are counted in rows of `step` points each."""

    def __init__(self, rules: RuleSet) -> None:
        plan = solve(rules)
        self.average = plan.value(0, rules.dice)
        self._hot_times = rules.hot_dice_times
        grid, self._multiple = offers(rules).grid, offers(rules).multiple
        self.step = max(1, round(self.average / _AVERAGE_STEPS / grid)) * grid
        # Values far up: of the opening (the same as all dice), then of 1, 2, ... all dice.
        self.lines = [plan.worth_table.lines[dice or rules.dice] for dice in range(rules.dice + 1)]
        self.reach = Plan(rules, "reach", minimum=MAX_STEPS * self.step)
        self.last_reach = self.reach
        """The plan to reach points in a last turn."""
        if rules.last_turns == "roll":
            self.last_reach = Plan(one_roll(rules), "reach", minimum=MAX_STEPS * self.step)
        self._options = [
            (min(_MAX_KEEP_STEPS, max(1, round(points / self.step))), dice, forced)
            for points, dice, forced in _offers(rules).options
        ]
        self._throws = _throws(
            rules,
            {} if rules.must_hit_target else _worth_keeping(rules, plan, self.reach, self.step),
        )

    def followed(self, limit: int) -> int:
        """Return this limit of rolls, or 0 if it is too high for a walk, or hot dice multiply."""
        return 0 if self._hot_times or limit > _MOST_ROLLS else limit

    def walk(
        self,
        bank: Sequence[float],
        lost: float,
        far: Sequence[float],
        *,
        limit: int = 0,
        hot: int | None = None,
    ) -> list[Worths]:
        """Return the values of the best play, given those of the ends of the turn; with a `limit`
        of rolls, by rolls made (0, 1, ... `limit`).

        `bank` is the value of banking by row (-inf: not allowed), `lost` that of a farkle, and of
        running out of rolls. Above the last row its value of `bank` counts, and rolling is worth
        `far` without a limit, by dice (0: the opening, which gets a value in the first row only).
        `hot` is the number of hot dice so far; without it, points never count more.
        """
        if limit:
            return self._walk_back(bank, lost, limit)
        if not self._hot_times or hot is None:
            return [self._walk(bank, lost, far)]
        worths = self._walk(bank, lost, far, MOST_HOT + 1)
        for times in range(MOST_HOT, min(hot, MOST_HOT), -1):
            worths = self._walk(bank, lost, far, times, worths)
        return [worths]

    def _walk_back(self, bank: Sequence[float], lost: float, limit: int) -> list[Worths]:
        rows = [max(lost, worth) for worth in bank] + [bank[-1]] * _MAX_KEEP_STEPS
        nothing = [[lost] * len(rows)] * len(self._throws)
        stages = [Worths(nothing, [rows] * len(self._throws))]
        far = [throw.lost * lost + (1 - throw.lost) * bank[-1] for throw in self._throws]
        for _ in range(limit):
            stages.append(self._walk(bank, lost, far, then=stages[-1]))
        return stages[::-1]

    def _walk(
        self,
        bank: Sequence[float],
        lost: float,
        far: Sequence[float],
        times: int = 1,
        hot: Worths | None = None,
        then: Worths | None = None,
    ) -> Worths:
        """Return the same where points count so many `times`, given the values after hot dice, and
        those after the next roll (`then`; None: the same)."""
        top = len(bank) - 1
        roll = [[worth] * (top + _MAX_KEEP_STEPS + 1) for worth in far]
        stand = [[max(worth, bank[top])] * (top + _MAX_KEEP_STEPS + 1) for worth in far]
        every, next_ = len(far) - 1, then or Worths(roll, stand)
        after = [hot if hot and dice == every else next_ for _, dice, _ in self._options]
        sources = [
            ((at.roll if forced else at.stand)[dice], min(_MAX_KEEP_STEPS, more * times))
            for at, (more, dice, forced) in zip(after, self._options, strict=True)
        ]
        throws = [
            (
                roll[dice],
                stand[dice],
                itemgetter(*throw.places),
                throw.often,
                [(often, *places) for often, places in throw.choices if len(places) == 2],
                [(often, places) for often, places in throw.choices if len(places) > 2],
                throw.lost * lost,
            )
            for dice, throw in enumerate(self._throws)
        ]
        opening = throws.pop(OPENING)
        for row in range(top - 1, -1, -1):
            if row == 0:
                throws.append(opening)
            worths = [source[row + more] for source, more in sources]
            banked = bank[row]
            for rolls, stands, pick, often, pairs, choices, nothing in throws:
                worth = nothing + sum(map(mul, often, pick(worths)))
                for part, at, other in pairs:
                    first, second = worths[at], worths[other]
                    worth += part * (first if first > second else second)  # noqa: FURB136 - max() is slow
                for part, places in choices:
                    worth += part * max([worths[at] for at in places])
                rolls[row] = worth
                stands[row] = max(worth, banked)
        return Worths(roll, stand, hot.roll if hot else None)

    def bankable(self, bank: Sequence[float], base: int = 0) -> list[float]:
        """Return these values of banking, by row from `base` points on, where a bank may be so
        many. The last row counts for all above."""
        multiple, step = self._multiple, self.step
        if base % multiple == 0 and (step % multiple == 0 or multiple % step):
            return list(bank)  # every row, or too coarse to tell
        fits = [(base + row * step) % multiple == 0 for row in range(len(bank) - 1)]
        return [worth if fit else -inf for worth, fit in zip(bank, [*fits, True], strict=True)]

    def for_points(
        self, least: int, lost: float, limit: int = 0
    ) -> tuple[list[float], list[Worths]]:
        """Return the values of banking in rows, and those of the best play for the most points, as
        `walk`. `least` is the minimum to bank, `lost` the value of a farkle."""
        top = least + ROWS_ABOVE
        bank = self.bankable([float(row) if row >= least else -inf for row in range(top + 1)])
        far = [
            line.chance * top + line.more / self.step + (1 - line.chance) * lost
            for line in self.lines
        ]
        return bank, self.walk(bank, lost, far, limit=limit)

    def ends(self, bank: Sequence[float], stages: Sequence[Worths]) -> tuple[list[float], float]:
        """Return the outcomes of a turn played by the values of a walk: the chance of each row, and
        of 0. A turn that reaches the top counts as banked there."""
        top, size = len(bank) - 1, len(bank) + _MAX_KEEP_STEPS
        ends, lost = [0.0] * size, 0.0
        mass = [[[0.0] * size for _ in self._throws] for _ in stages]
        mass[0][OPENING][0] = 1.0
        *limited, out = mass
        steps = list(zip(limited, mass[1:], stages[1:], strict=True)) or [(out, out, stages[0])]
        for row in range(top):
            for here, there, worths in steps:
                for dice, throw in enumerate(self._throws):
                    part = here[dice][row]
                    if part < 1e-7:
                        continue
                    lost += part * throw.lost
                    for at, often in self._choose_options(throw, worths, row):
                        more, then, forced = self._options[at]
                        to = row + more
                        goes_on = forced or worths.roll[then][to] > bank[min(to, top)]
                        (there[then] if goes_on else ends)[to] += part * often
        if limited:
            lost += sum(sum(at_dice[:top]) for at_dice in out)
        for row in range(top, size):
            ends[row] += sum(at_dice[row] for stage in mass for at_dice in stage)
        return ends, lost

    def _choose_options(self, throw: _Throw, worths: Worths, row: int) -> list[tuple[int, float]]:
        """Return the best options of a throw at `row`, with their chances."""

        def worth(at: int) -> float:
            more, dice, forced = self._options[at]
            return (worths.roll if forced else worths.stand)[dice][row + more]

        chosen = list(zip(throw.places, throw.often, strict=True))
        chosen += [(max(places, key=worth), often) for often, places in throw.choices]
        return chosen


def _offers(rules: RuleSet) -> Offers:
    return offers(rules, every_keep=rules.must_hit_target)  # there, fewer points may win


def _worth_keeping(rules: RuleSet, plan: Plan, reach: Plan, step: int) -> Mapping[_Places, _Places]:
    """Return the options of each throw that cannot be ignored without a loss of value."""
    steps = (0, 2, 4, 6, 10, 14, 20, 30, 40, 50, 60)
    kept: dict[_Places, set[int]] = defaultdict(set)
    for which, totals in (
        (plan, [step * count for count in steps]),
        (reach, [step * (MAX_STEPS - count) for count in (2, *steps[2:], 80)]),
    ):
        for total in totals:
            worths = [worth[0] for worth in which.worth_table.options(total)]
            little = _NEGLIGIBLE_LOSS * (step if which is plan else which.chance(total, rules.dice))
            for dice, throws in enumerate(offers(rules).later, 1):
                for count, places in throws.offers:
                    best = max(places, key=worths.__getitem__)
                    have = kept[places]
                    lost = worths[best] - max([worths[at] for at in have], default=-inf)
                    if lost * count > little * 6**dice:
                        have.add(best)
    return {places: tuple(sorted(best)) for places, best in kept.items()}


def _throws(rules: RuleSet, kept: Mapping[_Places, _Places]) -> list[_Throw]:
    """Return the opening, then the throws of 1, 2, ... all dice."""
    offered = _offers(rules)
    once, first = offered.scoring[-1], offered.opening[-1]
    shares = [(first, 1.0)]
    if rules.second_chance:
        shares = [(once, 1.0), (first, once.lost / 6**rules.dice)]
    return [_throw(kept, shares), *(_throw(kept, [(throws, 1.0)]) for throws in offered.later)]


def _throw(kept: Mapping[_Places, _Places], shares: Sequence[tuple[Throws, float]]) -> _Throw:
    """Combine throws with their chances into one. Only losses in the last of them are final."""
    counts: dict[_Places, float] = defaultdict(float)
    lost = 0.0
    for throws, share in shares:
        size = throws.lost + sum(count for count, _ in throws.offers)
        lost = share * throws.lost / size
        for count, places in throws.offers:
            counts[kept.get(places, places)] += share * count / size
    sure = {places[0]: often for places, often in counts.items() if len(places) == 1}
    # With at least two places, `itemgetter` returns a tuple.
    return _Throw(
        places=(0, 0, *sure),
        often=(0.0, 0.0, *sure.values()),
        choices=tuple((often, places) for places, often in counts.items() if len(places) > 1),
        lost=lost,
    )
