"""The chances to expect of pairs of totals, from those of the pairs around that are solved."""

from __future__ import annotations

from typing import Final

import numpy as np

from .throws import Array

_FIRST_SLOPE: Final = 0.3
"""How much a turn is worth of the chance after a farkle, where nothing tells."""


class Expected:
    """Chances `win[own, theirs, order]` of the player to move, solved by falling sum of totals.

    They lie close to a plane through three neighbours, and how far off it changes little from pair
    to pair: most are expected to within 1e-5. `_off` has these differences, `_slope` the slopes of
    turns by the value of a farkle.
    """

    def __init__(self, win: Array) -> None:
        self._win, self._off = win, np.zeros_like(win)
        self._slope = np.full_like(win, _FIRST_SLOPE)

    def at(self, own: Array, theirs: Array) -> tuple[Array, Array]:
        """Return the chances and the slopes to expect, by pair and order."""
        right, up = self._neighbours(own, theirs)
        chances = self._plane(own, theirs) + (self._off[right] + self._off[up]) / 2
        return np.clip(chances, 0, 1), (self._slope[right] + self._slope[up]) / 2

    def store(self, own: Array, theirs: Array, win: Array, slope: Array) -> None:
        """Store solved pairs."""
        self._off[own, theirs] = win - self._plane(own, theirs)
        self._win[own, theirs], self._slope[own, theirs] = win, slope

    def _plane(self, own: Array, theirs: Array) -> Array:
        win, last = self._win, len(self._win) - 1
        right, up = self._neighbours(own, theirs)
        plane = win[right] + win[up] - win[right[0], up[1]]
        # At the edge, a line through two neighbours.
        edge = np.minimum(own, theirs) < last
        most, least = edge & (own == last), edge & (theirs == last)
        plane[most] = 2 * win[up][most] - win[last, np.minimum(theirs + 2, last)[most]]
        plane[least] = 2 * win[right][least] - win[np.minimum(own + 2, last)[least], last]
        return np.asarray(plane)

    def _neighbours(self, own: Array, theirs: Array) -> tuple[tuple[Array, Array], ...]:
        last = len(self._win) - 1
        return (np.minimum(own + 1, last), theirs), (own, np.minimum(theirs + 1, last))
