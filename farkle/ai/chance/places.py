"""The standings a player can have under a penalty for farkles in a row: on the board or not, even
below zero."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from .game import Game
from .throws import Array

_MAX_ALL_VALUED: Final = 150
"""Up to this many places, all are valued; of more, only some, and the chances between them are
interpolated."""

_AT_ONCE: Final = 60
"""Up to this many places are valued right away; of more, a coarser selection is valued first."""


class Spacing(NamedTuple):
    """Within this part of the target below it, every `step`-th row is valued."""

    part: float
    step: int


_ALL: Final = (Spacing(1e6, 1),)
_KEPT: Final = (Spacing(0.6, 1), Spacing(1.0, 2), Spacing(9.0, 8))
_COARSE: Final = (
    (Spacing(0.08, 1), Spacing(0.2, 3), Spacing(0.5, 6), Spacing(1.0, 12), Spacing(9.0, 20)),
    (Spacing(0.18, 1), Spacing(0.38, 2), Spacing(1.0, 5), Spacing(9.0, 14)),
)
"""The selections to start from where there are many places."""

NODES: Final = 4
"""Number of valued places from which the chances between them are interpolated."""

_BLOCK_PAIRS: Final = 230
"""Approximate number of pairs that are solved together."""
_BLOCK_SUMS: Final = (3, 8)
"""Minimum and maximum number of neighbouring sums of totals in a block. Few turns lead from one of
so few to another."""


class Places:
    """A place is an index: `fine` totals from `low` on for a player who is on the board, then one
    for each number of penalties of one who is not.

    `totals` are those of the places, in rows. `kept` are the places that are valued: far from the
    target, chances change so smoothly from row to row that the others can be interpolated. `coarse`
    are smaller selections to start from; empty if none is needed. `fall` is the place after a
    penalty, and `higher` the place from which a penalty leads here. A player who would fall below
    the last place stays there; `deep` says where.
    """

    def __init__(self, game: Game) -> None:
        self.low, self.fine = game.low, game.target - game.low
        self._penalty = penalty = game.penalty
        outside = -penalty * np.arange(game.penalties + 1 if game.has_entry else 0)
        self.totals = np.concatenate((np.arange(game.low, game.target), outside)).astype(int)
        self.size = size = len(self.totals)
        here = np.arange(size)
        on = here < self.fine
        fall = np.where(on, here - penalty, here + 1)
        self.deep = (fall < 0) | (fall == size)
        if game.floor:
            fall = np.where(on, np.maximum(fall, 0), here)
            self.deep = np.zeros(size, bool)
        self.fall = np.where(self.deep, here, fall)
        self.higher = np.where(on, np.minimum(here + penalty, self.fine - 1), here - 1)
        self.higher = np.where(here == self.fine, here, self.higher)

        self.kept = self._select(_KEPT if size > _MAX_ALL_VALUED else _ALL)
        self.coarse = [self._select(spacings) for spacings in _COARSE if size > _AT_ONCE]

    def of(self, total: int, *, entered: bool) -> int:
        """Return the place of a total in rows. The lowest place stands for all below it."""
        if entered:
            return max(0, total - self.low)
        return min(self.size - 1, self.fine - total // max(1, self._penalty))

    def fill(self, values: Array, kept: Array, second: int = 2) -> None:
        """Interpolate the values between kept places, along the first axis and the `second`."""
        inside = kept[kept < self.fine]
        between = np.ones(self.fine, bool)
        between[inside] = False
        missing = np.flatnonzero(between)
        if not missing.size:
            return
        first = np.searchsorted(inside, missing) - NODES // 2
        nodes = inside[np.clip(first, 0, len(inside) - NODES)[:, None] + np.arange(NODES)]
        weights = weights_of(nodes - missing[:, None])
        for along in (values, values.swapaxes(0, second)):
            along[missing] = np.einsum("mn,mn...->m...", weights, along[nodes])

    def pairs_in_blocks(self, kept: Array, *, outside: bool) -> list[tuple[Array, Array]]:
        """Group pairs of kept places into blocks that are solved together, the highest sum of
        totals first.

        `outside`: the pairs with a player who is not on the board, who counts as below all who are;
        else all others.
        """
        own, theirs = (axis.reshape(-1) for axis in np.meshgrid(kept, kept, indexing="ij"))
        chosen = ((own >= self.fine) | (theirs >= self.fine)) == outside
        own, theirs = own[chosen], theirs[chosen]
        rank = np.where(np.arange(self.size) < self.fine, self.totals, self.low - 1)
        sums = rank[own] + rank[theirs]
        sums //= np.clip(_BLOCK_PAIRS * (np.ptp(sums) + 1) // len(sums), *_BLOCK_SUMS)
        order = np.argsort(-sums, kind="stable")
        parts = np.split(order, np.flatnonzero(np.diff(sums[order])) + 1)
        return [(own[part], theirs[part]) for part in parts]

    def _select(self, spacings: tuple[Spacing, ...]) -> Array:
        below = self.fine - 1 - np.arange(self.fine)
        kept = np.zeros(self.fine, bool)
        kept[0] = True
        kept[-NODES - 1 :] = True
        start = 0
        for part, step in spacings:
            end = round(part * (self.fine + self.low))
            kept |= (below >= start) & (below < end) & ((below - start) % step == 0)
            start = end
        return np.concatenate((np.flatnonzero(kept), np.arange(self.fine, self.size)))


def weights_of(nodes: Array) -> Array:
    """Return the weights of the values at these distances in the value here (Lagrange's cubic)."""
    weights = np.ones(nodes.shape)
    for node in range(nodes.shape[1]):
        for other in range(nodes.shape[1]):
            if other != node:
                weights[:, node] *= nodes[:, other] / (nodes[:, other] - nodes[:, node])
    return weights
