"""Where a player can stand under a penalty for farkles in a row: on the board or not, even below
zero."""

from __future__ import annotations

import numpy as np

from .game import Game
from .throws import Array


class Places:
    """A place is an index: `fine` totals from `low` on for a player who is on the board, then one
    for each number of penalties of one who is not.

    `totals` are those of the places, in rows. `fall` is the place after a penalty, and `higher` the
    place that leads to this one by a penalty; who would fall below the last place keeps it, and
    `deep` says of which places that is true.
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

    def of(self, total: int, *, entered: bool) -> int:
        """Return the place of a total in rows. The lowest place stands for all below it."""
        if entered:
            return max(0, total - self.low)
        return min(self.size - 1, self.fine - total // max(1, self._penalty))

    def outside(self) -> Array:
        """Return the places of players who are not on the board."""
        return np.arange(self.fine, self.size)
