"""The chance to win between two players on the board, where a turn may build on the one before.

The worth of a bank then depends on its points and on the dice left, too, because the other may take
over both. So turns cannot be shared, and each pair of totals has turns of its own. As elsewhere, a
bank leads to a higher sum of the two totals, so pairs are solved in the order of falling sums. All
pairs with the same sum are solved together.

The worth of a turn is computed at three values of a farkle (the nodes), near the one to be expected
from the pairs around. If the value that it needs turns out to be farther away, the turns are valued
again.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np

from .game import Game
from .last_turn import Ending
from .offers import Offers, pack_offers
from .throws import Array
from .walk import Curve, Walk, even, meet

_NEAR: Final = 1e-3
_FAR: Final = 0.05
"""The distance between nodes: where the value to expect is known, and elsewhere."""

_TRIES: Final = 12


class _Solved:
    """The chances of the player to move who may build on the other's turn or begin anew."""

    def __init__(self, size: int, orders: int) -> None:
        self._size = size
        # Turns that begin at 0, 1, ... rows and score 1, 2, ..., all of them below the target.
        self._first = np.concatenate(([0], np.cumsum(np.arange(size - 1, 0, -1))))
        self._chances = np.empty((orders, size, 6, self._first[-1]), np.float32)

    def after(self, begun: int, mine: int, order: int) -> Array:
        """Return the chances after the other's turn from `begun` on scored 1, 2, ... rows, by dice
        left (one to six) and rows."""
        some = slice(self._first[begun], self._first[begun] + self._size - 1 - begun)
        return np.asarray(self._chances[order, mine, :, some])

    def note(self, mine: int, theirs: int, order: int, chances: Array) -> None:
        """Keep the chances after the other's turns to `theirs` with 1, 2, ... rows."""
        rows = np.arange(1, theirs + 1)
        self._chances[order, mine][:, self._first[theirs - rows] + rows - 1] = chances


class Building:
    """`win[mine, theirs, order]`, as in `Inside`, is the chance of a player who may not build."""

    def __init__(self, game: Game, ending: Ending) -> None:
        self.game, self.ending = game, ending
        size, orders = game.target, game.orders
        self.win = np.full((size, size, orders), 0.5)
        self._solved = _Solved(size, orders)
        self.change = 0.0  # every pair is solved once, completely
        for both in range(2 * size - 2, -1, -1):
            self._solve(both)

    def offers(self) -> Offers:
        """Return the worth of being allowed to build."""

        def gain(begun: int, mine: int, order: int) -> Array:
            alone = self.win[mine, begun + 1 :, order]
            return np.asarray(self._solved.after(begun, mine, order) - alone)

        return pack_offers(self.game.target, self.game.orders, gain)

    def entering(self) -> Array:
        """Return the chances of a player who gets on the board, by dice left, rows, and the other's
        total with the order."""
        game = self.game
        every = product(range(game.target), range(game.orders))
        return np.stack([self.banked(0, theirs, order) for theirs, order in every], axis=2)

    def banked(self, mine: int, theirs: int, order: int) -> Array:
        """Return the chance after banking 0, 1, ... rows, by dice left (0-6, 0 unused) and rows."""
        game, ending, other = self.game, self.ending, self.game.orders - 1 - order
        below = self._solved.after(mine, theirs, other)
        found = np.zeros((7, 1 + below.shape[1] + ending.top + 1 - game.target))
        found[1:, 1 : 1 + below.shape[1]] = 1.0 - below
        found[:, 1 + below.shape[1] :] = ending.banked_by_dice(mine, theirs, other)
        return found

    def _expect_farkles(self, mine: Array, theirs: Array) -> Array:
        """Return the values to be expected from the pairs around, by pair and order."""
        size = self.game.target
        right, up = np.minimum(mine + 1, size - 1), np.minimum(theirs + 1, size - 1)
        found = self.win[right, theirs] + self.win[mine, up] - self.win[right, up]
        return np.asarray(np.clip(found, 0, 1))

    def _solve(self, both: int) -> None:
        """Solve all pairs of totals with the sum `both`."""
        size, orders = self.game.target, self.game.orders
        totals = np.arange(max(0, both - size + 1), min(both, size - 1) + 1)
        win = self._expect_farkles(totals, both - totals).reshape(-1)
        mine, order = np.repeat(totals, orders), np.tile(np.arange(orders), len(totals))
        theirs = both - mine
        pairs = list(zip(mine.tolist(), theirs.tolist(), order.tolist(), strict=True))
        bank = even([self.banked(*pair) for pair in pairs])
        built = np.empty_like(bank)
        # Nothing tells what to expect of the first pairs.
        some, width = np.arange(len(win)), _NEAR if both < 2 * size - 2 else _FAR
        for _ in range(_TRIES):
            # The partner of a pair is the same pair seen by the other: the list backwards.
            lost = 1 - win[some][::-1]
            turns = _Turns(self.game, bank[:, :, some], lost, width)
            win[some] = turns.meet()
            needed = 1 - win[some][::-1]
            built[:, :, some] = turns.built(needed)
            off = np.abs(needed - lost)
            again = off > _NEAR if width == _NEAR else np.ones(off.shape, bool)
            width = _NEAR if off.max() < _FAR else _FAR
            some = some[again | again[::-1]]
            if not some.size:
                break
        self.win[mine, theirs, order] = win
        found = np.maximum(built, win)
        for column, pair in enumerate(pairs):
            points = np.minimum(np.arange(1, pair[1] + 1), found.shape[1] - 1)
            self._solved.note(*pair, found[1:, points, column])


class _Turns:
    """Turns with given banks, at three values of a farkle: `lost`, and `width` to both sides."""

    def __init__(self, game: Game, bank: Array, lost: Array, width: float) -> None:
        self._throws, self._lost, self._width = game.throws, lost, width
        nodes = lost[:, None] + width * np.array([-1.0, 0.0, 1.0])
        walk = Walk(game.throws, np.repeat(bank, 3, axis=2), nodes.reshape(-1), game.inside)
        self._rolls = walk.rolls[:, : bank.shape[1]].reshape(*bank.shape, 3)
        self._curve = Curve(nodes, walk.opening.reshape(-1, 3))

    def meet(self) -> Array:
        """Return the chances of all pairs; the reversed list has their partners."""

        def backwards(at: Array) -> tuple[Array, Array]:
            value, slope = self._curve(at[::-1])
            return value[::-1], slope[::-1]

        start = 1 - self._lost[::-1]
        return meet(self._curve, backwards, (start, start[::-1]))[0]

    def built(self, lost: Array) -> Array:
        """Return the values of throwing for a player who builds, by dice, points taken over, and
        pair."""
        at = (lost - self._lost) / self._width
        weights = np.stack((at * (at - 1) / 2, 1 - at * at, at * (at + 1) / 2), axis=1)
        rolls = np.einsum("drcn,cn->drc", self._rolls, weights)
        return self._throws.built(rolls, lost)
