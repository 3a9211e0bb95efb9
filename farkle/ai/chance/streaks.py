"""The chance to win of two players under a penalty for farkles in a row.

Each player's farkles in a row belong to the position, and a penalty takes totals down again, even
below zero. So pairs of totals depend on each other in circles: they are valued again and again, by
falling sum of the totals, until nothing changes; later sweeps leave out what has hardly changed.
At one pair of totals no circle is left: a farkle adds one to a count, and the third leads to
another pair.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .game import Game
from .last_turn import Ending
from .places import NODES, Places, weights_of
from .throws import Array
from .walk import Manner, Walk

SAME: Final = 2e-7
"""Chances that change by less than this are solved."""

_SWEEPS: Final = 60
_SLOPES_AT: Final = (0, 3)
_SLOPES_OF_MANY: Final = (1,)
"""Sweeps that measure slopes, once chances are about right; the first, where none are known."""

_ROUGH: Final = ((3e-3, 0.6, (0, 5)), (2e-4, 0.8, (2,)))
"""With many places, coarse ones are valued first: down to this change, with turns followed so far,
in parts of how far they are followed at last, and with slopes from these sweeps."""

_SLOPE: Final = 1e-3
"""How far apart the values of a farkle are between which a slope is measured."""

_ORDER: Final = (((2, 0), (2, 1), (2, 2)), ((0, 2), (1, 2)), ((1, 0), (1, 1)), ((0, 1),), ((0, 0),))
"""Counts of farkles (mine, theirs) at one pair of totals: each follows from those before."""

_COLUMNS: Final = 4096
"""How many turns are walked at a time."""

_PAIRS: Final = 230
_TOGETHER: Final = (3, 8)
"""About so many pairs, of so many neighbouring sums of totals, are valued together: few turns lead
from one to another."""

_FOLLOWED: Final = (0.9, 0.55, 2.0)
_BEHIND: Final = 0.6
"""How far turns are followed, and at least and at most: in parts of what a turn seldom makes; and
how many rows further for each row behind. Beyond, turns are banked at once."""

_AHEAD: Final = 50
_STILL: Final = 0.2
_NEAR: Final = 3.0
"""A turn is valued again once a chance up to so many rows ahead has changed by more than the first,
or the value of a farkle by more than the second, in parts of the change to come down to."""

_DEPTH: Final = 3.0
"""For each penalty below zero, changes count less by this factor: about so few get there."""


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
        self._most = max(more for more, _, _ in game.throws.options)
        self.change = 1.0

    def solve(self) -> None:
        """Value pairs of kept places until nothing changes, then work out those between."""
        places = self.places
        if places.many:
            for kept, (same, turn, slopes) in zip(places.coarse, _ROUGH, strict=True):
                self._group(kept, outside=False)
                self._sweeps(same, slopes, turn)
                places.fill(self.win, kept)
                places.fill(self.slope, kept)
                self._bank()
        self._group(places.kept, outside=False)
        self._sweeps(SAME, _SLOPES_OF_MANY if places.many else _SLOPES_AT)
        if self.game.has_entry:
            places.fill(self.win, places.kept)
            # To begin with, who is not on the board is worth what one with these points on it is.
            same = np.maximum(self.totals - places.low, 0)
            self.win = self.win[same][:, :, same]
            self._bank()
            self._group(places.kept, outside=True)
            self._sweeps(SAME, _SLOPES_AT)
        places.fill(self.win, places.kept)

    def _group(self, kept: Array, *, outside: bool) -> None:
        """Prepare the pairs of these places: both on the board, by falling sum of totals, or else
        all others, by the total of the one who is on the board."""
        fine = self.places.fine
        mine, theirs = (some.reshape(-1) for some in np.meshgrid(kept, kept, indexing="ij"))
        some = ((mine >= fine) | (theirs >= fine)) == outside
        mine, theirs = mine[some], theirs[some]
        rank = np.where(np.arange(self.places.size) < fine, self.totals, self.places.low - 1)
        both = rank[mine] + rank[theirs]
        both //= np.clip(_PAIRS * (np.ptp(both) + 1) // len(both), *_TOGETHER)
        order = np.argsort(-both, kind="stable")
        parts = np.split(order, np.flatnonzero(np.diff(both[order])) + 1)
        self._blocks = [(mine[part], theirs[part]) for part in parts]
        self._stale = np.full((len(self.totals),) * 2, np.inf)
        inside = kept[kept < fine]
        self._gap = np.ones(fine, int)
        self._gap[inside[:-1]] = np.diff(inside)
        self._nodes = np.zeros((fine, NODES), int)
        for at, place in enumerate(inside[:-NODES]):
            self._nodes[place] = inside[at : at + NODES]

    def _sweeps(self, same: float, slopes: tuple[int, ...], turn: float = 1.0) -> None:
        """Sweep until no chance changes by more than `same`; measure slopes in some sweeps."""
        self._same, self._turn = same, turn
        for number in range(_SWEEPS):
            self._sweep(slopes=number in slopes)
            if self.change < same:
                break

    def _sweep(self, *, slopes: bool) -> None:
        """Value the pairs again. `slopes`: measure these too, for twice the work."""
        still, near = _STILL * self._same, _NEAR * self._same
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
        longest = np.maximum(self._longest(mine, theirs), turn.least + 1)
        order = np.argsort(-longest)
        step = max(1, _COLUMNS // (9 * self.game.orders * (1 + slopes)))
        for part in np.array_split(order, -(-len(order) // step)):
            self._walk(mine[part], theirs[part], longest[part], turn, slopes=slopes)

    def _longest(self, mine: Array, theirs: Array) -> Array:
        """Return how many rows turns are followed: the further behind, the more."""
        behind = self.totals[theirs] - self.totals[mine]
        usual, least, most = (part * self.ending.seldom for part in _FOLLOWED)
        rows = self._turn * np.clip(usual + _BEHIND * behind, least, most)
        return np.asarray(np.minimum(rows.astype(int), self.ending.top - self.totals[mine]))

    def _walk(
        self, mine: Array, theirs: Array, longest: Array, turn: Manner, *, slopes: bool
    ) -> None:
        """Value the turns of pairs, each followed so far, the longest first."""
        lost, rows = self._farkled(mine, theirs), longest[0] + 1
        falls = np.stack((lost, lost - _SLOPE)[: 1 + slopes], axis=1)
        # Chances count from that after a farkle on: single precision loses less of the differences.
        start = self.totals[mine] - self.places.low
        at = start + np.arange(rows + self._most)[:, None]
        bank = self.banked[theirs, np.clip(at, 0, self.banked.shape[1] - 1)]
        banks = (bank[:, :, None, None] - falls).astype(np.float32).reshape(len(at), -1)
        nothing = None
        if turn.limit:  # it does not touch the count
            same = 1 - self.win[theirs, :, mine][..., ::-1].transpose(0, 2, 1, 3)
            nothing = (same[:, None] - falls).astype(np.float32).reshape(-1)
        walk = Walk(
            self.game.throws,
            banks[:rows],
            np.zeros(falls.size, np.float32),
            turn,
            nothing,
            np.repeat(longest, falls[0].size),
            banks[rows:],
        )
        found = walk.opening.reshape(falls.shape) + falls
        pair = (mine, slice(None), theirs)
        self.value[pair], self.lost[pair] = found[:, 0], lost
        if slopes:
            self.slope[pair] = np.clip((found[:, 0] - found[:, 1]) / _SLOPE, 0.0, 1.0)

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
