"""The chance to win of two players under a penalty for farkles in a row.

Each player's farkles in a row belong to the position, and a penalty takes totals down again, even
below zero. So pairs of totals depend on each other in circles: they are valued again and again, by
falling sum of the totals, until nothing changes. At one pair of totals no circle is left: a farkle
adds one to a count, and the third leads to another pair.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from .game import Game
from .last_turn import Ending
from .throws import Array
from .walk import Manner, Walk

_LONGEST: Final = 110
"""A turn that has made so many rows is as good as banked: nearly none makes more."""

_SLOPE: Final = 1e-3
"""How far apart the values of a farkle are between which a slope is measured."""

_ORDER: Final = (((2, 0), (2, 1), (2, 2)), ((0, 2), (1, 2)), ((1, 0), (1, 1)), ((0, 1),), ((0, 0),))
"""Counts of farkles (mine, theirs) at one pair of totals: each follows from those before."""

_COLUMNS: Final = 2048
"""How many turns are walked at a time."""


class Streaks:
    """`win[mine, my farkles, theirs, their farkles, order]`: the chance of the player to move.

    A place is an index of a player: `places` totals from `low` on for one who is on the board, then
    one for each number of penalties of one who is not. `order` is 0 for a player who leads
    play-offs, where that matters. `change` is the largest difference made by the last sweep.
    """

    def __init__(self, game: Game, ending: Ending) -> None:
        self.game, self.ending = game, ending
        self.low, self.fine = game.low, game.target - game.low
        penalty = game.penalty
        outside = -penalty * np.arange((game.penalties + 1) if game.has_entry else 0)
        self.totals = np.concatenate((np.arange(game.low, game.target), outside)).astype(int)
        size, orders = len(self.totals), game.orders
        self.size = size
        self.fall, self.deep = self._falls()
        shape = (size, 3, size, 3, orders)
        scale = max(1.0, game.target / 4)
        lead = (self.totals[:, None] - self.totals) / scale
        self.win = np.empty(shape)
        self.win[:] = (1 / (1 + np.exp(-lead)))[:, None, :, None, None]
        # The value of a turn is `value + slope * (farkle - lost)`, near the value `lost` of a farkle.
        self.value, self.slope = self.win.copy(), np.full(shape, 0.2)
        self.lost = np.full(shape, 0.5)
        self.banked = self._banked()
        self.change = 1.0
        self.longest = _LONGEST

    def _falls(self) -> tuple[Array, Array]:
        """Return the place after a penalty for each place, and which places one leaves below.

        From these the chance falls on as it fell before: their place is the own one.
        """
        fine, penalty = self.fine, self.game.penalty
        inside = np.arange(fine) - penalty
        outside = np.arange(fine, self.size) + 1
        if self.game.floor:
            return np.concatenate((np.maximum(inside, 0), outside - 1)), np.empty(0, int)
        fall = np.concatenate((inside, outside))
        deep = (fall < 0) | (fall == self.size)
        fall[deep] = np.flatnonzero(deep)
        return fall, np.where(deep, np.arange(self.size), -1)

    def _banked(self) -> Array:
        """Return the chance after banking, by other's place, farkles, order, and total from low."""
        game, ending = self.game, self.ending
        found = np.empty((self.size, 3, game.orders, ending.top + 1 - self.low))
        found[..., : self.fine] = 1 - self.win[:, :, : self.fine, 0, ::-1].transpose(0, 1, 3, 2)
        for place, other in enumerate(self.totals):
            for order in range(game.orders):
                found[place, :, order, self.fine :] = [
                    ending.banked(
                        total, int(other), game.orders - 1 - order, entered=place < self.fine
                    )
                    for total in range(game.target, ending.top + 1)
                ]
        return found

    def sweep(self, *, slopes: bool, kind: Any = np.float64) -> None:
        """Value all pairs again."""
        before = self.win.copy()
        every = np.arange(self.size)
        for place in range(self.fine, self.size):  # players who are not on the board
            mine = np.full(self.size, place)
            self._turns(mine, every, self.game.outside, slopes=slopes, kind=kind)
        high, low = 2 * (self.game.target - 1), int(self.totals.min()) * 2
        for both in range(high, low - 1, -1):
            self._pairs(both, slopes=slopes, kind=kind)
        self.change = float(np.abs(self.win - before).max())

    def _pairs(self, both: int, *, slopes: bool, kind: Any) -> None:
        """Value all pairs with this sum of totals."""
        fine, low = self.fine, self.low
        first = max(0, both - self.game.target + 1 - low)
        last = min(fine - 1, both - 2 * low)
        mine = np.arange(first, last + 1)
        theirs = mine[::-1]
        outside = np.arange(fine, self.size)
        against = both - self.totals[fine:] - low
        here = (against >= 0) & (against < fine)
        facing, out = against[here], outside[here]
        me, other = np.concatenate((mine, facing)), np.concatenate((theirs, out))
        if len(me):
            self._turns(me, other, self.game.inside, slopes=slopes, kind=kind)
        sums = self.totals[fine:, None] + self.totals[fine:] == both
        one, two = (some + fine for some in np.nonzero(sums))
        me, other = np.concatenate((me, out, one)), np.concatenate((other, facing, two))
        if len(me):
            self._settle(me, other)

    def _fallen(self, mine: Array, theirs: Array) -> Array:
        """Return the other's chances, to move, after my penalty: by pair, their farkles, order."""
        found = self.win[theirs, :, self.fall[mine], 0]
        deep = self.deep[mine] >= 0 if len(self.deep) else np.zeros(len(mine), bool)
        if deep.any():
            me, other = mine[deep], theirs[deep]
            higher = np.where(me < self.fine, me + self.game.penalty, me - 1)
            above = np.maximum(1 - self.win[other, :, higher, 0], 1e-300)
            here = 1 - found[deep]
            found[deep] = 1 - here * np.minimum(here / above, 1.0)
        return found

    def _farkled(self, mine: Array, theirs: Array) -> Array:
        """Return the value of a farkle for each pair: by pair, my farkles, theirs, order."""
        again = self.win[theirs, :, mine][..., ::-1]  # pair, their farkles, mine, order
        then = np.empty_like(again)
        then[:, :, :2] = again[:, :, 1:]
        then[:, :, 2] = self._fallen(mine, theirs)[..., ::-1]
        return 1 - then.transpose(0, 2, 1, 3)

    def _turns(
        self, mine: Array, theirs: Array, manner: Manner, *, slopes: bool, kind: Any
    ) -> None:
        """Value the turns of pairs."""
        lost = self._farkled(mine, theirs)
        columns = lost[0].size * (2 if slopes else 1)
        step = max(1, _COLUMNS // columns)
        for start in range(0, len(mine), step):
            some = slice(start, start + step)
            value, slope = self._walked(
                mine[some], theirs[some], lost[some], manner, slopes=slopes, kind=kind
            )
            here = (mine[some], slice(None), theirs[some])
            self.value[here], self.lost[here] = value, lost[some]
            if slopes:
                self.slope[here] = slope

    def _walked(
        self, mine: Array, theirs: Array, lost: Array, manner: Manner, *, slopes: bool, kind: Any
    ) -> tuple[Array, Array]:
        """Return values and slopes of turns, by pair, farkles and order."""
        last = self.banked.shape[-1] - 1
        start = self.totals[mine] - self.low
        longest = min(max(self.longest, manner.least + 1), int((last - start).max()))
        rows = np.clip(start + np.arange(longest + 1)[:, None], 0, last)
        bank = self.banked[theirs, :, :, rows]  # row, pair, their farkles, order
        wide = np.broadcast_to(bank[:, :, None], (longest + 1, *lost.shape))
        times = 2 if slopes else 1
        flat = np.tile(wide.reshape(longest + 1, -1).astype(kind), (1, times))
        falls = lost.reshape(-1)
        if slopes:
            falls = np.concatenate((falls, falls - _SLOPE))
        nothing = None
        if manner.limit:  # it does not touch the count
            same = 1 - self.win[theirs, :, mine][..., ::-1].transpose(0, 2, 1, 3)
            nothing = np.tile(same.reshape(-1).astype(kind), times)
        walk = Walk(self.game.throws, flat, falls.astype(kind), manner, nothing)
        found = walk.opening.reshape(times, *lost.shape).astype(np.float64)
        return found[0], (found[0] - found[-1]) / _SLOPE

    def _settle(self, mine: Array, theirs: Array) -> None:
        """Work out the chances of pairs, each with its counterpart among them, from their turns."""
        fallen = self._fallen(mine, theirs)
        for group in _ORDER:
            for one, two in group:
                then = fallen[:, two] if one == 2 else self.win[theirs, two, mine, one + 1]
                here = (mine, one, theirs, two)
                lost = 1 - then[:, ::-1]
                found = self.value[here] + self.slope[here] * (lost - self.lost[here])
                self.win[here] = np.clip(found, 0.0, 1.0)
        inside = mine < self.fine
        me, other = mine[inside], theirs[inside]
        self.banked[other, :, :, me] = 1 - self.win[other, :, me, 0][..., ::-1]
