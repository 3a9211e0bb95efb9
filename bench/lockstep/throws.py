"""What every throw offers under a rule set, as arrays, and what the plans of a turn make of it."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import numpy as np

from farkle import Roll, RuleSet
from farkle.ai.players import prepare
from farkle.ai.turn.solver import Plan
from farkle.ai.turn.solver_options import offers
from farkle.ai.turn.turn_value import MAX_STEPS
from farkle.engine.actions import Bank

Array = Any

POINTS: Final = 0
ENTER: Final = 1
GOALS: Final = 2
"""A goal from here on is a number of rows that a last turn needs."""


class Throws:
    """The options of every throw. Throws of the same faces are one: a set, by number.

    By set and option (-1: no more of them) `more` has the rows of points, `left` the dice to throw
    next, and `forced` whether they must be thrown. `credit` has the rows of a blank throw. The
    first throw of a turn may be blank when others may not, so it has sets of its own.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules, self.grid = rules, offers(rules, every_keep=True).grid
        self.faces: list[tuple[int, ...]] = []
        self._opening: list[bool] = []
        self._option: list[dict[tuple[int, ...], int]] = []
        self.of_first = self._sets(rules.dice, opening=True)
        self.of = [self._sets(dice, opening=False) for dice in range(1, rules.dice + 1)]
        found = [self._options(at) for at in range(len(self.faces))]
        self.most = max(map(len, found))
        shape = len(found), self.most
        self.more, self.left = np.full(shape, -1), np.ones(shape, int)
        self.forced = np.zeros(shape, bool)
        for at, some in enumerate(found):
            for place, (points, left, forced) in enumerate(some):
                self.more[at, place] = points // self.grid
                self.left[at, place], self.forced[at, place] = left, forced
        self.credit = np.array([self._credit(at) // self.grid for at in range(len(found))])
        self._ranks: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def _sets(self, dice: int, *, opening: bool) -> Array:
        numbers: dict[tuple[int, ...], int] = {}
        found = np.empty(6**dice, int)
        for number, thrown in enumerate(product(range(1, 7), repeat=dice)):
            faces = tuple(sorted(thrown))
            if faces not in numbers:
                numbers[faces] = len(self.faces)
                self.faces.append(faces)
                self._opening.append(opening)
            found[number] = numbers[faces]
        return found

    def _options(self, at: int) -> list[tuple[int, int, bool]]:
        rules, faces = self.rules, self.faces[at]
        keeps = dict(rules.table.keeps(faces))
        options: dict[tuple[int, ...], tuple[int, int, bool]] = {}
        for keep, points in keeps.items():
            left = len(faces) - len(keep)
            bonus = 0 if left else rules.hot_dice_bonus
            forced = bool(rules.table.forced_roll(keep, left))
            options[keep] = (points + bonus, left or rules.dice, forced)
        if rules.is_blank(faces, first=self._opening[at]):
            credit = rules.blank_first_roll + rules.hot_dice_bonus
            options[()] = (credit, rules.dice, bool(rules.table.forced_roll((), 0)))
        every = sorted(set(options.values()))
        self._option.append({keep: every.index(one) for keep, one in options.items()})
        return every

    def _credit(self, at: int) -> int:
        blank = () in self._option[at]
        return self.rules.blank_first_roll + self.rules.hot_dice_bonus if blank else 0

    def code(self, at: int, action: Roll | Bank) -> int:
        """Return the number of a choice: that of the option, after all options if it is banked."""
        option = self._option[at][action.keep]
        return option + self.most if isinstance(action, Bank) else option

    def ranked(self, goal: int, risk: int, at: int) -> tuple[int, ...]:
        """Return the choices after a throw as the plan for a goal ranks them, the best first."""
        key = (goal, risk, at)
        found = self._ranks.get(key)
        if found is None:
            prepared = prepare(self.rules)
            points = (risk + int(self.credit[at])) * self.grid
            plan: Plan = (prepared.points, prepared.enter)[min(goal, ENTER)]
            if goal >= GOALS:
                turns = prepared.judge.turns
                plan, points = turns.reach, points + MAX_STEPS * turns.step - goal * self.grid
            rolls = 1 if self._opening[at] else 2
            choices = plan.choices(points, self.faces[at], rolls=rolls)
            found = tuple(self.code(at, action) for action, _, _ in choices)
            self._ranks[key] = found
        return found

    def first_ranked(self, goals: Array, risks: Array, sets: Array) -> Array:
        """Return the best choices after many throws."""
        keys, back = np.unique(np.stack([goals, risks, sets]), axis=1, return_inverse=True)
        first = [self.ranked(*key)[0] for key in keys.T.tolist()]
        return np.array(first, int)[back.reshape(-1)]
