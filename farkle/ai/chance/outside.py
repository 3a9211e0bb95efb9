"""The chance to win while at most one of the two players is on the board.

A player who is not on the board has no points, so there are few such pairs: one of the two is on
the board, at any total, or neither is. They lead to pairs in which both are on the board
(`inside.py`), which must be solved before.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .building import Building
from .game import Game
from .inside import Inside
from .throws import OPENING, Array
from .walk import PASSES, SAME, Curve, Walk, far_rolls, first_nodes, meet, spaced, started

_MOST_TURNS: Final = 1_500
"""How many turns are walked at a time, to bound the memory."""


class Outside:
    """Chances to win of the player to move.

    `inside[total, order]` is for a player who is on the board while the other is not,
    `outside[total, order]` for one who is not while the other is on the board at `total`, and
    `both[order]` if neither is on the board.
    """

    def __init__(self, solved: Inside | Building) -> None:
        self.game, self.ending, self._solved = solved.game, solved.ending, solved
        size, orders = self.game.target, self.game.orders
        self.inside = np.full((size, orders), 0.5)
        self.outside = np.full((size, orders), 0.5)
        self.both = np.full(orders, 0.5)
        self.banked = np.empty((orders, self.ending.top + 1))
        """The chance after banking a total while the other player is not on the board, by who leads
        tiebreakers."""
        for order in range(orders):
            for total in range(size, self.ending.top + 1):
                self.banked[order, total] = self.ending.banked(
                    total, 0, orders - 1 - order, entered=False
                )
        entering = np.tile(first_nodes(), (size * orders, 1))
        column = neither = np.tile(first_nodes(), (orders, 1))
        self.change = 1.0
        for number in range(PASSES):
            before = self._all()
            self._column(column, self._enter(entering))
            self._neither(neither)
            self.change = float(np.abs(self._all() - before).max())
            if self.change < SAME:
                break
            width = max(1e-6, 10.0 ** -(number + 2))
            entering = near((1 - self.inside[:, ::-1]).reshape(-1), width)
            neither = near(1 - self.both[::-1], width)
            column = spaced((1 - self.outside[:, ::-1]).T)
            column = np.concatenate((column, column[:, -1:] + 1e-3), axis=1)

    def _all(self) -> Array:
        return np.concatenate((self.inside.ravel(), self.outside.ravel(), self.both))

    def _enter(self, nodes: Array) -> Curve:
        """Return the chances of players who are not on the board against every total, by the value
        of a farkle."""
        return Curve(nodes, walked(self.game, self._solved.entering(), nodes))

    def _neither(self, nodes: Array) -> None:
        curve = Curve(nodes, walked(self.game, self.banked.T, nodes))

        def backwards(at: Array) -> tuple[Array, Array]:
            value, slope = curve(at[::-1])
            return value[::-1], slope[::-1]

        self.both, _ = meet(curve, backwards, (self.both, self.both[::-1]))

    def _column(self, nodes: Array, enter: Curve) -> None:
        """Solve all pairs in which one player is on the board, by falling total of that player."""
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
            rolls[:, total] = found = throws(values, lost)
            if total < game.target:
                opening = found[OPENING]
                if game.inside.least > 1:
                    opening = started(throws, game.inside.least, at, total, lost)
                self._pair(total, Curve(nodes, opening.reshape(orders, count)), enter)
            bank = np.repeat(self.banked[:, total], count)
            stands[:, total] = np.maximum(found, bank)

    def _pair(self, total: int, mine: Curve, enter: Curve) -> None:
        orders = self.game.orders
        rows = slice(total * orders, (total + 1) * orders)
        theirs = enter.part(rows)

        def backwards(at: Array) -> tuple[Array, Array]:
            value, slope = theirs(at[::-1])
            return value[::-1], slope[::-1]

        start = (self.inside[total], self.outside[total, ::-1])
        win, other = meet(mine, backwards, start)
        self.inside[total] = win
        self.outside[total] = other[::-1]
        self.banked[:, total] = 1 - other


def near(at: Array, width: float) -> Array:
    """Return three nodes around each value."""
    return np.asarray(at[:, None] + width * np.array([-1.0, 0.0, 1.0]))


def walked(game: Game, bank: Array, nodes: Array) -> Array:
    """Return the chances of players who are not on the board.

    `bank` has those after banking each total: by dice left where they matter, total, and player.
    """
    lines, count = nodes.shape
    found = np.empty((lines, count))
    for start in range(0, lines, max(1, _MOST_TURNS // count)):
        some = slice(start, start + max(1, _MOST_TURNS // count))
        banks = np.repeat(bank[..., some], count, axis=-1)
        walk = Walk(game.throws, banks, nodes[some].reshape(-1), game.outside)
        found[some] = walk.opening.reshape(-1, count)
    return found
