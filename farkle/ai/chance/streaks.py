"""The chance to win of two players under a penalty for farkles in a row.

Each player's farkles in a row belong to the position, and a penalty takes totals down again, even
below zero. So pairs of totals depend on each other in circles: they are valued again and again, by
falling sum of the totals, until nothing changes; later sweeps leave out what has hardly changed.
At one pair of totals no circle is left: a farkle adds one to a count, and the third leads to
another pair.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from .game import Game
from .last_turn import Ending
from .places import NODES, Places, weights_of
from .throws import Array
from .walk import Manner, Walk

SAME: Final = 1e-7
"""Chances that change by less than this are solved."""

SAME_OF_MANY: Final = 1e-6
"""The same with many places: turns are not followed to their end."""

_SWEEPS: Final = 60
_SLOPES_AT: Final = (0, 3)

_ROUGH: Final = 1e-4
"""Down to this change, only the coarse places are valued, and turns are followed less far."""

_ROUGH_TURN: Final = 0.55

_MANY: Final = 150
_SINGLE: Final = 2e-6
"""With more places than this, turns are valued in single precision down to this change."""

_SLOPE: Final = 1e-3
"""How far apart the values of a farkle are between which a slope is measured."""

_ORDER: Final = (((2, 0), (2, 1), (2, 2)), ((0, 2), (1, 2)), ((1, 0), (1, 1)), ((0, 1),), ((0, 0),))
"""Counts of farkles (mine, theirs) at one pair of totals: each follows from those before."""

_COLUMNS: Final = 2048
"""How many turns are walked at a time."""

_PAIRS: Final = 230
_TOGETHER: Final = (3, 5)
"""About so many pairs, of so many neighbouring sums of totals, are valued together: few turns lead
from one to another."""

_FOLLOWED: Final = 1.2
_BEHIND: Final = 0.5
_LONGEST: Final = (60, 220)
"""How far turns are followed: in parts of what a turn seldom makes, more rows for each row behind,
and the limits."""

_AHEAD: Final = 50
_STILL: Final = (2e-8, 0.01)
_NEAR: Final = (1e-6, 0.1)
"""A turn is valued again once a chance up to so many rows ahead has changed by more than the first,
or the value of a farkle by more than the second: at least, and in parts of the last change."""

_DEPTH: Final = 10.0
"""For each penalty below zero, changes count less by this factor. They matter less by far more."""


class Streaks:
    """`win[mine, my farkles, theirs, their farkles, order]`: the chance of the player to move.

    `mine` and `theirs` are places (`places.py`). `order` is 0 for a player who leads play-offs,
    where that matters. `banked[theirs, total, their farkles, order]` is the chance after banking a
    total, from the lowest on. `change` is the largest difference made by the last sweep.
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
        self.value, self.slope = self.win.copy(), np.full(shape, 0.3)
        self.lost = np.full(shape, 0.5)
        self.banked = np.empty(
            (size, self.places.fine + ending.top + 1 - game.target, 3, game.orders)
        )
        self._end()
        self._bank()
        below = np.minimum(self.totals, 0) / max(1, game.penalty)
        self._depth = _DEPTH ** np.minimum(below[:, None], below)
        self.change = 1.0

    def solve(self) -> None:
        """Value pairs of kept places until nothing changes, then work out those between."""
        places, size = self.places, self.places.size
        self._group(places.kept if size <= _MANY else places.coarse, outside=False)
        if size > _MANY:
            self._sweeps(_ROUGH, slopes=_SLOPES_AT, turn=_ROUGH_TURN)
            places.fill(self.win, places.coarse)
            places.fill(self.slope, places.coarse)
            self._bank()
            self._group(places.kept, outside=False)
        same = SAME_OF_MANY if size > _MANY else SAME
        self._sweeps(same, slopes=() if size > _MANY else _SLOPES_AT)
        if self.game.has_entry:
            self._group(places.kept, outside=True)
            self._sweeps(same, slopes=_SLOPES_AT)
        places.fill(self.win, places.kept)

    def _group(self, kept: Array, *, outside: bool) -> None:
        """Prepare the pairs of these places: both on the board, or else all others, by falling sum
        of totals."""
        fine = self.places.fine
        mine, theirs = (some.reshape(-1) for some in np.meshgrid(kept, kept, indexing="ij"))
        some = ((mine >= fine) | (theirs >= fine)) == outside
        mine, theirs = mine[some], theirs[some]
        both = self.totals[mine] + self.totals[theirs]
        both //= np.clip(_PAIRS * (np.ptp(both) + 1) // len(both), *_TOGETHER)
        order = np.argsort(-both, kind="stable")
        parts = np.split(order, np.flatnonzero(np.diff(both[order])) + 1)
        self._blocks = [(mine[part], theirs[part]) for part in parts]
        self._stale = np.full((len(self.totals),) * 2, np.inf)
        self._kind: Any = np.float32 if len(self.totals) > _MANY else np.float64
        inside = kept[kept < fine]
        self._gap = np.ones(fine, int)
        self._gap[inside[:-1]] = np.diff(inside)
        self._nodes = np.zeros((fine, NODES), int)
        for at, place in enumerate(inside[:-NODES]):
            self._nodes[place] = inside[at : at + NODES]

    def _sweeps(self, same: float, slopes: tuple[int, ...], turn: float = 1.0) -> None:
        """Sweep until no chance changes by more than `same`; measure slopes in some sweeps."""
        self.change, self._turn = 1.0, turn
        for number in range(_SWEEPS):
            self._sweep(slopes=number in slopes)
            if self._kind is np.float32 and same < self.change < _SINGLE:
                self._kind = np.float64
                self._stale[:] = np.inf
            elif self.change < same:
                break

    def _sweep(self, *, slopes: bool) -> None:
        """Value the pairs again. `slopes`: measure these too, for twice the work."""
        still, near = (max(least, part * self.change) for least, part in (_STILL, _NEAR))
        self.change, fine = 0.0, self.places.fine
        moved = np.zeros(self.banked.shape[:2])
        for mine, theirs in self._blocks:
            before, inside = self.win[mine, :, theirs], mine < fine
            turns = ((inside, self.game.inside), (~inside, self.game.outside))
            depth = self._depth[mine, theirs]
            least = np.where(inside, self.game.inside.least, self.game.outside.least)
            start = self.totals[mine] - self.places.low + np.maximum(least, 1)
            ahead = np.minimum(start[:, None] + np.arange(_AHEAD), moved.shape[1] - 1)
            stale = self._stale[mine, theirs] + moved[theirs[:, None], ahead].max(axis=1)
            off = np.abs(self._farkled(mine, theirs) - self.lost[mine, :, theirs])
            wanted = (stale * depth > still) | (off.max(axis=(1, 2, 3)) * depth > near) | slopes
            self._stale[mine, theirs] = np.where(wanted, 0.0, stale)
            for some, turn in turns:
                if (some & wanted).any():
                    self._turns(mine[some & wanted], theirs[some & wanted], turn, slopes=slopes)
            self._settle(mine, theirs)
            change = np.abs(self.win[mine, :, theirs] - before)
            moved[theirs[inside], mine[inside]] = change[inside, 0].max(axis=(1, 2))
            self.change = max(self.change, float((change.max(axis=(1, 2, 3)) * depth).max()))

    def _end(self) -> None:
        """Work out the chances after banking the target or more."""
        game, ending, fine = self.game, self.ending, self.places.fine
        for place, other in enumerate(self.totals):
            for order in range(game.orders):
                self.banked[place, fine:, :, order] = np.array(
                    [
                        ending.banked(
                            total, int(other), game.orders - 1 - order, entered=place < fine
                        )
                        for total in range(game.target, ending.top + 1)
                    ]
                )[:, None]

    def _bank(self) -> None:
        fine = self.places.fine
        self.banked[:, :fine] = 1 - self.win[:, :, :fine, 0, ::-1].transpose(0, 2, 1, 3)

    def _others(self, theirs: Array, mine: Array) -> Array:
        """Return the other's chances to move, while I have no farkles: by pair, theirs, order."""
        found = self.win[theirs, :, mine, 0]
        inside = mine < self.places.fine
        found[inside] = 1 - self.banked[theirs[inside], mine[inside]][..., ::-1]
        return found

    def _fallen(self, mine: Array, theirs: Array) -> Array:
        """Return the other's chances, to move, after my penalty: by pair, their farkles, order."""
        found = self._others(theirs, self.places.fall[mine])
        deep = self.places.deep[mine]
        if deep.any():  # below the lowest place my chance falls on as it fell before
            me, other = mine[deep], theirs[deep]
            here = 1 - found[deep]
            above = np.maximum(1 - self._others(other, self.places.higher[me]), 1e-300)
            found[deep] = 1 - here * np.minimum(here / above, 1.0)
        return found

    def _farkled(self, mine: Array, theirs: Array) -> Array:
        """Return the value of a farkle for each pair: by pair, my farkles, theirs, order."""
        again = self.win[theirs, :, mine][..., ::-1]  # pair, their farkles, mine, order
        then = np.empty_like(again)
        then[:, :, :2] = again[:, :, 1:]
        then[:, :, 2] = self._fallen(mine, theirs)[..., ::-1]
        return 1 - then.transpose(0, 2, 1, 3)

    def _turns(self, mine: Array, theirs: Array, turn: Manner, *, slopes: bool) -> None:
        """Value the turns of pairs."""
        longest = self._longest(mine, theirs)
        order = np.argsort(longest)
        step = max(1, _COLUMNS // (9 * self.game.orders * (1 + slopes)))
        parts = -(-len(order) // step)
        for part in np.array_split(order, parts):
            rows = max(int(longest[part].max()), turn.least + 1)
            self._walk(mine[part], theirs[part], rows, turn, slopes=slopes)

    def _longest(self, mine: Array, theirs: Array) -> Array:
        """Return how many rows turns are followed: the further behind, the more."""
        behind = self.totals[theirs] - self.totals[mine]
        rows = self._turn * (_FOLLOWED * self.ending.seldom + _BEHIND * behind)
        rows = np.clip(rows, *_LONGEST).astype(int)
        return np.asarray(np.minimum(rows, self.ending.top - self.totals[mine]))

    def _walk(self, mine: Array, theirs: Array, rows: int, turn: Manner, *, slopes: bool) -> None:
        lost = self._farkled(mine, theirs)
        start = self.totals[mine] - self.places.low
        at = np.clip(start + np.arange(rows + 1)[:, None], 0, self.banked.shape[1] - 1)
        bank = self.banked[theirs, at].astype(self._kind)  # row, pair, their farkles, order
        wide = np.broadcast_to(bank[:, :, None], (rows + 1, *lost.shape))
        times = 1 + slopes
        banks = np.tile(wide.reshape(rows + 1, -1), (1, times))
        falls = lost.reshape(-1)
        if slopes:
            falls = np.concatenate((falls, falls - _SLOPE))
        nothing = None
        if turn.limit:  # it does not touch the count
            same = 1 - self.win[theirs, :, mine][..., ::-1].transpose(0, 2, 1, 3)
            nothing = np.tile(same.reshape(-1).astype(self._kind), times)
        walk = Walk(self.game.throws, banks, falls.astype(self._kind), turn, nothing)
        found = walk.opening.reshape(times, *lost.shape).astype(np.float64)
        here = (mine, slice(None), theirs)
        self.value[here], self.lost[here] = found[0], lost
        if slopes:
            self.slope[here] = np.clip((found[0] - found[1]) / _SLOPE, 0.0, 1.0)

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
        self.banked[other, me] = 1 - self.win[other, :, me, 0][..., ::-1]
        self._between(me, other)

    def _between(self, mine: Array, theirs: Array) -> None:
        """Work out the chances after banking a total between `mine` and the next place kept."""
        for gap in set(self._gap[mine].tolist()):
            some = self._gap[mine] == gap
            me, other, nodes = mine[some], theirs[some], self._nodes[mine[some]]
            known = self.banked[other[:, None], nodes]
            for step in range(1, gap):
                weights = weights_of(nodes - (me + step)[:, None])
                self.banked[other, me + step] = np.einsum("mn,mn...->m...", weights, known)
