"""The chance to win of two players under a penalty for farkles in a row.

Each player's farkles in a row belong to the position, and a penalty takes totals down again, even
below zero. So pairs of totals depend on each other in circles: they are valued again and again, by
falling sum of the totals, until nothing changes. At one pair of totals no circle is left: a farkle
adds one to a count, and the third leads to another pair.

To walk all turns takes a hundred times as long as to work out the pairs from their values. So after
each sweep with walks, sweeps without follow: slopes tell what the turns are worth now. A turn is
walked again where slopes may be too wrong. So they only save time: what changes nothing when it is
walked is solved, whatever slopes say.
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
_QUICK: Final = 15
_SETTLED: Final = 0.5
"""How many sweeps with walks there are at most, and how many without after each; the latter end
once no chance changes by more than this part of the change to come down to."""

_SLOPES_AT: Final = (0, 2)
"""Sweeps that measure slopes where none are known: at first, and once chances are about right."""

_ROUGH: Final = ((3e-3, 0.6, (0, 2)), (2e-4, 0.8, (1,)))
"""With many places, coarse ones are valued first: down to this change, with turns followed so far,
in parts of how far they are followed at last, and with slopes from these sweeps."""

_SLOPE: Final = 1e-3
_SCALE: Final = (1e-3, 0.2)
"""How far apart the values are between which a slope is measured, in parts of what a bank wins over
a farkle; it counts as within these bounds."""

_NODES: Final = (0, 5, 10, 16, 26, 42, 70)
_TYPICAL: Final = 2
"""So many rows above the least bank, slopes are measured: the banks between change about as these
do. And which of them is a typical bank."""

_ORDER: Final = (((2, 0), (2, 1), (2, 2)), ((0, 2), (1, 2)), ((1, 0), (1, 1)), ((0, 1),), ((0, 0),))
"""Counts of farkles (mine, theirs) at one pair of totals: each follows from those before."""

_COLUMNS: Final = 1500
"""How many turns are walked at a time."""

_PAIRS: Final = 230
_TOGETHER: Final = (3, 8)
"""About so many pairs, of so many neighbouring sums of totals, are valued together: few turns lead
from one to another."""

_FOLLOWED: Final = (0.9, 0.55, 2.0)
_BEHIND: Final = 0.6
"""How far turns are followed, and at least and at most: in parts of what a turn seldom makes; and
how many rows further for each row behind. Beyond, turns are banked at once."""

_STILL: Final = 0.1
_DOUBT: Final = (0.02, 1.0)
_NOISE: Final = 2e-8
"""A turn is valued again once its value, told from slopes, may be wrong by so much, in parts of the
change to come down to. It may be wrong by some of what banks and farkles have changed: by as much
as it was when the turn was valued the last time, within bounds and apart from rounding."""

_ROUGHLY: Final = 0.2
"""Slopes that were more wrong than this are measured again."""

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
        # A turn is worth `value + slope * (farkle - lost) + sum(share * (banks - noted))`, near the
        # value `lost` of a farkle and the values `noted` of some banks.
        self.value, self.slope = self.win.copy(), np.full(shape, 0.3)
        self.lost = np.full(shape, 0.5)
        self.share = np.zeros((size, size, len(_NODES)))
        self.noted = np.zeros((size, size, len(_NODES), 3, game.orders))
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
        for kept, (same, turn, slopes) in zip(places.coarse, _ROUGH, strict=False):
            self._group(kept, outside=False)
            self._sweeps(same, slopes, turn)
            places.fill(self.win, kept)
            places.fill(self.slope, kept)
            places.fill(self.share, kept, second=1)
            self._bank()
        self._group(places.kept, outside=False)
        self._sweeps(SAME, () if places.coarse else _SLOPES_AT)
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
        self._doubt = np.full((self.places.size, self.places.size), np.inf)
        inside = kept[kept < fine]
        self._gap = np.ones(fine, int)
        self._gap[inside[:-1]] = np.diff(inside)
        self._nodes = np.zeros((fine, NODES), int)
        for at, place in enumerate(inside[:-NODES]):
            self._nodes[place] = inside[at : at + NODES]

    def _sweeps(self, same: float, slopes: tuple[int, ...], turn: float = 1.0) -> None:
        """Sweep until no chance changes by more than `same`; measure slopes in some sweeps."""
        self._same, self._turn = same, turn
        quick, before = _QUICK, np.inf
        for number in range(_SWEEPS):
            self._sweep(walk=True, slopes=number in slopes)
            if self.change < same:
                break
            if self.change >= before:  # slopes lead astray
                quick //= 2
            before = self.change
            for _ in range(quick):
                self._sweep(walk=False)
                if self.change < _SETTLED * same:
                    break

    def _sweep(self, *, walk: bool, slopes: bool = False) -> None:
        """Work out the pairs again, from their turns. `walk`: value turns again if what they lead
        to has changed; else slopes tell their values. `slopes`: measure these, for twice the work.
        """
        self.change = 0.0
        for mine, theirs in self._blocks:
            before, depth = self.win[mine, :, theirs], self._depth[mine, theirs]
            if walk:
                self._renew(mine, theirs, depth, slopes=slopes)
            self._settle(mine, theirs)
            change = np.abs(self.win[mine, :, theirs] - before)
            self.change = max(self.change, float((change.max(axis=(1, 2, 3)) * depth).max()))

    def _renew(self, mine: Array, theirs: Array, depth: Array, *, slopes: bool) -> None:
        """Value the turns of pairs again, if what they lead to has changed."""
        moved = np.abs(self._banks(mine, theirs) - self.noted[mine, theirs]).max(axis=(1, 2, 3))
        lost = self._farkled(mine, theirs)
        off = np.abs(lost - self.lost[mine, :, theirs]).max(axis=(1, 2, 3))
        far = np.maximum(moved, off)
        told, doubt = self._told(mine, theirs, lost), self._doubt[mine, theirs]
        wanted = (doubt * far * depth > _STILL * self._same) | np.isinf(doubt) | slopes
        steep = (doubt > _ROUGHLY) & (doubt < np.inf) | slopes
        inside = mine < self.places.fine
        for some, turn in ((inside, self.game.inside), (~inside, self.game.outside)):
            for here in (some & wanted & ~steep, some & wanted & steep):
                if here.any():
                    self._turns(mine[here], theirs[here], turn, slopes=bool(steep[here][0]))
        wrong = np.abs(self.value[mine, :, theirs] - told).max(axis=(1, 2, 3))
        new = np.clip((wrong - _NOISE) / np.maximum(far, _NOISE), *_DOUBT)
        new[np.isinf(doubt)] = _ROUGHLY
        self._doubt[mine, theirs] = np.where(wanted, new, doubt)

    def _told(self, mine: Array, theirs: Array, lost: Array) -> Array:
        """Return what turns are worth, told from slopes."""
        moved = self._banks(mine, theirs) - self.noted[mine, theirs]
        more = np.einsum("mn,mn...->m...", self.share[mine, theirs], moved)
        here = (mine, slice(None), theirs)
        known = self.value[here] + self.slope[here] * (lost - self.lost[here])
        return np.asarray(known + more[:, None])

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
            found[deep] = 1 - here * np.clip(here / above, 0.0, 1.0)
        return found

    def _farkled(self, mine: Array, theirs: Array) -> Array:
        """Return the value of a farkle for each pair: by pair, my farkles, theirs, order."""
        again = self.win[theirs, :, mine][..., ::-1]  # pair, their farkles, mine, order
        then = np.empty_like(again)
        then[:, :, :2] = again[:, :, 1:]
        then[:, :, 2] = self._fallen(mine, theirs)[..., ::-1]
        return 1 - then.transpose(0, 2, 1, 3)

    def _banks(self, mine: Array, theirs: Array) -> Array:
        """Return the chances after the banks of the nodes: by pair, node, their farkles, order."""
        least = np.where(mine < self.places.fine, self.game.inside.least, self.game.outside.least)
        at = (self.totals[mine] - self.places.low + least)[:, None] + np.array(_NODES)
        return np.asarray(self.banked[theirs[:, None], np.minimum(at, self.places.fine - 1)])

    def _turns(self, mine: Array, theirs: Array, turn: Manner, *, slopes: bool) -> None:
        """Value the turns of pairs."""
        longest = np.maximum(self._longest(mine, theirs), turn.least + 1)
        order = np.argsort(-longest)
        step = max(1, _COLUMNS // (9 * self.game.orders * (1 + slopes) + len(_NODES) * slopes))
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
        noted = self._banks(mine, theirs)
        won = np.abs(noted[:, _TYPICAL, 0, 0] - lost[:, 0, 0, 0])
        step = _SLOPE * np.clip(won, *_SCALE)[:, None, None, None]
        falls = np.stack((lost, lost - step)[: 1 + slopes], axis=1)
        # Chances count from that after a farkle on: single precision loses less of the differences.
        start = self.totals[mine] - self.places.low
        at = start + np.arange(rows + self._most)[:, None]
        bank = self.banked[theirs, np.clip(at, 0, self.banked.shape[1] - 1)]
        banks = (bank[:, :, None, None] - falls).astype(np.float32).reshape(*at.shape, -1)
        nothing = None
        if turn.limit:  # it does not touch the count
            same = 1 - self.win[theirs, :, mine][..., ::-1].transpose(0, 2, 1, 3)
            nothing = (same[:, None] - falls).astype(np.float32).reshape(len(mine), -1)
        if slopes:  # of turns without farkles so far, in one order, with each bank in turn higher
            more = np.where(at < self.places.fine, _hats(turn.least, len(at))[..., None], 0.0)
            higher = banks[..., :1] + (step[:, 0, 0, 0] * more).astype(np.float32).transpose(
                1, 2, 0
            )
            banks = np.concatenate((banks, higher), axis=2)
            if nothing is not None:
                nothing = np.pad(nothing, ((0, 0), (0, len(_NODES))), mode="edge")
        columns = banks.shape[2]
        banks = banks.reshape(len(at), -1)
        walk = Walk(
            self.game.throws,
            banks[:rows],
            np.zeros(banks.shape[1], np.float32),
            turn,
            None if nothing is None else nothing.reshape(-1),
            np.repeat(longest, columns),
            banks[rows:],
        )
        opening = walk.opening.reshape(len(mine), columns)
        count = falls[0].size
        found = opening[:, :count].reshape(falls.shape) + falls
        pair = (mine, slice(None), theirs)
        self.value[pair], self.lost[pair] = found[:, 0], lost
        self.noted[mine, theirs] = noted
        if slopes:
            self.slope[pair] = np.clip((found[:, 0] - found[:, 1]) / step, 0.0, 1.0)
            share = np.clip((opening[:, count:] - opening[:, :1]) / step[:, 0, 0], 0.0, 1.0)
            # Together they are too high where little is left to win: each has a play of its own.
            most = 1 - self.slope[mine, 0, theirs, 0, 0]
            share *= np.minimum(1.0, most / np.maximum(share.sum(axis=1), 1e-9))[:, None]
            self.share[mine, theirs] = share

    def _settle(self, mine: Array, theirs: Array) -> None:
        """Work out the chances of pairs, each with its counterpart among them, from their turns."""
        moved = self._banks(mine, theirs) - self.noted[mine, theirs]
        more = np.einsum("mn,mn...->m...", self.share[mine, theirs], moved)
        value = self.value[mine, :, theirs] + more[:, None]
        fallen = self._fallen(mine, theirs)
        for group in _ORDER:
            for one, two in group:
                then = fallen[:, two] if one == 2 else self.win[theirs, two, mine, one + 1]
                here = (mine, one, theirs, two)
                lost = 1 - then[:, ::-1]
                found = value[:, one, two] + self.slope[here] * (lost - self.lost[here])
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


def _hats(least: int, rows: int) -> Array:
    """Return by node how much banks of so many rows count for it: 1 at the node, 0 at the next."""
    return np.array(
        [np.interp(np.arange(rows) - least, _NODES, one) for one in np.eye(len(_NODES))]
    )
