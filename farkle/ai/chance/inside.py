"""The chance to win between two players who are both on the board, from every pair of totals.

A bank leads to a higher sum of the two totals, so pairs are solved in the order of falling sums. A
farkle leads to the same pair with the other player to move. The worth of a turn depends on its
start only through the value of a farkle. So for each total of the other player, one table holds the
worth of rolling by the total that a bank would reach, for several values of a farkle (the nodes).
No pair needs a walk of its own. A few passes move the nodes to the values that the pairs need, so
that in the end nothing is interpolated.
"""

from __future__ import annotations

import numpy as np

from .game import Game
from .last_turn import Ending
from .throws import OPENING, Array
from .walk import PASSES, SAME, Curve, far_rolls, first_nodes, meet, spaced, started


class Inside:
    """`win[mine, theirs, order]`: the chance to win of the player to move, by rows of points.

    `order` is 0 for a player who leads tiebreakers, where that matters. `banked[theirs, order,
    total]` is the chance after banking, up to the highest total of interest. `change` is the
    largest difference that the last pass made.
    """

    def __init__(self, game: Game, ending: Ending) -> None:
        self.game, self.ending = game, ending
        size, orders = game.target, game.orders
        self.win = np.full((size, size, orders), 0.5)
        self.banked = np.empty((size, orders, ending.top + 1))
        for total in range(size, ending.top + 1):
            for theirs in range(size):
                for order in range(orders):
                    other = orders - 1 - order
                    self.banked[theirs, order, total] = ending.banked(total, theirs, other)
        nodes = np.tile(first_nodes(), (size, orders, 1))
        self.change = 1.0
        for _ in range(PASSES):
            before = self.win.copy()
            self._pass(nodes)
            self.change = float(np.abs(self.win - before).max())
            if self.change < SAME:
                break
            # The other moves after my farkle: my values of a farkle are 1 - their chances.
            lost = 1 - self.win[:, :, ::-1].transpose(0, 2, 1)
            nodes = spaced(lost.reshape(size * orders, size)).reshape(size, orders, size)
            if size == 1:
                nodes = np.concatenate((nodes, nodes + 1e-3), axis=2)

    def entering(self) -> Array:
        """Return the chances of a player who gets on the board, by rows, and by the other's total
        with the order."""
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
            some = slice(low, high + 1)
            lost = nodes[some].reshape(-1)

            def at(
                rows: int, dice: int, forced: bool, both: int = both, some: slice = some
            ) -> Array:
                table = (rolls if forced else stands)[dice]
                return table[(both + rows) % len(table), some].reshape(-1)

            found = throws([at(*option) for option in throws.options], lost)
            first = max(low, both - size + 1)
            if first <= high:
                opening = found[OPENING]
                if least > 1:
                    opening = started(throws, least, at, 0, lost)
                values = opening.reshape(high + 1 - low, shape[1], shape[2])[first - low :]
                self._solve(both, first, values, nodes[first : high + 1])
            columns = np.arange(low, high + 1)
            bank = self.banked[columns, :, both - columns][:, :, None]
            for dice in range(1, 7):
                place = both % len(stands[dice])
                worth = found[dice].reshape(high + 1 - low, shape[1], shape[2])
                np.maximum(worth, bank, out=stands[dice][place, some])
                if dice in rolls:
                    rolls[dice][place, some] = worth

    def _solve(self, both: int, first: int, values: Array, nodes: Array) -> None:
        """Solve all pairs of totals whose sum is `both`, from the values of their turns."""
        count, orders, size = values.shape
        theirs = np.repeat(np.arange(first, first + count), orders)
        order = np.tile(np.arange(orders), count)
        mine = both - theirs
        curve = Curve(nodes.reshape(-1, size), values.reshape(-1, size))
        # The partner of a pair is the same pair seen by the other: the list backwards.
        start = self.win[mine, theirs, order]

        def backwards(at: Array) -> tuple[Array, Array]:
            value, slope = curve(at[::-1])
            return value[::-1], slope[::-1]

        win, _ = meet(curve, backwards, (start, start[::-1]))
        self.win[mine, theirs, order] = win
        self.banked[mine, orders - 1 - order, theirs] = 1 - win
