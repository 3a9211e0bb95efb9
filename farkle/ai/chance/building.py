"""The chance to win between two players on the board, where turns may build on the one before.

Each pair of totals has turns of its own. They are valued at three values of a farkle (the nodes)
around the expected one, and again if the value needed is farther away. The result has millions of
chances, and a turn needs a thousand of them, so they stay packed in memory in thousands of parts.
docs/develop/chances.md ("Piggybacking") has more.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from itertools import product
from typing import Final

import numpy as np

from .expected import Expected
from .game import Game
from .last_turn import Ending
from .throws import Array
from .walk import Curve, Walk, meet, stack_banks

UNITS: Final = 500_000
"""Packed chances are multiples of 1 / UNITS, and off by at most half of that."""

_TOTALS_PER_PART: Final = 8
"""Consecutive totals in one part: their turns are similar, so they pack well together."""

_BYTES_PER_CHANCE: Final = 3

_NODE_DISTANCE: Final = 1e-3
_FIRST_NODE_DISTANCE: Final = 0.05
"""Distance between nodes where no other pair tells which value to expect."""

_MAX_TRIES: Final = 12


class _Solved:
    """Chances of the player to move, who may build on the other's turn or begin anew."""

    def __init__(self, size: int, orders: int, dice: int) -> None:
        self._size = size
        # Turns that begin at 0, 1, ... rows and score 1, 2, ..., all of them below the target.
        self._first = np.concatenate(([0], np.cumsum(np.arange(size - 1, 0, -1))))
        self._chances = np.empty((orders, size, dice, self._first[-1]), np.float32)

    def after(self, begun: int, own: int, order: int) -> Array:
        """Return the chances after the other's turn from `begun` on scored 1, 2, ... rows, by dice
        left (from one) and rows."""
        rows = slice(self._first[begun], self._first[begun] + self._size - 1 - begun)
        return np.asarray(self._chances[order, own, :, rows])

    def store(self, own: int, theirs: int, order: int, chances: Array) -> None:
        """Store the chances after the other's turns to `theirs` with 1, 2, ... rows."""
        rows = np.arange(1, theirs + 1)
        self._chances[order, own][:, self._first[theirs - rows] + rows - 1] = chances


class Building:
    """`win[own, theirs, order]`, as in `Inside`, is the chance of a player who may not build."""

    def __init__(self, game: Game, ending: Ending) -> None:
        self.game, self.ending = game, ending
        size, orders = game.target, game.orders
        self.win = np.full((size, size, orders), 0.5)
        self._expected, self._solved = Expected(self.win), _Solved(size, orders, game.rules.dice)
        self.change = 0.0  # every pair is solved once, completely
        for both in range(2 * size - 2, -1, -1):
            self._solve(both)

    def offers(self) -> Offers:
        def gain(begun: int, own: int, order: int) -> Array:
            alone = self.win[own, begun + 1 :, order]
            return np.asarray(self._solved.after(begun, own, order) - alone)

        return pack_offers(self.game.target, self.game.orders, self.game.rules.dice, gain)

    def entering(self) -> Array:
        """Return the chances of a player who gets on the board, by dice left, rows, and the
        opponent's total and order."""
        game = self.game
        every = product(range(game.target), range(game.orders))
        return np.stack([self.after_bank(0, theirs, order) for theirs, order in every], axis=2)

    def after_bank(self, own: int, theirs: int, order: int) -> Array:
        """Return the chance after banking 0, 1, ... rows, by dice left (0 unused) and rows."""
        game, ending, other = self.game, self.ending, self.game.orders - 1 - order
        below = self._solved.after(own, theirs, other)
        chances = np.zeros((game.throws.lines, 1 + below.shape[1] + ending.top + 1 - game.target))
        chances[1:, 1 : 1 + below.shape[1]] = 1.0 - below
        chances[:, 1 + below.shape[1] :] = ending.after_bank_by_dice(own, theirs, other)
        return chances

    def _solve(self, both: int) -> None:
        size, orders = self.game.target, self.game.orders
        totals = np.arange(max(0, both - size + 1), min(both, size - 1) + 1)
        expected, slope = self._expected.at(totals, both - totals)
        win = expected.reshape(-1)
        own, order = np.repeat(totals, orders), np.tile(np.arange(orders), len(totals))
        theirs = both - own
        pairs = list(zip(own.tolist(), theirs.tolist(), order.tolist(), strict=True))
        bank = stack_banks([self.after_bank(*pair) for pair in pairs])
        built = np.empty_like(bank)
        # No solved pair indicates the values of the first ones.
        unsolved = np.arange(len(win))
        width = _NODE_DISTANCE if both < 2 * size - 2 else _FIRST_NODE_DISTANCE
        for _ in range(_MAX_TRIES):
            # The partner of a pair, seen by the opponent, is at the same place from the end.
            lost = 1 - win[unsolved][::-1]
            turns = _Turns(self.game, bank[:, :, unsolved], lost, width)
            win[unsolved] = turns.meet()
            needed = 1 - win[unsolved][::-1]
            built[:, :, unsolved] = turns.value_building(needed)
            off = np.abs(needed - lost)
            again = off > _NODE_DISTANCE if width == _NODE_DISTANCE else np.ones(off.shape, bool)
            width = _NODE_DISTANCE if off.max() < _FIRST_NODE_DISTANCE else _FIRST_NODE_DISTANCE
            unsolved = unsolved[again | again[::-1]]
            if not unsolved.size:
                break
        self._expected.store(totals, both - totals, win.reshape(expected.shape), slope)
        chances = np.maximum(built, win)
        for column, pair in enumerate(pairs):
            points = np.minimum(np.arange(1, pair[1] + 1), chances.shape[1] - 1)
            self._solved.store(*pair, chances[1:, points, column])


class _Turns:
    """Turns with given banks, at three values of a farkle: `lost`, and `width` to both sides."""

    def __init__(self, game: Game, bank: Array, lost: Array, width: float) -> None:
        self._throws, self._lost, self._width = game.throws, lost, width
        nodes = lost[:, None] + width * np.array([-1.0, 0.0, 1.0])
        walk = Walk(game.throws, np.repeat(bank, 3, axis=2), nodes.reshape(-1), game.inside)
        self._rolls = walk.rolls[:, : bank.shape[1]].reshape(*bank.shape, 3)
        self._curve = Curve(nodes, walk.opening.reshape(-1, 3))

    def meet(self) -> Array:
        """Return the chances of all pairs; the reversed list has their partners."""
        start = 1 - self._lost[::-1]
        return meet(self._curve, self._curve, start, start)[0]

    def value_building(self, lost: Array) -> Array:
        """Return the values of throwing while building, by dice, points taken over, and pair."""
        at = (lost - self._lost) / self._width
        weights = np.stack((at * (at - 1) / 2, 1 - at * at, at * (at + 1) / 2), axis=1)
        rolls = np.einsum("drcn,cn->drc", self._rolls, weights)
        return self._throws.value_building(rolls, lost)


class Offers:
    """The gain in the chance to win of a player to move who may build."""

    def __init__(self, size: int, orders: int, dice: int, packed: bytes) -> None:
        """`size` is the number of totals below the target. Raise ValueError if `packed` is
        incomplete."""
        self._size, self._dice, self.packed = size, dice, packed
        self._parts = -(-size // _TOTALS_PER_PART)
        lengths = np.frombuffer(packed, "<u4", orders * size * self._parts)
        self._starts = lengths.nbytes + np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
        if self._starts[-1] != len(packed):
            raise ValueError("The offers are incomplete.")

    def after(self, begun: int, own: int, order: int) -> Array:
        """Return the gain of the player at `own`, after the other's turn from `begun` on scored 1,
        2, ... rows, by dice left (from one) and rows. `order` is 0 for the player who leads
        tiebreakers."""
        part, turn = divmod(begun, _TOTALS_PER_PART)
        at = (order * self._size + own) * self._parts + part
        start, end = self._starts[at : at + 2]
        shape = (_TOTALS_PER_PART, self._dice, self._size - 1 - part * _TOTALS_PER_PART)
        chances = decode(zlib.decompress(self.packed[start:end]), shape, _BYTES_PER_CHANCE)
        return np.asarray(chances[turn, :, : self._size - 1 - begun])


def pack_offers(
    size: int, orders: int, dice: int, gain: Callable[[int, int, int], Array]
) -> Offers:
    """Return the offers for `size` totals below the target. `gain(begun, own, order)` returns the
    result of `Offers.after`."""
    parts = []
    for order, own, first in product(range(orders), range(size), range(0, size, _TOTALS_PER_PART)):
        part = np.zeros((_TOTALS_PER_PART, dice, size - 1 - first))
        for turn, begun in enumerate(range(first, min(first + _TOTALS_PER_PART, size))):
            part[turn, :, : size - 1 - begun] = gain(begun, own, order)
        parts.append(zlib.compress(encode(part, _BYTES_PER_CHANCE), 6))
    lengths = np.array([len(part) for part in parts], "<u4")
    return Offers(size, orders, dice, lengths.tobytes() + b"".join(parts))


def encode(chances: Array, size: int = 4) -> bytes:
    """Return chances as bytes that compress well, `size` for each. They are differences along all
    axes, because neighbours are similar, with the sign in the lowest bit, grouped by the
    significance of their bytes."""
    whole = np.rint(chances * UNITS).astype(np.int32)
    for axis in range(whole.ndim):
        whole = np.diff(whole, axis=axis, prepend=np.int32(0))
    signed = np.ascontiguousarray((whole << 1) ^ (whole >> 31)).astype("<u4")
    return signed.reshape(-1).view(np.uint8).reshape(-1, 4).T[:size].tobytes()


def decode(data: bytes, shape: Sequence[int], size: int = 4) -> Array:
    """Return the chances in this shape that `encode` stored."""
    planes = np.zeros((4, int(np.prod(shape))), np.uint8)
    planes[:size] = np.frombuffer(data, np.uint8).reshape(size, -1)
    signed = planes.T.copy().view("<u4")
    whole = ((signed >> 1).astype(np.int32) ^ -(signed & 1).astype(np.int32)).reshape(shape)
    for axis in range(len(shape)):
        whole = np.cumsum(whole, axis=axis, dtype=np.int32)
    return np.asarray(whole / UNITS)
