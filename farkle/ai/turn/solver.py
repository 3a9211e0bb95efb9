"""The best play of a turn, solved exactly for any rule set.

`solver_walk.py` explains the algorithm and how its time is bounded.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final, Literal

from farkle.engine.actions import Bank, Roll
from farkle.rules.named_dice import left_after
from farkle.rules.named_odds import cups_of
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice, check_number

from .solver_options import offers
from .solver_walk import Pair, Turn, WorthTable

Goal = Literal["points", "enter", "points_to_enter", "reach"]

MOST_HOT: Final = 2
"""Where hot dice multiply, points count no more after further hot dice of a turn. With more than
six dice plans leave all of it out, because they would take too long."""

_MAX_STAGES: Final = 40
"""Maximum number of throws left for entry that are distinguished."""


def solve(
    rules: RuleSet,
    goal: Literal["points", "enter", "points_to_enter"] = "points",
    letters: str = "",
) -> Plan:
    """Return the best play of a turn under `rules`, with the named dice `letters` if any.

    "points" maximises the points of a player who is on the board. "enter" maximises the chance to
    get on the board, and then the points. "points_to_enter" maximises the points of a player who is
    not on the board, where a turn below the minimum scores none. Penalties, building and other
    players are ignored. Recent plans are kept.
    """
    return _solve_named(rules, goal, letters=letters) if letters else _solve(rules, goal)


class Plan:
    """The best play of a turn; `solve` makes it. The goal "reach" maximises the chance to bank at
    least `minimum` points, for a player who is on the board. Its methods take a number of dice, or
    with named dice the `place` of a cup."""

    def __init__(
        self,
        rules: RuleSet,
        goal: Goal = "points",
        *,
        minimum: int = 0,
        hot: int = 0,
        letters: str = "",
    ) -> None:
        self.rules = rules
        self._place = {cup: at for at, cup in enumerate(cups_of(letters), 1)}
        self.every = len(self._place) or rules.dice
        """All dice."""
        self._times = rules.times(hot)
        self._next: Plan | None = None
        self._share = 1 + MOST_HOT if rules.hot_dice_times else 1
        if rules.hot_dice_times and hot < MOST_HOT and rules.dice <= 6:
            self._next = Plan(rules, goal, minimum=minimum, hot=hot + 1, letters=letters)
        self.goal = goal
        entering = goal in ("enter", "points_to_enter")
        self._limit = rules.bank_limits(entered=not entering or not rules.entry_min)[1]
        throws = offers(rules, letters=letters)
        self._turn = Turn(
            throws.times(self._times),
            by_chance=goal in ("enter", "reach"),
            minimum=rules.entry_min if entering else max(minimum, rules.bank_min),
            ends=entering and rules.entry_min > 0 and rules.entry_ends_turn,
            multiple=throws.multiple,
        )
        self._stages = {0: self._walk(0)}

    @property
    def worth_table(self) -> WorthTable:
        """The value of every position after the first throw of a turn."""
        return self._stage(0, 1)

    @property
    def exact(self) -> bool:
        """True if every sum of points was visited, can be banked far up, and counts the same after
        any number of hot dice."""
        return self.worth_table.exact and self._share == 1 and not self.rules.more_can_hurt

    def place(self, dice: int, cup: str = "") -> int:
        """Return what stands for so many dice, or for those of `cup`, in the other methods."""
        return self._place[cup] if cup else dice

    def after(self, hot: int) -> Plan:
        """Return the plan for the rest of a turn after so many hot dice."""
        return self if not hot or self._next is None else self._next.after(hot - 1)

    @cached_property
    def average(self) -> float:
        """The value of a turn at its start: points, or the chance to bank if that is the goal."""
        return (self.value if self.goal == "points" else self.chance)(0, self.every)

    def value(self, turn_points: int, dice: int, *, rolls: int | None = None) -> float:
        """Return the expected points of the turn when `dice` dice are about to be rolled. `rolls`
        is the number of throws so far; by default, a turn without points is at its first."""
        return self._turn.both(self._worth(turn_points, dice, rolls))[1]

    def chance(self, turn_points: int, dice: int, *, rolls: int | None = None) -> float:
        """Return the chance that the turn is banked when `dice` dice are about to be rolled."""
        return self._turn.both(self._worth(turn_points, dice, rolls))[0]

    def choices(
        self, turn_points: int, throw: Dice, *, rolls: int = 1, cup: str = ""
    ) -> list[tuple[Roll | Bank, float, float]]:
        """Return the choices after `throw`, best first: (action, expected points, chance to bank).
        `cup`: the named dice that show it. `turn_points` are the points before this throw, plus
        those credited for a blank one; `rolls` includes it. Empty for a farkle. Where hot dice
        multiply, use the plan `after` them."""
        keeps = self.rules.table.keeps(throw)
        if self.rules.is_blank(throw, first=rolls == 1):
            keeps = {(): 0}
        table = self._stage(turn_points, rolls)
        ranked: list[tuple[Pair, Roll | Bank]] = []
        for keep, points in keeps.items():
            hot = len(keep) in (0, len(throw))
            bonus = self.rules.hot_dice_bonus if hot and keep else 0
            total = turn_points + (points + bonus) * self._times
            left = 0 if hot else len(throw) - len(keep)
            forced = self.rules.table.forced_roll(keep, left)
            may_bank = self._turn.may_bank(total) and not forced
            if may_bank:
                ranked.append((self._turn.bank(total), Bank(keep)))
            if not (may_bank and table.closed):
                then = table.hot if hot and keep and table.hot else table
                dice = left or self.every
                if left and cup:
                    dice = self._place[left_after(cup, throw, keep)]
                ranked.append((then.worth(total, dice), Roll(keep)))
        # Of equal choices prefer to bank, then the larger keep.
        ranked.sort(
            key=lambda choice: (choice[0], isinstance(choice[1], Bank), len(choice[1].keep))
        )
        both = self._turn.both
        return [(action, both(pair)[1], both(pair)[0]) for pair, action in ranked[::-1]]

    def best(self, turn_points: int, throw: Dice, *, rolls: int = 1) -> Roll | Bank:
        """Return the best of `choices`. Raise ValueError for a farkle."""
        choices = self.choices(turn_points, throw, rolls=rolls)
        if not choices:
            raise ValueError("Nothing of this throw scores: it is a farkle.")
        return choices[0][0]

    def _worth(self, turn_points: int, dice: int, rolls: int | None) -> Pair:
        if not self._place:
            check_number(dice, self.every)
        if rolls or (rolls is None and turn_points):
            return self._stage(turn_points, rolls or 1).worth(turn_points, dice)
        return self._opening(turn_points, dice)

    def _opening(self, turn_points: int, dice: int) -> Pair:
        """Return the value of the first throw of a turn, which may be blank or repeated."""
        turn = self._turn
        worths = self._stage(turn_points, 1).options(turn_points)
        pair = turn.throw(turn.offers.opening[dice - 1], worths)
        if self.rules.second_chance:
            once = turn.offers.scoring[dice - 1]
            chance, points = turn.both(turn.throw(once, worths))
            again, part = turn.both(pair), once.lost / once.size
            pair = turn.pair(chance + part * again[0], points + part * again[1])
        return pair

    def _stage(self, turn_points: int, rolls: int) -> WorthTable:
        """Return the table for a turn after `rolls` throws. Sums off the grid, which no real turn
        can have, get tables of their own; the last few are kept."""
        stages = self._stages_of(turn_points % self._turn.offers.grid)
        return stages[max(0, min(self._limit - rolls, len(stages) - 1))]

    def _stages_of(self, rest: int) -> list[WorthTable]:
        stages = self._stages.get(rest)
        if stages is None:
            if len(self._stages) > 3:
                del self._stages[next(reversed(self._stages))]
            stages = self._stages[rest] = self._walk(rest)
        return stages

    def _walk(self, rest: int) -> list[WorthTable]:
        """Return the tables for 0, 1, 2... throws left for entry, or one if there is no limit."""
        count = min(self._limit - 1, _MAX_STAGES) if self._limit else 0
        hot: list[WorthTable] | list[None] = [None] * (count + 1)
        if self._next is not None:
            hot = self._next._stages_of(rest)
        if not self._limit:
            return [WorthTable(self._turn, rest, share=self._share, hot=hot[0])]
        stages = [WorthTable(self._turn, rest, closed=True, empty=True, hot=hot[0])]
        for more in hot[1:]:
            stages.append(
                WorthTable(self._turn, rest, then=stages[-1], share=count * self._share, hot=more)
            )
        return stages


_solve: Final = lru_cache(maxsize=64)(Plan)
_solve_named: Final = lru_cache(maxsize=16)(Plan)  # some megabytes each
