"""The chance to win of two players under a penalty for farkles in a row.

The position includes each player's farkles in a row, and a penalty lowers totals, even below zero.
So pairs of totals depend on each other in cycles. They are valued repeatedly, in the order of
falling sums, until nothing changes. Within one pair there are no cycles: a farkle adds one to a
count, and the third leads to another pair.

Walking all turns takes a hundred times as long as working out the pairs from their values. So each
sweep with walks is followed by sweeps without, in which the value of a turn is extrapolated by its
slopes. A turn is walked again if that may be too inaccurate. Slopes only save time: the result is
accepted only once walking changes nothing.
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
"""The most sweeps with walks, and the most without after each. The latter end once no chance
changes by more than `_SETTLED` times the change at which the sweeps end."""

_SLOPES_AT: Final = (0, 2)
"""The sweeps that measure missing slopes: the first, and one in which chances are about right."""

_ROUGH: Final = ((3e-3, 0.6, (0, 2)), (2e-4, 0.8, (1,)))
"""With many places, coarser selections are valued first: for each the change at which to stop, how
far turns are followed as a fraction of the final length, and the sweeps that measure slopes."""

_SLOPE: Final = 1e-3
_SCALE: Final = (1e-3, 0.2)
"""The distance over which a slope is measured, as a fraction of what a bank wins over a farkle,
which is clipped to `_SCALE`."""

_NODES: Final = (0, 5, 10, 16, 26, 42, 70)
_TYPICAL: Final = 2
"""The banks for which slopes are measured, in rows above the least bank, and the index of a typical
one. Banks in between change about as these do."""

_ORDER: Final = (((2, 0), (2, 1), (2, 2)), ((0, 2), (1, 2)), ((1, 0), (1, 1)), ((0, 1),), ((0, 0),))
"""Counts of farkles (mine, theirs) at one pair of totals, in an order in which each depends only on
earlier ones."""

_COLUMNS: Final = 1500
"""How many turns are walked at a time."""

_PAIRS: Final = 230
_TOGETHER: Final = (3, 8)
"""About how many pairs, and pairs of how many neighbouring sums, are valued together: few turns
lead from one of them to another."""

_FOLLOWED: Final = (0.9, 0.55, 2.0)
_BEHIND: Final = 0.6
"""How far turns are followed, at least and at most, as fractions of what a turn seldom makes, and
how many rows further for each row behind. Beyond that, turns are banked at once."""

_STILL: Final = 0.1
_DOUBT: Final = (0.02, 1.0)
_NOISE: Final = 2e-8
"""A turn is walked again once its extrapolated value may be wrong by `_STILL` times the change at
which the sweeps end. The error is estimated as a share of the change in banks and farkles: the
share found when the turn was last walked, within the bounds `_DOUBT`, plus rounding (`_NOISE`)."""

_ROUGHLY: Final = 0.2
"""Slopes with a larger relative error than this are measured again."""

_DEPTH: Final = 3.0
"""Changes count less by this factor for each penalty below zero, because fewer games get there."""


class Streaks:
    """`win[mine, my farkles, theirs, their farkles, order]`: the chance of the player to move.

    `mine` and `theirs` are places (`places.py`). `order` is 0 for a player who leads tiebreakers,
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
        # A turn is worth about `value + slope * (farkle - lost) + sum(share * (banks - noted))`
        # near the value `lost` of a farkle and the values `noted` of some banks.
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
            # To begin with, a player who is not on the board counts as if on it with these points.
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
            if self.change >= before:  # extrapolation diverges
                quick //= 2
            before = self.change
            for _ in range(quick):
                self._sweep(walk=False)
                if self.change < _SETTLED * same:
                    break

    def _sweep(self, *, walk: bool, slopes: bool = False) -> None:
        """Work out the pairs again from their turns. `walk`: walk turns again if what they lead to
        has changed; otherwise extrapolate their values. `slopes`: measure slopes too, for twice the
        work.
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
        """Walk the turns of pairs again, if what they lead to has changed."""
        moved = np.abs(self._banks(mine, theirs) - self.noted[mine, theirs]).max(axis=(1, 2, 3))
        lost = self._farkled(mine, theirs)
        off = np.abs(lost - self.lost[mine, :, theirs]).max(axis=(1, 2, 3))
        far = np.maximum(moved, off)
        values, doubt = self._extrapolated(mine, theirs, lost), self._doubt[mine, theirs]
        wanted = (doubt * far * depth > _STILL * self._same) | np.isinf(doubt) | slopes
        steep = (doubt > _ROUGHLY) & (doubt < np.inf) | slopes
        inside = mine < self.places.fine
        for some, turn in ((inside, self.game.inside), (~inside, self.game.outside)):
            for here in (some & wanted & ~steep, some & wanted & steep):
                if here.any():
                    self._turns(mine[here], theirs[here], turn, slopes=bool(steep[here][0]))
        wrong = np.abs(self.value[mine, :, theirs] - values).max(axis=(1, 2, 3))
        new = np.clip((wrong - _NOISE) / np.maximum(far, _NOISE), *_DOUBT)
        new[np.isinf(doubt)] = _ROUGHLY
        self._doubt[mine, theirs] = np.where(wanted, new, doubt)

    def _extrapolated(self, mine: Array, theirs: Array, lost: Array) -> Array:
        """Return the worth of turns, extrapolated by slopes."""
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
        if deep.any():  # below the lowest place, my chance goes on falling as it did before
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
        """Return how many rows turns are followed: more, the further behind the player is."""
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
        # Chances are relative to that after a farkle, so that single precision keeps the
        # differences.
        start = self.totals[mine] - self.places.low
        at = start + np.arange(rows + self._most)[:, None]
        bank = self.banked[theirs, np.clip(at, 0, self.banked.shape[1] - 1)]
        banks = (bank[:, :, None, None] - falls).astype(np.float32).reshape(*at.shape, -1)
        nothing = None
        if turn.limit:  # running out of throws changes no count
            same = 1 - self.win[theirs, :, mine][..., ::-1].transpose(0, 2, 1, 3)
            nothing = (same[:, None] - falls).astype(np.float32).reshape(len(mine), -1)
        if slopes:  # with one bank after the other raised
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
            # Their sum is too high where little is left to win, because each assumes a play of its
            # own.
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
    """Return by node the weight of banks of each number of rows: 1 at the node, 0 at the next."""
    return np.array(
        [np.interp(np.arange(rows) - least, _NODES, one) for one in np.eye(len(_NODES))]
    )
