"""The chance to win between two players from every pair of totals, by falling sum.

The pairs around tell so well which chance to expect that most turns are walked once. Pairs with a
player who is not on the board come last. docs/develop/chances.md ("How it is solved") has more.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .building import Building
from .expected import Expected
from .game import Game
from .last_turn import Ending, fill_passed
from .throws import OPENING, Array
from .walk import (
    Curve,
    Walk,
    far_rolls,
    meet,
    space_out,
    value_start,
)

_MAX_TURNS: Final = 1_500
"""Maximum number of turns walked at a time, to bound the memory."""

_NEAR: Final = 1e-6
"""A turn is walked again if the chance after a farkle is farther from the one expected."""

_MAX_WALKS: Final = 12

_SLOPES_EVERY: Final = 8
"""The slopes of turns are measured at every eighth sum, and where turns are walked again."""

_STEP: Final = 1e-3
"""Distance over which slopes are measured."""

_MAX_SLOPE: Final = 0.99

_NEAREST: Final = 4
"""Number of values of a farkle at which a turn against a player not on the board is valued."""

_MAX_PASSES: Final = 12
"""Maximum number of passes over all pairs with a player who is not on the board."""

_TOLERANCE: Final = 1e-7
"""Passes end once no chance changes by more."""


class Inside:
    """`win[own, theirs, order]`: chances of the player to move, in rows, with both on the board.

    `order` is 0 for a player who leads tiebreakers, where that matters.
    `banked[theirs, order, total]` is the chance after banking, up to the highest total of interest.
    `change` is the largest difference between the chance after a farkle and the one a turn was
    walked with.
    """

    def __init__(self, game: Game, ending: Ending) -> None:
        self.game, self.ending = game, ending
        size, orders = game.target, game.orders
        self.win = np.full((size, size, orders), 0.5)
        self.banked = np.zeros((size, orders, ending.top + 1))
        for theirs in range(size):
            for order in range(orders):
                won = ending.after_bank(theirs, orders - 1 - order, entered=True)
                self.banked[theirs, order, size:] = won
        self._expected = Expected(self.win)
        self._most_rows_of_a_throw = max(more for more, _, _ in game.throws.options)
        self.change = 0.0
        for both in range(2 * size - 2, -1, -1):
            self._solve(both)

    def entering(self) -> Array:
        """Return the chances of a player who gets on the board, by rows, and by the opponent's
        total and order."""
        return self.banked.reshape(-1, self.ending.top + 1).T

    def _solve(self, both: int) -> None:
        """Solve all pairs with the sum `both`. The partner of a pair, seen by the opponent, is at
        the same place from the end."""
        size, orders = self.game.target, self.game.orders
        totals = np.arange(max(0, both - size + 1), min(both, size - 1) + 1)
        expected, slope = self._expected.at(totals, both - totals)
        win, slope = expected.reshape(-1), slope.reshape(-1)
        own, order = np.repeat(totals, orders), np.tile(np.arange(orders), len(totals))
        pairs = np.stack((own, both - own, order))
        lost = 1 - win[::-1]
        value = self._walk(pairs, lost)
        if both % _SLOPES_EVERY == 0:
            slope = (self._walk(pairs, lost + _STEP) - value) / _STEP
        for _ in range(_MAX_WALKS):
            win = _settle(value, slope, lost)
            needed = 1 - win[::-1]
            again = np.abs(needed - lost) > _NEAR
            again |= again[::-1]
            if not again.any():
                break
            step, new = (needed - lost)[again], self._walk(pairs[:, again], needed[again])
            known = np.abs(step) > _NEAR
            slope[again] = np.where(
                known, (new - value[again]) / np.where(known, step, 1.0), slope[again]
            )
            value[again], lost[again] = new, needed[again]
        self.change = max(self.change, float(np.abs(needed - lost).max()))
        shape = expected.shape
        self._expected.store(totals, both - totals, win.reshape(shape), slope.reshape(shape))
        self.banked[own, orders - 1 - order, both - own] = 1 - win

    def _walk(self, pairs: Array, lost: Array) -> Array:
        """Return the values of the turns of these pairs, given the value of a farkle. Chances are
        relative to it, so that single precision keeps the differences."""
        game, (own, theirs, order) = self.game, pairs
        longest = np.maximum(self._look_ahead(own, theirs), game.inside.least + 1)
        rows = longest[0] + 1
        totals = own + np.arange(rows + self._most_rows_of_a_throw)[:, None]
        banks = self.banked[theirs, order, np.minimum(totals, self.ending.top)]
        banks = (fill_passed(game, banks, lost) - lost).astype(np.float32)
        none = np.zeros(len(own), np.float32)
        walk = Walk(game.throws, banks[:rows], none, game.inside, None, longest, banks[rows:])
        return np.asarray(walk.opening + lost)

    def _look_ahead(self, own: Array, theirs: Array) -> Array:
        """Return the rows that turns are followed: as far as the opponent is ahead, and then as far
        as turns ever get."""
        rows = np.maximum(theirs - own, 0) + self.ending.rare_rows
        return np.asarray(np.minimum(rows, self.ending.top - own))


def _settle(value: Array, slope: Array, lost: Array) -> Array:
    """Return the chances of pairs whose turns have this value and slope at `lost`, which is the
    chance that a farkle leaves."""
    slope = np.clip(slope, 0.0, _MAX_SLOPE)
    alone = value + slope * (1 - lost)  # if the opponent's chance were 0
    return np.asarray(np.clip((alone - slope * alone[::-1]) / (1 - slope * slope[::-1]), 0, 1))


class Outside:
    """Chances of the player to move while at most one player is on the board.
    `inside[total, order]` is for a player on the board, `outside[total, order]` for one who is not,
    by the total of the player on the board; `both[order]` if neither is."""

    def __init__(self, solved: Inside | Building) -> None:
        self.game, self.ending, self._solved = solved.game, solved.ending, solved
        orders = self.game.orders
        # At first, as if both were on the board.
        self.inside, self.outside = solved.win[:, 0].copy(), solved.win[0].copy()
        self.both = solved.win[0, 0].copy()
        self.banked = np.empty((orders, self.ending.top + 1))
        """Chances after banking against a player who is not on the board, by order and total."""
        for order in range(orders):
            won = self.ending.after_bank(0, orders - 1 - order, entered=False)
            self.banked[order, self.game.target :] = won
        self.change = 1.0
        for number in range(_MAX_PASSES):
            before, width = self._all(), max(1e-6, 10.0 ** -(number + 1))
            entering = _nodes_near((1 - self.inside[:, ::-1]).reshape(-1), width)
            column = space_out((1 - self.outside[:, ::-1]).T)
            column = np.concatenate((column, column[:, -1:] + 1e-3), axis=1)
            self._column(column, self._walk(self._solved.entering(), entering))
            curve = self._walk(self.banked.T, _nodes_near(1 - self.both[::-1], width))
            self.both, _ = meet(curve, curve, self.both, self.both)
            self.change = float(np.abs(self._all() - before).max())
            if self.change < _TOLERANCE:
                break

    def _all(self) -> Array:
        return np.concatenate((self.inside.ravel(), self.outside.ravel(), self.both))

    def _walk(self, bank: Array, nodes: Array) -> Curve:
        """Return the chances of players who are not on the board, by the value of a farkle. `bank`
        has those after banking: by dice left where they matter, total, and player."""
        lines, count = nodes.shape
        values = np.empty((lines, count))
        size = max(1, _MAX_TURNS // count)
        for start in range(0, lines, size):
            part = slice(start, start + size)
            lost = nodes[part].reshape(-1)
            banks = fill_passed(self.game, np.repeat(bank[..., part], count, axis=-1), lost)
            walk = Walk(self.game.throws, banks, lost, self.game.outside)
            values[part] = walk.opening.reshape(-1, count)
        return Curve(nodes, values)

    def _column(self, nodes: Array, enter: Curve) -> None:
        """Solve the pairs with one player on the board, by falling total of that player."""
        game, top = self.game, self.ending.top
        throws, orders, count = game.throws, game.orders, nodes.shape[1]
        lost = nodes.reshape(-1)
        last = fill_passed(game, np.repeat(self.banked[:, top], count), lost)
        rolls = np.empty((throws.lines, top + 1, lost.size))
        rolls[:, top] = far_rolls(throws, last, lost)
        stands = np.maximum(rolls, last)

        def at(row: int, dice: int, forced: bool) -> Array:
            return np.asarray((rolls if forced else stands)[dice, min(row, top)])

        for total in range(top - 1, -1, -1):
            values = [at(total + rows, dice, forced) for rows, dice, forced in throws.options]
            rolls[:, total] = worth = throws(values, lost)
            if total < game.target:
                near = self._nearest(total, nodes)
                opening = worth[OPENING, near]
                if game.inside.least > 1:

                    def at_near(row: int, dice: int, forced: bool, near: Array = near) -> Array:
                        return at(row, dice, forced)[near]

                    opening = value_start(throws, game.inside.least, at_near, total, lost[near])
                shape = orders, -1
                self._pair(total, Curve(lost[near].reshape(shape), opening.reshape(shape)), enter)
            bank = np.repeat(self.banked[:, total], count)
            stands[:, total] = np.maximum(worth, bank)

    def _nearest(self, total: int, nodes: Array) -> Array:
        """Return the places of the nodes around the chance expected after a farkle."""
        orders, count = nodes.shape
        width = min(_NEAREST, count)
        below = (nodes < 1 - self.outside[total, ::-1, None]).sum(axis=1)
        first = np.clip(below - width // 2, 0, count - width) + count * np.arange(orders)
        return np.asarray(first[:, None] + np.arange(width)).reshape(-1)

    def _pair(self, total: int, own: Curve, enter: Curve) -> None:
        rows = slice(total * self.game.orders, (total + 1) * self.game.orders)
        start = self.inside[total], self.outside[total]
        self.inside[total], self.outside[total] = meet(own, enter.part(rows), *start)
        self.banked[:, total] = 1 - self.outside[total, ::-1]


def _nodes_near(at: Array, width: float) -> Array:
    return np.asarray(at[:, None] + width * np.array([-1.0, 0.0, 1.0]))
