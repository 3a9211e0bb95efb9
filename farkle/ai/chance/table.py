"""The solved chances to win under one rule set, and their packed form."""

from __future__ import annotations

import json
import lzma
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Final

import numpy as np

from farkle.errors import FarkleError
from farkle.rules.ruleset import RuleSet

from .building import Building, Offers, decode, encode
from .game import CannotBeSolved, Game, Start, why_not
from .last_turn import Ending
from .pairs import Inside, Outside
from .places import Places
from .rounds import Rounds
from .streaks import Streaks
from .throws import Array

VERSION: Final = 1
"""Version of the packed form and of the solver. Tables of another version are not read."""

_MAGIC: Final = b"farkle chances\n"
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 2**20}]
"""A small dictionary: with the usual one, compressing takes 700 MB."""


class DamagedTable(FarkleError):
    """A packed table that is incomplete, changed, of another version, or of other rules."""


@dataclass(frozen=True)
class Chances:
    """The chance to win of the player to move, for every pair of totals below the target.

    Arrays are indexed by rows of `grid` points, own and theirs, and last by order in tiebreakers
    (0: I lead them), which has two values only where it matters. `inside` is for two players on the
    board. With an opening score, `leading` is for a player on the board against one who is not,
    `entering` the other way round, both by the total on the board; `neither` is for two who are
    not. `change` is the largest change in the last pass.

    Under a penalty for farkles in a row only `places` has chances: by place (`places.py`), own and
    theirs, by farkles in a row, own and theirs, and by order. With a fixed number of rounds only
    `rounds` has them (`rounds.py`). With piggybacking, `offers` has the gain from building.
    """

    rules: RuleSet
    grid: int
    change: float
    inside: Array
    leading: Array
    entering: Array
    neither: Array
    places: Array = field(default_factory=lambda: np.empty((0, 0)))
    rounds: Array = field(default_factory=lambda: np.empty((0, 0)))
    offers: Offers | None = None

    @cached_property
    def by_rounds(self) -> Rounds:
        return Rounds(Game(self.rules), self.rounds)

    @cached_property
    def _places(self) -> Places:
        return Places(Game(self.rules))

    def to_move(
        self,
        own: int,
        theirs: int,
        order: int | None = None,
        *,
        entered: tuple[bool, bool],
        streaks: tuple[int, int] = (0, 0),
    ) -> float:
        """Return the chance to win of the player to move, with totals in points. `entered` (on the
        board) and `streaks` (farkles in a row) have the player to move first. Without an `order`
        this is the average of both. With rounds it is the chance before the first turn."""
        me, other = own // self.grid, theirs // self.grid
        if self.rounds.size:
            orders = (0, 1) if order is None else (order,)
            first = [
                Start(me, other, entered, leads, streaks=streaks, left=len(self.rounds) - 1)
                for leads in orders
            ]
            return sum(map(self.by_rounds.to_move, first)) / len(orders)
        if self.places.size:
            at = self._places
            place = at.of(me, entered=entered[0]), at.of(other, entered=entered[1])
            chances = self.places[(*place, *streaks)]
        elif entered[0] and entered[1]:
            chances = self.inside[me, other]
        elif entered[0]:
            chances = self.leading[me]
        else:
            chances = self.entering[other] if entered[1] else self.neither[0]
        if order is None:  # at the start of a round, where that matters
            kinds = len(chances) // (2 if self.rules.finishes_round else 1)
            return float(chances[:kinds].mean())
        return float(chances[order % len(chances)])

    def against(self, own: int, first: int, order: int, *, entered: bool, streak: int = 0) -> Array:
        """Return the chances to move against every total from `first` up to the target, in rows, of
        an opponent on the board who has just banked. `entered` and `streak` are of the player to
        move."""
        if self.places.size:
            at = self._places
            place = at.of(own, entered=entered)
            others = np.maximum(np.arange(first - at.low, at.fine), 0)
            chances = self.places[place, others, streak, 0]
        else:
            chances = self.inside[own, first:] if entered else self.entering[first:]
        return np.asarray(chances[:, order % chances.shape[1]])

    def after_turns(self, begun: int, own: int, order: int) -> Array:
        """Return the chances of a player who may build on a turn from `begun` on that banked 0, 1,
        ... rows, up to the target: by dice left (0 unused) and rows. Both players are on the
        board."""
        chances = np.tile(self.against(own, begun, order, entered=True), (self.rules.dice + 1, 1))
        if self.offers is not None:
            chances[1:, 1:] += self.offers.after(begun, own, order % self._orders)
        return chances

    def after_farkle(
        self,
        own: int,
        theirs: int,
        order: int | None = None,
        *,
        entered: tuple[bool, bool],
        streaks: tuple[int, int] = (0, 0),
    ) -> float:
        """Return the chance to win of the player who farkles in this position."""
        other = None if order is None else self._orders - 1 - order

        def then(own: int, streak: int) -> float:
            both, rows = entered[::-1], (streaks[1], streak)
            return 1 - self.to_move(theirs, own, other, entered=both, streaks=rows)

        if not self.places.size:
            return then(own, 0)
        if not self.rules.pays(streaks[0] + 1):
            return then(own, streaks[0] + 1)
        place = self._places.of(own // self.grid, entered=entered[0])
        if not self._places.deep[place]:
            fall = self._places.totals[self._places.fall[place]]
            return then(int(fall) * self.grid, 0)
        here, above = then(own, 0), then(own + self.rules.farkle_penalty, 0)
        return here * min(1.0, here / above) if above else 0.0

    @property
    def _orders(self) -> int:
        return int((self.places if self.places.size else self.inside).shape[-1])


def solve(rules: RuleSet, *, patient: bool = False) -> Chances:
    """Return the chances to win under `rules`, in up to two minutes and half a gigabyte, or more if
    `patient`. Raise CannotBeSolved."""
    if (why := why_not(rules)) and not patient:
        raise CannotBeSolved(why)
    game = Game(rules)
    none = np.empty((0, game.orders))
    empty = Chances(rules, game.grid, 0.0, none, none, none, none)
    if rules.rounds:
        return replace(empty, rounds=Rounds(game).win)
    if game.penalty:
        streaks = Streaks(game, Ending(game))
        streaks.solve()
        return replace(empty, change=streaks.change, places=streaks.win.transpose(0, 2, 1, 3, 4))
    inside = (Building if rules.building else Inside)(game, Ending(game))
    chances = replace(empty, change=inside.change, inside=inside.win)
    if game.has_entry:
        outside = Outside(inside)
        chances = replace(
            chances,
            change=max(inside.change, outside.change),
            leading=outside.inside,
            entering=outside.outside,
            neither=outside.both[None],
        )
    return replace(chances, offers=inside.offers()) if isinstance(inside, Building) else chances


def difference(first: Chances, second: Chances) -> float:
    """Return the largest difference between two tables of the same rules."""
    pairs = ((getattr(first, name), getattr(second, name)) for name in _ARRAYS)
    return max(float(np.abs(old - new).max(initial=0.0)) for old, new in pairs)


_ARRAYS: Final = tuple(field.name for field in fields(Chances))[3:-1]
_PLACES: Final = _ARRAYS.index("places")


def pack(chances: Chances) -> bytes:
    """Return the packed form: a checksum, a line of JSON, compressed chances, and any offers."""
    arrays = [getattr(chances, name) for name in _ARRAYS]
    if chances.places.size:
        kept = Places(Game(chances.rules)).kept
        arrays[_PLACES] = chances.places[np.ix_(kept, kept)]
    head = {
        "version": VERSION,
        "rules": chances.rules.digest,
        "grid": chances.grid,
        "change": chances.change,
        "shapes": [array.shape for array in arrays],
    }
    body = lzma.compress(b"".join(map(_pack_array, arrays)), filters=_FILTERS)
    if chances.offers:
        head["offers"] = len(chances.offers.packed)
        body += chances.offers.packed
    content = json.dumps(head).encode() + b"\n" + body
    return _MAGIC + f"{zlib.crc32(content):08x}\n".encode() + content


def unpack(data: bytes, rules: RuleSet) -> Chances:
    """Return a packed table. Raise DamagedTable unless it is intact and for these rules."""
    check, _, rest = data.removeprefix(_MAGIC).partition(b"\n")
    if not data.startswith(_MAGIC) or check != f"{zlib.crc32(rest):08x}".encode():
        raise DamagedTable("The win-chance table is truncated or corrupt.")
    line, _, body = rest.partition(b"\n")
    try:
        head = json.loads(line)
        version, digest, shapes = head["version"], head["rules"], head["shapes"]
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedTable("The file is not a win-chance table.") from error
    if version != VERSION:
        raise DamagedTable(f"The win-chance table has version {version}, expected {VERSION}.")
    if digest != rules.digest:
        raise DamagedTable("The win-chance table is for other rules.")
    arrays, end = {}, len(body) - head.get("offers", 0)
    raw = lzma.decompress(body[:end])
    for name, shape in zip(_ARRAYS, shapes, strict=True):
        size = 4 * int(np.prod(shape))
        arrays[name], raw = _unpack_array(raw[:size], shape), raw[size:]
    if arrays["places"].size:
        places = Places(Game(rules))
        full = np.empty((places.size, places.size, *shapes[_PLACES][2:]))
        full[np.ix_(places.kept, places.kept)] = arrays["places"]
        places.fill(full, places.kept, second=1)
        arrays["places"] = full
    offers = None
    if rules.building:
        size, orders = arrays["inside"].shape[1:]
        try:
            offers = Offers(size, orders, rules.dice, body[end:])
        except ValueError as error:
            raise DamagedTable("The win-chance table has no piggyback values.") from error
    return Chances(rules, head["grid"], head["change"], **arrays, offers=offers)


def _pack_array(array: Array) -> bytes:
    """Encode an array with its long axes last, which compresses to a third."""
    return encode(array.transpose(_by_length(array.shape)))


def _unpack_array(data: bytes, shape: list[int]) -> Array:
    axes = _by_length(shape)
    return decode(data, [shape[axis] for axis in axes]).transpose(np.argsort(axes))


def _by_length(shape: Sequence[int]) -> list[int]:
    return sorted(range(len(shape)), key=lambda axis: shape[axis])
