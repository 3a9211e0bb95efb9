"""The standings a player can have under a penalty for farkles in a row: on the board or not, even
below zero."""

from __future__ import annotations

from typing import Final

import numpy as np

from .game import Game
from .throws import Array

_FEW: Final = 150
"""Up to this many places, all are valued; of more, only some, and the chances between them are
interpolated."""

_AT_ONCE: Final = 60
"""Up to this many places are valued right away; of more, a coarser selection is valued first."""

_ALL: Final = ((1e6, 1),)
_KEPT: Final = ((0.6, 1), (1.0, 2), (9.0, 8))
_COARSE: Final = (
    ((0.08, 1), (0.2, 3), (0.5, 6), (1.0, 12), (9.0, 20)),
    ((0.18, 1), (0.38, 2), (1.0, 5), (9.0, 14)),
)
"""Which places are valued: (part of the target, step) means every `step` rows within that part
below the target."""

NODES: Final = 4
"""From how many valued places the chances between them are interpolated."""


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

        self.kept = self._some(_KEPT if size > _FEW else _ALL)
        self.coarse = [self._some(steps) for steps in _COARSE if size > _AT_ONCE]

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
        for some in (values, values.swapaxes(0, second)):
            some[missing] = np.einsum("mn,mn...->m...", weights, some[nodes])

    def _some(self, steps: tuple[tuple[float, int], ...]) -> Array:
        below = self.fine - 1 - np.arange(self.fine)
        kept = np.zeros(self.fine, bool)
        kept[0] = True
        kept[-NODES - 1 :] = True
        start = 0
        for part, step in steps:
            end = round(part * (self.fine + self.low))
            kept |= (below >= start) & (below < end) & ((below - start) % step == 0)
            start = end
        return np.concatenate((np.flatnonzero(kept), np.arange(self.fine, self.size)))


def weights_of(nodes: Array) -> Array:
    """Return the weights of the values at these distances in the value here (Lagrange's cubic)."""
    found = np.ones(nodes.shape)
    for one in range(nodes.shape[1]):
        for other in range(nodes.shape[1]):
            if other != one:
                found[:, one] *= nodes[:, other] / (nodes[:, other] - nodes[:, one])
    return found
