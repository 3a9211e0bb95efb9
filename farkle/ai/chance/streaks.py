"""The chance to win of two players under a penalty for farkles in a row.

Each player's farkles in a row belong to the position, and a penalty takes totals down again, even
below zero. So pairs of totals depend on each other in circles: they are valued again and again, by
falling sum of the totals, until nothing changes. At one pair of totals no circle is left: a farkle
adds one to a count, and the third leads to another pair.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from .game import Game
from .last_turn import Ending
from .places import Places
from .throws import Array
from .walk import Manner, Walk

SAME: Final = 1e-9
"""Chances that change by less than this are solved."""

_SWEEPS: Final = 60
_SLOPES_AT: Final = (0, 2, 4, 8, 14)

_ROUGH: Final = 1e-3
"""Down to this change, sweeps are rough: shorter turns, in numbers of half the size."""

_SLOPE: Final = 1e-3
"""How far apart the values of a farkle are between which a slope is measured."""

_ORDER: Final = (((2, 0), (2, 1), (2, 2)), ((0, 2), (1, 2)), ((1, 0), (1, 1)), ((0, 1),), ((0, 0),))
"""Counts of farkles (mine, theirs) at one pair of totals: each follows from those before."""

_COLUMNS: Final = 2048
"""How many turns are walked at a time."""

_TOGETHER: Final = 12
"""So many sums of totals are valued together at most: few turns lead from one to another."""


class _Manner(NamedTuple):
    """How a sweep is done."""

    slopes: bool
    kind: Any


class Streaks:
    """`win[mine, my farkles, theirs, their farkles, order]`: the chance of the player to move.

    `mine` and `theirs` are places (`places.py`). `order` is 0 for a player who leads play-offs,
    where that matters. `change` is the largest difference made by the last sweep.
    """

    def __init__(self, game: Game, ending: Ending) -> None:
        self.game, self.ending = game, ending
        self.places = Places(game)
        self.totals = self.places.totals
        size = self.places.size
        shape = (size, 3, size, 3, game.orders)
        lead = (self.totals[:, None] - self.totals) / max(1.0, game.target / 4)
        self.win = np.empty(shape)
        self.win[:] = (1 / (1 + np.exp(-lead)))[:, None, :, None, None]
        # A turn is worth `value + slope * (farkle - lost)`, near the value `lost` of a farkle.
        self.value, self.slope = self.win.copy(), np.full(shape, 0.2)
        self.lost = np.full(shape, 0.5)
        self.banked = self._banked()
        self.columns = 9 * game.orders
        self.change = 1.0

    def solve(self) -> None:
        """Sweep until nothing changes. The first sweeps need not be exact."""
        rough = True
        for number in range(_SWEEPS):
            self.sweep(slopes=number in _SLOPES_AT, rough=rough)
            if not rough and self.change < SAME:
                break
            rough = rough and self.change > _ROUGH

    def sweep(self, *, slopes: bool, rough: bool = False) -> None:
        """Value all pairs of places again. `slopes`: measure these too, for twice the work."""
        before = self.win.copy()
        every = np.arange(self.places.size)
        manner = _Manner(slopes, np.float32 if rough else np.float64)
        for place in self.places.outside():
            self._turns(np.full_like(every, place), every, self.game.outside, manner)
        high, low = 2 * (self.game.target - 1), 2 * int(self.totals.min())
        block: list[tuple[Array, Array]] = []
        for both in range(high, low - 1, -1):
            block.append(self._pairs(both))
            count = sum(len(mine) for mine, _ in block)
            if both == low or len(block) == _TOGETHER or count * self.columns > _COLUMNS:
                self._value(block, manner)
                block = []
        self.change = float(np.abs(self.win - before).max())

    def _banked(self) -> Array:
        """Return the chance after banking, by other's place, farkles, order, and total from low."""
        game, ending = self.game, self.ending
        fine, low = self.places.fine, self.places.low
        found = np.empty((len(self.totals), 3, game.orders, ending.top + 1 - low))
        found[..., :fine] = 1 - self.win[:, :, :fine, 0, ::-1].transpose(0, 1, 3, 2)
        for place, other in enumerate(self.totals):
            for order in range(game.orders):
                found[place, :, order, fine:] = [
                    ending.banked(total, int(other), game.orders - 1 - order, entered=place < fine)
                    for total in range(game.target, ending.top + 1)
                ]
        return found

    def _pairs(self, both: int) -> tuple[Array, Array]:
        """Return all pairs of places with this sum of totals: mine and theirs."""
        low, fine = self.places.low, self.places.fine
        mine = np.arange(max(0, both - self.game.target + 1 - low), min(fine, both - 2 * low + 1))
        outside = self.places.outside()
        against = both - self.totals[fine:] - low
        here = (against >= 0) & (against < fine)
        facing, out = against[here], outside[here]
        sums = self.totals[fine:, None] + self.totals[fine:] == both
        one, two = (some + fine for some in np.nonzero(sums))
        return (
            np.concatenate((mine, facing, out, one)),
            np.concatenate((mine[::-1], out, facing, two)),
        )

    def _value(self, block: list[tuple[Array, Array]], manner: _Manner) -> None:
        """Value pairs, given by falling sum of totals."""
        mine, theirs = (np.concatenate(some) for some in zip(*block, strict=True))
        inside = mine < self.places.fine
        if inside.any():
            self._turns(mine[inside], theirs[inside], self.game.inside, manner)
        for me, other in block:
            if len(me):
                self._settle(me, other)

    def _fallen(self, mine: Array, theirs: Array) -> Array:
        """Return the other's chances, to move, after my penalty: by pair, their farkles, order."""
        found = self.win[theirs, :, self.places.fall[mine], 0]
        deep = self.places.deep[mine]
        if deep.any():  # below the lowest place my chance falls on as it fell before
            me, other = mine[deep], theirs[deep]
            here = 1 - found[deep]
            above = np.maximum(1 - self.win[other, :, self.places.higher[me], 0], 1e-300)
            found[deep] = 1 - here * np.minimum(here / above, 1.0)
        return found

    def _farkled(self, mine: Array, theirs: Array) -> Array:
        """Return the value of a farkle for each pair: by pair, my farkles, theirs, order."""
        again = self.win[theirs, :, mine][..., ::-1]  # pair, their farkles, mine, order
        then = np.empty_like(again)
        then[:, :, :2] = again[:, :, 1:]
        then[:, :, 2] = self._fallen(mine, theirs)[..., ::-1]
        return 1 - then.transpose(0, 2, 1, 3)

    def _turns(self, mine: Array, theirs: Array, turn: Manner, manner: _Manner) -> None:
        """Value the turns of pairs."""
        lost = self._farkled(mine, theirs)
        step = max(1, _COLUMNS // (lost[0].size * (1 + manner.slopes)))
        for start in range(0, len(mine), step):
            some = slice(start, start + step)
            value, slope = self._walked(mine[some], theirs[some], lost[some], turn, manner)
            here = (mine[some], slice(None), theirs[some])
            self.value[here], self.lost[here] = value, lost[some]
            if manner.slopes:
                self.slope[here] = slope

    def _walked(
        self, mine: Array, theirs: Array, lost: Array, turn: Manner, manner: _Manner
    ) -> tuple[Array, Array]:
        """Return values and slopes of turns, by pair, farkles and order."""
        last = self.banked.shape[-1] - 1
        start = self.totals[mine] - self.places.low
        longest = self.ending.seldom // (2 if manner.kind is np.float32 else 1)
        longest = min(max(longest, turn.least + 1), int((last - start).max()))
        rows = np.clip(start + np.arange(longest + 1)[:, None], 0, last)
        bank = self.banked[theirs, :, :, rows]  # row, pair, their farkles, order
        wide = np.broadcast_to(bank[:, :, None], (longest + 1, *lost.shape))
        times = 1 + manner.slopes
        banks = np.tile(wide.reshape(longest + 1, -1).astype(manner.kind), (1, times))
        falls = lost.reshape(-1)
        if manner.slopes:
            falls = np.concatenate((falls, falls - _SLOPE))
        nothing = None
        if turn.limit:  # it does not touch the count
            same = 1 - self.win[theirs, :, mine][..., ::-1].transpose(0, 2, 1, 3)
            nothing = np.tile(same.reshape(-1).astype(manner.kind), times)
        walk = Walk(self.game.throws, banks, falls.astype(manner.kind), turn, nothing)
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
        inside = mine < self.places.fine
        me, other = mine[inside], theirs[inside]
        self.banked[other, :, :, me] = 1 - self.win[other, :, me, 0][..., ::-1]
