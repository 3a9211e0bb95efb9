"""The worth of being allowed to build on the turn before, packed.

A table has millions of chances, and a turn needs a thousand of them: those after all turns of the
other that begin at the same totals. So they stay packed in memory, in thousands of parts.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from itertools import product
from typing import Final

import numpy as np

from .throws import Array

UNITS: Final = 500_000
"""Packed chances are multiples of this fraction, so they are off by at most half of it."""

_TURNS: Final = 8
"""The number of consecutive totals in one part: their turns are similar, so they pack well
together."""

_BYTES: Final = 3
_DICE: Final = 6


class Offers:
    """How much being allowed to build adds to the chance of the player to move."""

    def __init__(self, size: int, orders: int, packed: bytes) -> None:
        """`size` is the number of totals below the target. Raise ValueError if `packed` is torn."""
        self._size, self._parts, self.packed = size, -(-size // _TURNS), packed
        lengths = np.frombuffer(packed, "<u4", orders * size * self._parts)
        self._starts = lengths.nbytes + np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
        if self._starts[-1] != len(packed):
            raise ValueError("The offers are torn.")

    def after(self, begun: int, mine: int, order: int) -> Array:
        """Return this for the player at `mine`, after the other's turn from `begun` on scored 1, 2,
        ... rows, by dice left (one to six) and rows. `order` is 0 for the player who leads
        tiebreakers."""
        part, turn = divmod(begun, _TURNS)
        at = (order * self._size + mine) * self._parts + part
        start, end = self._starts[at : at + 2]
        raw = np.frombuffer(zlib.decompress(self.packed[start:end]), np.uint8)
        low, middle, high = raw.reshape(_BYTES, -1).astype(np.int32)
        signed = low | middle << 8 | high << 16
        whole = ((signed >> 1) ^ -(signed & 1)).reshape(_TURNS, _DICE, -1)
        for axis in range(whole.ndim):
            whole = np.cumsum(whole, axis=axis, dtype=np.int32)
        return np.asarray(whole[turn, :, : self._size - 1 - begun] / UNITS)


def pack_offers(size: int, orders: int, gain: Callable[[int, int, int], Array]) -> Offers:
    """Return the offers for `size` totals below the target. `gain(begun, mine, order)` is what
    `Offers.after` will return."""
    parts = []
    for order, mine, first in product(range(orders), range(size), range(0, size, _TURNS)):
        part = np.zeros((_TURNS, _DICE, size - 1 - first))
        for turn, begun in enumerate(range(first, min(first + _TURNS, size))):
            part[turn, :, : size - 1 - begun] = gain(begun, mine, order)
        parts.append(_pack_part(part))
    lengths = np.array([len(part) for part in parts], "<u4")
    return Offers(size, orders, lengths.tobytes() + b"".join(parts))


# Neighbouring chances are similar. So differences along all axes are stored, with the sign in the
# lowest bit, and grouped by the significance of their bytes.
def _pack_part(part: Array) -> bytes:
    whole = np.rint(part * UNITS).astype(np.int32)
    for axis in range(whole.ndim):
        whole = np.diff(whole, axis=axis, prepend=np.int32(0))
    signed = np.ascontiguousarray((whole << 1) ^ (whole >> 31)).astype("<u4")
    planes = signed.reshape(-1).view(np.uint8).reshape(-1, 4).T[:_BYTES]
    return zlib.compress(planes.tobytes(), 6)
