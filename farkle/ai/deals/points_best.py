"""The player of par: alone for a number of turns, it has the highest expectation of points.

A turn is played for its points and for what it leaves to the turns after it: whether the player is
on the board, and how many farkles in a row are behind. With these the value of the turns left is
solved backwards from the last one.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import Final, NamedTuple

import numpy as np

from farkle.ai.chance.game import grid_of, manner_of
from farkle.ai.chance.one_turn import OneTurn
from farkle.ai.chance.throws import OPENING, Array, ThrowValues
from farkle.ai.chance.walk import Manner
from farkle.ai.players import Decision, decide
from farkle.engine.actions import Bank, Roll
from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet

_MOST_POINTS: Final = 15_000
"""More points than a turn ever makes in practice. With as many the player banks."""

_MOST_ROWS: Final = 1_500
_MOST_ENTRY_ROLLS: Final = 12
"""With more rows of points, or more rolls to get on the board, the level Ledger decides, as it does
where farkles cost other than so many points for several in a row, or a bank must be a multiple."""


class _Before(NamedTuple):
    """What a turn begins with: the number of turns left, this one included, whether the player is
    on the board, and the farkles in a row, where they cost a penalty."""

    left: int
    entered: bool
    streak: int


class _Turn(NamedTuple):
    """The values of a turn in points: those after a bank besides its own points, those of rolling
    by rolls made, dice and rows, and that of running out of rolls."""

    banked: float
    after: list[Array]
    nothing: float


class PointsBest:
    """Plays a deal with these rules. Every choice has the highest expected total, up to turns of
    15,000 points. A penalty counts in full, even where it stops at a score of zero."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._grid = grid_of(rules)
        least = max(rules.bank_min, rules.entry_min)
        self._rows = -(-(_MOST_POINTS + least) // self._grid)
        self._is_solved = (
            self._rows <= _MOST_ROWS
            and max(self._manner(entered).limit for entered in (False, True)) <= _MOST_ENTRY_ROLLS
            and not rules.estimated
            and not rules.streak_cost_varies
        )
        self._turns: dict[_Before, _Turn] = {}

    def decide(self, state: GameState) -> Decision:
        """Return the choice of the only player. Among equals it banks, or keeps more dice."""
        if not self._is_solved:
            return decide(state, "ledger")
        if not state.throw:
            return Roll()
        worths = self.worths(state)
        return max(
            worths,
            key=lambda choice: (
                round(worths[choice], 6),
                isinstance(choice, Bank),
                len(choice.keep),
            ),
        )

    def value(self, left: int) -> float:
        """Return the points that the player expects of so many turns, from the start on."""
        return self._to_come(_Before(left, self.rules.entry_min == 0, 0))

    def worths(self, state: GameState) -> dict[Roll | Bank, float]:
        """Return the points to expect from now on after each choice for the dice on the table,
        besides those banked before. Raise ValueError under rules that are not solved."""
        if not self._is_solved:
            raise ValueError("These rules are not solved.")
        left = self.rules.rounds - state.round + 1
        streak = state.streaks[0] if self.rules.punishes_streaks else 0
        turn = self._turn(_Before(left, state.entered[0], streak))
        after = turn.after[min(state.rolls, len(turn.after) - 1)]
        worths: dict[Roll | Bank, float] = {}
        for choice in state.legal.choices:
            if choice.bank is None:
                worths[Bank(choice.keep)] = choice.total + turn.banked
            if choice.ends and choice.bank is not None:
                worths[Roll(choice.keep)] = turn.nothing
            elif choice.roll is None and not choice.ends:
                row = min(choice.total // self._grid, self._rows)
                worths[Roll(choice.keep)] = float(after[choice.dice, row])
        return worths

    def _to_come(self, before: _Before) -> float:
        return float(self._turn(before).after[0][OPENING, 0]) if before.left else 0.0

    def _turn(self, before: _Before) -> _Turn:
        if before not in self._turns:
            self._turns[before] = self._solve(before)
        return self._turns[before]

    def _solve(self, before: _Before) -> _Turn:
        rules, grid = self.rules, self._grid
        left, entered, streak = before
        then = partial(_Before, left - 1)
        banked, nothing = self._to_come(then(True, 0)), self._to_come(then(entered, streak))
        if not rules.punishes_streaks:
            lost = nothing
        elif not rules.pays(streak + 1):
            lost = self._to_come(then(entered, streak + 1))
        else:
            lost = self._to_come(then(entered, 0)) - rules.farkle_costs[0]
        bank = banked + grid * np.arange(self._rows + 1)
        _, after = self._one.after(bank, lost, self._manner(entered), nothing)
        return _Turn(banked, after, nothing)

    def _manner(self, entered: bool) -> Manner:
        return manner_of(self.rules, self._grid, entered=entered)

    @cached_property
    def _one(self) -> OneTurn:
        return OneTurn(ThrowValues(self.rules, self._grid))
