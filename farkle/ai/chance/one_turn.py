"""The best play of a single turn, within two or three milliseconds.

`walk.py` values many turns at once, and takes ten times as long for one alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .throws import Array, ThrowValues
from .walk import Manner

_MAX_FAR_ROUNDS: Final = 200
_FAR_TOLERANCE: Final = 1e-12


class OneTurn:
    """Values turns one by one, under one rule set."""

    def __init__(self, throws: ThrowValues) -> None:
        self.throws = throws
        self._more, dice, forced = (
            np.array(column) for column in zip(*throws.options, strict=True)
        )
        self._line = dice + throws.lines * forced
        self._places, self._first, self._weights, self._lost = throws.by_throw()

    def after(
        self, bank: Array, lost: float, manner: Manner, nothing: float | None = None
    ) -> tuple[Array, list[Array]]:
        """Return the value of a bank by dice left and rows, and of rolling by rolls made,
        dice and rows, as `Walk` has them. `bank` may be by rows alone; its last row counts for all
        above."""
        bank = np.broadcast_to(bank, (self.throws.lines, bank.shape[-1]))
        if (short := manner.least + 1 - bank.shape[1]) > 0:
            bank = np.pad(bank, ((0, 0), (0, short)), mode="edge")
        nothing = lost if nothing is None else nothing
        closed = manner.ends or manner.limit > 0
        stages = [self._open(bank, lost, manner.least, closed=closed)]
        for made in range(manner.limit - 1, -1, -1):
            last = made == manner.limit - 1
            ends = manner.ends or last
            then = self._then(bank, stages[0], nothing if last else None, manner.least, closed=ends)
            stages.insert(0, self._walk_stages(then, lost, bank.shape[1]))
        return bank, stages

    def _open(self, bank: Array, lost: float, least: int, *, closed: bool) -> Array:
        """Return the values of rolling without a limit of rolls."""
        top = bank.shape[1] - 1
        width = top + 1 + int(self._more.max())
        # By dice: first not forced to roll, then forced.
        lines = np.empty((2 * self.throws.lines, width))
        flat, free, forced = lines.reshape(-1), *np.split(lines, 2)
        free[:, top:] = bank[:, top, None]
        forced[:, top:] = self._far(bank[:, top], lost, closed=closed)[:, None]
        if not closed:
            np.maximum(free[:, top:], forced[:, top:], out=free[:, top:])
        index = (self._line * width + self._more)[self._places]
        first, weights, nothing = self._first, self._weights, self._lost * lost
        for row in range(top - 1, -1, -1):
            worth = weights @ np.maximum.reduceat(flat[row:].take(index), first)
            worth += nothing
            forced[:, row] = worth
            if row < least:
                free[:, row] = worth
            elif closed:
                free[:, row] = bank[:, row]
            else:
                np.maximum(worth, bank[:, row], out=free[:, row])
        return forced[:, : top + 1].copy()

    def _far(self, bank: Array, lost: float, *, closed: bool) -> Array:
        """Return the value of rolling where every bank is worth `bank` (by dice)."""
        rolls, nothing = np.zeros(self.throws.lines), self._lost * lost
        index = self._line[self._places]
        for _ in range(_MAX_FAR_ROUNDS):
            free = bank if closed else np.maximum(bank, rolls)
            options = np.concatenate((free, rolls))[index]
            worth = self._weights @ np.maximum.reduceat(options, self._first) + nothing
            if np.abs(worth - rolls).max() < _FAR_TOLERANCE:
                return np.asarray(worth)
            rolls = worth
        return rolls

    def _then(
        self, bank: Array, after: Array, nothing: float | None, least: int, *, closed: bool
    ) -> Array:
        """Return the values of positions by dice and rows: first not forced to roll, then forced.
        Below the minimum to bank they are `nothing`, or (None) those of rolling on."""
        free = np.where(closed, bank, np.maximum(bank, after))
        lines = np.concatenate((np.broadcast_to(free, after.shape), after))
        lines[:, :least] = np.tile(after[:, :least], (2, 1)) if nothing is None else nothing
        return lines

    def _walk_stages(self, then: Array, lost: float, rows: int) -> Array:
        at = np.arange(rows)
        values = [
            then[line, np.minimum(at + more, rows - 1)]
            for more, line in zip(self._more, self._line, strict=True)
        ]
        return self.throws(values, np.full(rows, lost))
