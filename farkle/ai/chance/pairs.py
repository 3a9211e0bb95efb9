"""The chance to win between two players from every pair of totals, by falling sum.

The value of a turn depends on its start only through the value of a farkle. So for each total of
the opponent, one table holds the value of rolling by the total that a bank would reach, at several
values of a farkle (the nodes). A few passes move the nodes to the values that the pairs need, so
that in the end nothing is interpolated. Pairs with a player who is not on the board come last.
docs/develop/chances.md ("How it is solved") has more.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .building import Building
from .game import Game
from .last_turn import Ending
from .throws import OPENING, Array
from .walk import (
    MAX_PASSES,
    TOLERANCE,
    Curve,
    Walk,
    far_rolls,
    first_nodes,
    meet,
    space_out,
    value_start,
)

_MAX_TURNS: Final = 1_500
"""Maximum number of turns walked at a time, to bound the memory."""


class Inside:
    """`win[own, theirs, order]`: chances of the player to move, in rows, with both on the board.

    `order` is 0 for a player who leads tiebreakers, where that matters.
    `banked[theirs, order, total]` is the chance after banking, up to the highest total of interest.
    `change` is the largest change in the last pass.
    """

    def __init__(self, game: Game, ending: Ending) -> None:
        self.game, self.ending = game, ending
        size, orders = game.target, game.orders
        self.win = np.full((size, size, orders), 0.5)
        self.banked = np.empty((size, orders, ending.top + 1))
        for theirs in range(size):
            for order in range(orders):
                won = ending.after_bank(theirs, orders - 1 - order, entered=True)
                self.banked[theirs, order, size:] = won
        nodes = np.tile(first_nodes(), (size, orders, 1))
        self.change = 1.0
        for _ in range(MAX_PASSES):
            before = self.win.copy()
            self._pass(nodes)
            self.change = float(np.abs(self.win - before).max())
            if self.change < TOLERANCE:
                break
            # The opponent moves after my farkle, so its value is 1 - their chance.
            lost = 1 - self.win[:, :, ::-1].transpose(0, 2, 1)
            nodes = space_out(lost.reshape(size * orders, size)).reshape(size, orders, size)
            if size == 1:
                nodes = np.concatenate((nodes, nodes + 1e-3), axis=2)

    def entering(self) -> Array:
        """Return the chances of a player who gets on the board, by rows, and by the opponent's
        total and order."""
        return self.banked.reshape(-1, self.ending.top + 1).T

    def _pass(self, nodes: Array) -> None:
        game, top, size = self.game, self.ending.top, self.game.target
        throws, least = game.throws, game.inside.least
        shape = nodes.shape
        far = np.repeat(self.banked[:, :, top, None], shape[2], axis=2).reshape(-1)
        far_roll = far_rolls(throws, far, nodes.reshape(-1))
        longest = {
            dice: max((rows for rows, left, _ in throws.options if left == dice), default=0)
            for dice in range(1, 7)
        }
        # By dice and the sum of both totals, kept as long as a throw may still lead there.
        stands, rolls = {}, {}
        for dice, rows in longest.items():
            room = (rows + least + 1, *shape)
            roll = far_roll[dice].reshape(shape)
            stands[dice] = np.tile(np.maximum(roll, far.reshape(shape)), (room[0], 1, 1, 1))
            if any(forced and left == dice for _, left, forced in throws.options):
                rolls[dice] = np.tile(roll, (room[0], 1, 1, 1))
        for both in range(size - 1 + top, -1, -1):
            low, high = max(0, both - top), min(size - 1, both)
            turns = slice(low, high + 1)
            lost = nodes[turns].reshape(-1)

            def at(
                rows: int, dice: int, forced: bool, both: int = both, turns: slice = turns
            ) -> Array:
                table = (rolls if forced else stands)[dice]
                return table[(both + rows) % len(table), turns].reshape(-1)

            worths = throws([at(*option) for option in throws.options], lost)
            first = max(low, both - size + 1)
            if first <= high:
                opening = worths[OPENING]
                if least > 1:
                    opening = value_start(throws, least, at, 0, lost)
                values = opening.reshape(high + 1 - low, shape[1], shape[2])[first - low :]
                self._solve(both, first, values, nodes[first : high + 1])
            columns = np.arange(low, high + 1)
            bank = self.banked[columns, :, both - columns][:, :, None]
            for dice in range(1, 7):
                place = both % len(stands[dice])
                worth = worths[dice].reshape(high + 1 - low, shape[1], shape[2])
                np.maximum(worth, bank, out=stands[dice][place, turns])
                if dice in rolls:
                    rolls[dice][place, turns] = worth

    def _solve(self, both: int, first: int, values: Array, nodes: Array) -> None:
        """Solve all pairs with the sum `both` from the values of their turns."""
        count, orders, size = values.shape
        theirs = np.repeat(np.arange(first, first + count), orders)
        order = np.tile(np.arange(orders), count)
        own = both - theirs
        curve = Curve(nodes.reshape(-1, size), values.reshape(-1, size))
        # The partner of a pair, seen by the opponent, is at the same place from the end.
        start = self.win[own, theirs, order]
        win, _ = meet(curve, curve, start, start)
        self.win[own, theirs, order] = win
        self.banked[own, orders - 1 - order, theirs] = 1 - win


class Outside:
    """Chances of the player to move while at most one player is on the board.
    `inside[total, order]` is for a player on the board, `outside[total, order]` for one who is not,
    by the total of the player on the board; `both[order]` if neither is."""

    def __init__(self, solved: Inside | Building) -> None:
        self.game, self.ending, self._solved = solved.game, solved.ending, solved
        size, orders = self.game.target, self.game.orders
        self.inside = np.full((size, orders), 0.5)
        self.outside = np.full((size, orders), 0.5)
        self.both = np.full(orders, 0.5)
        self.banked = np.empty((orders, self.ending.top + 1))
        """Chances after banking against a player who is not on the board, by order and total."""
        for order in range(orders):
            won = self.ending.after_bank(0, orders - 1 - order, entered=False)
            self.banked[order, size:] = won
        entering = np.tile(first_nodes(), (size * orders, 1))
        column = neither = np.tile(first_nodes(), (orders, 1))
        self.change = 1.0
        for number in range(MAX_PASSES):
            before = self._all()
            self._column(column, self._walk(self._solved.entering(), entering))
            curve = self._walk(self.banked.T, neither)
            self.both, _ = meet(curve, curve, self.both, self.both)
            self.change = float(np.abs(self._all() - before).max())
            if self.change < TOLERANCE:
                break
            width = max(1e-6, 10.0 ** -(number + 2))
            entering = _nodes_near((1 - self.inside[:, ::-1]).reshape(-1), width)
            neither = _nodes_near(1 - self.both[::-1], width)
            column = space_out((1 - self.outside[:, ::-1]).T)
            column = np.concatenate((column, column[:, -1:] + 1e-3), axis=1)

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
            banks = np.repeat(bank[..., part], count, axis=-1)
            walk = Walk(self.game.throws, banks, nodes[part].reshape(-1), self.game.outside)
            values[part] = walk.opening.reshape(-1, count)
        return Curve(nodes, values)

    def _column(self, nodes: Array, enter: Curve) -> None:
        """Solve the pairs with one player on the board, by falling total of that player."""
        game, top = self.game, self.ending.top
        throws, orders, count = game.throws, game.orders, nodes.shape[1]
        lost = nodes.reshape(-1)
        last = np.repeat(self.banked[:, top], count)
        rolls = np.empty((7, top + 1, lost.size))
        rolls[:, top] = far_rolls(throws, last, lost)
        stands = np.maximum(rolls, last)

        def at(row: int, dice: int, forced: bool) -> Array:
            return np.asarray((rolls if forced else stands)[dice, min(row, top)])

        for total in range(top - 1, -1, -1):
            values = [at(total + rows, dice, forced) for rows, dice, forced in throws.options]
            rolls[:, total] = worth = throws(values, lost)
            if total < game.target:
                opening = worth[OPENING]
                if game.inside.least > 1:
                    opening = value_start(throws, game.inside.least, at, total, lost)
                self._pair(total, Curve(nodes, opening.reshape(orders, count)), enter)
            bank = np.repeat(self.banked[:, total], count)
            stands[:, total] = np.maximum(worth, bank)

    def _pair(self, total: int, own: Curve, enter: Curve) -> None:
        rows = slice(total * self.game.orders, (total + 1) * self.game.orders)
        start = self.inside[total], self.outside[total]
        self.inside[total], self.outside[total] = meet(own, enter.part(rows), *start)
        self.banked[:, total] = 1 - self.outside[total, ::-1]


def _nodes_near(at: Array, width: float) -> Array:
    return np.asarray(at[:, None] + width * np.array([-1.0, 0.0, 1.0]))
