"""The solved chances to win under one rule set, and their packed form."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, fields
from typing import Final

import numpy as np

from farkle.errors import FarkleError
from farkle.rules.ruleset import RuleSet

from .game import Game
from .inside import Inside
from .last_turn import Ending
from .outside import Outside
from .throws import Array

VERSION: Final = 2
"""Version of the packed form and of what is solved. Tables of another version are not read."""

_MAGIC: Final = b"farkle chances\n"
_UNITS: Final = 10**8
"""Packed chances are whole numbers of this fraction, so they are off by half of it at most."""


class DamagedTable(FarkleError):
    """A packed table that cannot be used: torn, of another version, or of other rules."""


@dataclass(frozen=True)
class Chances:
    """The chance to win of the player to move, for every pair of totals below the target.

    Arrays have indexes by rows of `grid` points: mine, theirs, and last the order in play-offs (0:
    I lead them), which has two values only where it matters. `inside` is for two players who are
    in. `leading` is for one who is in against one who is not, `entering` the other way round, by
    the total of the one who is in; `neither` is for none in. They are empty where nobody has to get
    in. `change` is the largest change of a chance when it was last computed.
    """

    rules: RuleSet
    grid: int
    change: float
    inside: Array
    leading: Array
    entering: Array
    neither: Array

    def to_move(
        self, mine: int, theirs: int, order: int | None = None, *, entered: tuple[bool, bool]
    ) -> float:
        """Return the chance to win of the player to move, with totals in points.

        `entered` says who is in, the player to move first. Without an `order` it is the average of
        both: nobody knows who of the two leads play-offs.
        """
        me, other = mine // self.grid, theirs // self.grid
        if entered[0] and entered[1]:
            found = self.inside[me, other]
        elif entered[0]:
            found = self.leading[me]
        else:
            found = self.entering[other] if entered[1] else self.neither[0]
        return float(found.mean() if order is None else found[order % len(found)])


def solve(rules: RuleSet) -> Chances:
    """Return the chances to win under `rules`. Raise CannotBeSolved.

    It takes up to two minutes and half a gigabyte.
    """
    game = Game(rules)
    inside = Inside(game, Ending(game))
    if not game.has_entry:
        none = np.empty((0, game.orders))
        return Chances(rules, game.grid, inside.change, inside.win, none, none, none)
    outside = Outside(inside)
    change = max(inside.change, outside.change)
    return Chances(
        rules,
        game.grid,
        change,
        inside.win,
        outside.inside,
        outside.outside,
        outside.both[None],
    )


def difference(one: Chances, other: Chances) -> float:
    """Return the largest difference between two tables of the same rules."""
    pairs = ((getattr(one, name), getattr(other, name)) for name in _ARRAYS)
    return max(float(np.abs(mine - theirs).max(initial=0.0)) for mine, theirs in pairs)


_ARRAYS: Final = tuple(field.name for field in fields(Chances))[3:]


def pack(chances: Chances) -> bytes:
    """Return the packed form: a line of JSON about it, then the chances, compressed.

    A checksum of both comes first.
    """
    arrays = [getattr(chances, name) for name in _ARRAYS]
    head = {
        "version": VERSION,
        "rules": chances.rules.digest,
        "grid": chances.grid,
        "change": chances.change,
        "shapes": [array.shape for array in arrays],
    }
    body = zlib.compress(b"".join(_packed(array) for array in arrays), 9)
    found = json.dumps(head).encode() + b"\n" + body
    return _MAGIC + f"{zlib.crc32(found):08x}\n".encode() + found


def unpack(data: bytes, rules: RuleSet) -> Chances:
    """Return what was packed. Raise DamagedTable if it is not the whole table of these rules."""
    check, _, rest = data.removeprefix(_MAGIC).partition(b"\n")
    if not data.startswith(_MAGIC) or check != f"{zlib.crc32(rest):08x}".encode():
        raise DamagedTable("This table of chances is torn or damaged.")
    described, _, body = rest.partition(b"\n")
    head = json.loads(described)
    if head["version"] != VERSION:
        raise DamagedTable(
            f"This table of chances has version {head['version']}; known is {VERSION}."
        )
    if head["rules"] != rules.digest:
        raise DamagedTable("This table of chances belongs to other rules.")
    arrays, raw = {}, zlib.decompress(body)
    for name, shape in zip(_ARRAYS, head["shapes"], strict=True):
        size = 4 * int(np.prod(shape))
        arrays[name], raw = _unpacked(raw[:size], shape), raw[size:]
    return Chances(rules, head["grid"], head["change"], **arrays)


# Neighbours are alike: of the whole numbers only the differences of differences are kept, byte by
# byte of the same weight, which compresses to half the size.
def _packed(array: Array) -> bytes:
    whole = np.rint(array * _UNITS).astype(np.int32)
    for axis in range(min(2, array.ndim - 1)):
        whole = np.diff(whole, axis=axis, prepend=np.int32(0))
    return bytes(whole.astype("<i4").view(np.uint8).reshape(-1, 4).T.tobytes())


def _unpacked(data: bytes, shape: list[int]) -> Array:
    whole = np.frombuffer(data, np.uint8).reshape(4, -1).T.copy().view("<i4").reshape(shape)
    for axis in range(min(2, len(shape) - 1)):
        whole = np.cumsum(whole, axis=axis, dtype=np.int32)
    return np.asarray(whole / _UNITS)
