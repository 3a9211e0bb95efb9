"""The best play of many turns at once, given the value of each way to end one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np

from .throws import OPENING, Array, ThrowValues

_MAX_FAR_ROUNDS: Final = 200
_FAR_TOLERANCE: Final = {4: 1e-9, 8: 1e-15}
"""Values far up are recomputed until they change by less (by bytes per number), at most
`_MAX_FAR_ROUNDS` times."""

_MAX_NEWTON_STEPS: Final = 12

At = Callable[[int, int, bool], Array]
"""The value of a position, by total, dice to throw, and whether they must be thrown."""


class Manner(NamedTuple):
    """The rules of a turn. It may be banked from `least` rows on; `ends`: it ends there by itself.
    Below `least` after `limit` throws (0: no limit), it scores nothing."""

    least: int = 0
    ends: bool = False
    limit: int = 0


def far_rolls(throws: ThrowValues, bank: Array, lost: Array, *, closed: bool = False) -> Array:
    """Return the value of throwing each number of dice where every bank is worth `bank`, which may
    differ by the dice left (first axis). `closed`: turns are banked as soon as they may be."""
    bank = np.broadcast_to(bank, (throws.lines, lost.size))
    rolls = np.zeros((throws.lines, lost.size), lost.dtype)
    for _ in range(_MAX_FAR_ROUNDS):
        before = rolls
        values = [
            rolls[dice] if forced else bank[dice] if closed else np.maximum(bank[dice], rolls[dice])
            for _, dice, forced in throws.options
        ]
        rolls = throws(values, lost)
        if np.abs(rolls - before).max() < _FAR_TOLERANCE[lost.itemsize]:
            break
    return rolls


class Walk:
    """Turns played for the best of banking and rolling.

    `bank` has a row for each number of points (the last counts for all above) and a column for each
    turn. Dice left may be its first axis; the attribute always has it. `lost` is the value of
    a farkle, `nothing` that of running out of throws. With `followed`, each turn is followed for
    that many rows, the longest first, and then banked: for its value in `bank` or, above the last
    row, in `beyond`, which has as many rows as one throw may score.

    `rolls[dice][row]` is the value of throwing so many dice, `opening` that of the whole turn.
    `after[made]` is the same as `rolls` with so many throws made; its last entry counts beyond the
    limit.
    """

    def __init__(
        self,
        throws: ThrowValues,
        bank: Array,
        lost: Array,
        manner: Manner,
        nothing: Array | None = None,
        followed: Array | None = None,
        beyond: Array | None = None,
    ) -> None:
        if (short := manner.least + 1 - bank.shape[-2]) > 0:
            bank = np.concatenate((bank, np.repeat(bank[..., -1:, :], short, -2)), -2)
        self.bank = np.broadcast_to(bank, (throws.lines, *bank.shape[-2:]))
        self.throws, self.lost, self.manner = throws, lost, manner
        self.nothing, self.beyond = lost if nothing is None else nothing, beyond
        self.top = bank.shape[-2] - 1
        rows = np.arange(self.top + 1)
        every = np.full(len(rows), lost.size)
        self.wide = (every if followed is None else (followed[:, None] > rows).sum(axis=0)).tolist()
        """By row: the number of turns followed beyond it."""
        closed = manner.ends or manner.limit > 0
        start = manner.least if manner.limit else 0
        stage = _Stage(self, None, start, closed=closed)
        stages = [stage]
        for made in range(manner.limit - 1, -1, -1):
            last = made == manner.limit - 1
            stage = _Stage(self, stage.rolls, 0, closed=manner.ends or last, last=last)
            stages.insert(0, stage)
        self.opening: Array = stage.rolls[OPENING, 0 if manner.limit else start]
        self.after = [stage.rolls[:, : self.top + 1] for stage in stages]
        self.rolls = self.after[0]

    def even(self, low: int, high: int) -> Iterator[tuple[slice, slice]]:
        """Yield ranges of rows that are valued for the same turns, with these turns."""
        while low < high:
            wide, stop = self.wide[low], low + 1
            while stop < high and self.wide[stop] == wide:
                stop += 1
            yield slice(low, stop), slice(wide)
            low = stop


class _Stage:
    """The values of throwing from row `start` on, and then of `then` (None: the same values).
    `last`: after this throw a turn below the minimum is over. If throws may be forced, the last
    values are repeated for as many rows as one throw may score."""

    def __init__(
        self, walk: Walk, then: Array | None, start: int, *, closed: bool, last: bool = False
    ) -> None:
        self._walk, self._closed, self._last = walk, closed, last
        throws, bank, top, beyond = walk.throws, walk.bank, walk.top, walk.beyond
        most = max(more for more, _, _ in throws.options)
        any_forced = any(forced for _, _, forced in throws.options)
        rows = top + 1 + most * any_forced
        self.rolls = np.empty((throws.lines, rows, walk.lost.size), bank.dtype)
        if beyond is None or any_forced:
            self.rolls[:] = far_rolls(throws, bank[:, top], walk.lost, closed=closed)[:, None]
        else:
            self.rolls[:] = bank
        self._after = self.rolls if then is None else then
        past = most if beyond is None else min(most, throws.band)
        self._stands = np.empty((throws.lines, top + 1 + past, walk.lost.size), bank.dtype)
        """The value of a position without a forced throw, by dice and row."""
        self._stands[:, : top + 1] = bank
        self._stand(slice(None), top if then is None else 0, top + 1)
        self._stands[:, top + 1 :] = self._stands[:, top, None] if beyond is None else beyond[:past]
        self._forced = self._after
        if last and any_forced:
            least = walk.manner.least
            below = (self._stands[:, :least], self._after[:, least:])
            self._forced = np.concatenate(below, axis=1)
        end = top + (then is not None)
        for base in range(end - throws.band, start - max(throws.ahead) - throws.band, -throws.band):
            for dice in range(1, throws.lines):
                low = max(base + throws.ahead[dice], start)
                high = min(base + throws.ahead[dice] + throws.band, end)
                if low < high and walk.wide[low]:
                    self._roll(dice, low, high)
                    if then is None:
                        self._stand(dice, low, high)
        self.rolls[:, top + 1 :] = self.rolls[:, top, None]

    def _roll(self, dice: int, low: int, high: int) -> None:
        walk = self._walk
        wide = walk.wide[low]
        if 2 * wide > walk.lost.size:
            wide = walk.lost.size  # contiguous memory is faster
        values = self._options(dice, low, high, wide)
        worth = walk.throws.of(dice, values, walk.lost[:wide])
        for rows, turns in walk.even(low, high):
            here = slice(rows.start - low, rows.stop - low)
            self.rolls[dice, rows, turns] = worth[0, here, turns]
            if dice == walk.throws.lines - 1:
                self.rolls[OPENING, rows, turns] = worth[1, here, turns]

    def _stand(self, dice: int | slice, low: int, high: int) -> None:
        walk = self._walk
        bankable = min(max(low, walk.manner.least), high)
        below = walk.nothing if self._last else self._after[dice, low:bankable]
        self._stands[dice, low:bankable] = below
        if not self._closed:
            for rows, wide in walk.even(bankable, high):
                here = (dice, rows, wide)
                np.maximum(walk.bank[here], self._after[here], out=self._stands[here])

    def _options(self, dice: int, low: int, high: int, wide: int) -> list[Array]:
        """Return the values of what throws of so many dice lead to from these rows."""
        throws, top, beyond = self._walk.throws, self._walk.top, self._walk.beyond
        stands, forced = list(self._stands[..., :wide]), list(self._forced[..., :wide])
        values = []
        for option in throws.used[dice]:
            more, left, must = throws.options[option]
            line, first = (forced if must else stands)[left], low + more
            if beyond is not None and not must and first > top:
                line, first = beyond[:, :wide], first - top - 1
            values.append(line[first : first + high - low])
        return values


def value_start(throws: ThrowValues, least: int, at: At, total: int, lost: Array) -> Array:
    """Return the value of turns that start at `total` and may not be banked before `least` rows.
    `at(row, dice, forced)` values the other positions, where `row` is the player's total."""
    below: list[Array] = [lost] * least
    for row in range(least - 1, -1, -1):
        values = [
            below[row + more][dice] if row + more < least else at(total + row + more, dice, forced)
            for more, dice, forced in throws.options
        ]
        below[row] = throws(values, lost)
    return np.asarray(below[0][OPENING])


def stack_banks(banks: list[Array]) -> Array:
    """Return the banks of several turns as one array with a column for each, as in `Walk`."""
    rows = max(bank.shape[-1] for bank in banks)
    last = [(0, 0)] * (banks[0].ndim - 1)
    padded = [np.pad(bank, [*last, (0, rows - bank.shape[-1])], mode="edge") for bank in banks]
    return np.stack(padded, axis=-1)


class Curve:
    """Smooth functions of a farkle's value, one for each row, known at `nodes`."""

    def __init__(self, nodes: Array, values: Array) -> None:
        self.nodes, self.values = nodes, values
        gap = np.diff(nodes)
        self.slope = np.diff(values) / gap
        inner = (gap[:, 1:] * self.slope[:, :-1] + gap[:, :-1] * self.slope[:, 1:]) / (
            gap[:, 1:] + gap[:, :-1]
        )
        self.at_node = np.concatenate((self.slope[:, :1], inner, self.slope[:, -1:]), axis=1)
        self.gap = gap

    def part(self, rows: slice) -> Curve:
        return Curve(self.nodes[rows], self.values[rows])

    def __call__(self, at: Array) -> tuple[Array, Array]:
        """Return the value and the slope of each function at `at`."""
        rows = np.arange(len(at))
        place = (self.nodes <= at[:, None]).sum(axis=1) - 1
        place = np.clip(place, 0, self.nodes.shape[1] - 2)
        gap = self.gap[rows, place]
        part = (at - self.nodes[rows, place]) / gap
        low, high = self.values[rows, place], self.values[rows, place + 1]
        start, end = gap * self.at_node[rows, place], gap * self.at_node[rows, place + 1]
        inside = np.clip(part, 0.0, 1.0)
        beyond = part - inside  # extrapolated linearly beyond the ends
        once, twice = high - low - start, end - start
        square, cube = 3 * once - twice, twice - 2 * once
        value = low + inside * (start + inside * (square + inside * cube))
        slope = start + inside * (2 * square + inside * 3 * cube)
        return value + beyond * slope, slope / gap


def meet(own: Curve, theirs: Curve, win: Array, their_win: Array) -> tuple[Array, Array]:
    """Return the chances of two sides, each when to move, if a farkle passes the move to the other.

    Each chance is a function of the one after a farkle, so Newton's method solves both, from `win`
    and `their_win` on. The partner of a row is the row of the other side at the same place from the
    end.
    """
    their_win = their_win[::-1]
    for _ in range(_MAX_NEWTON_STEPS):
        worth, slope = own(1 - their_win)
        other, incline = (part[::-1] for part in theirs((1 - win)[::-1]))
        # Solve win = worth + slope * (their_win_before - their_win) together with its counterpart.
        new = (worth + slope * (their_win - other - incline * win)) / (1 - slope * incline)
        their_new = other + incline * (win - new)
        change = max(np.abs(new - win).max(), np.abs(their_new - their_win).max())
        win, their_win = np.clip(new, 0.0, 1.0), np.clip(their_new, 0.0, 1.0)
        if change < 1e-14:
            break
    return win, their_win[::-1]


def space_out(nodes: Array, least: float = 1e-7) -> Array:
    """Return the nodes of each row in order, no two closer to each other than `least`."""
    step = least * np.arange(nodes.shape[1])
    return np.asarray(np.maximum.accumulate(np.sort(nodes, axis=1) - step, axis=1) + step)
