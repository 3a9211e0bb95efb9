"""The value of throwing dice, for many positions at once.

A position is given by the values of the options (`solver_options.py`) it leads to; every throw
takes its best one. Throws share comparisons, which saves about two thirds of the work.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from farkle.ai.turn.solver_options import Throws, offers
from farkle.rules.ruleset import RuleSet

Array = npt.NDArray[Any]

OPENING: Final = 0
"""Used as a number of dice, this is the first throw of a turn, of all dice."""

_CHUNK_BYTES: Final = 65_536
"""Bytes of positions valued at a time, so that they stay in the cache."""

_SLOTS: Final = 32
"""Number of values of a position kept until they are added up, few enough for the cache."""

_MAX_BAND_ROWS: Final = 12

_FEW: Final = 32
"""For so few positions, one step with all comparisons is faster than many with shared ones."""

_Places = tuple[int, ...]
_Part = frozenset[int]
"""Options of a throw whose best value is shared by several throws."""


class _Steps(NamedTuple):
    """Steps towards the values of throws. Each (slot, first, second) puts the better of two values
    into a slot; `first` and `second` are slots, or options if negative (-1: the last). Then
    `weights` add up the slots: for later throws, and for the opening."""

    steps: list[tuple[int, int, int]]
    weights: Array


class ThrowValues:
    """Values throws under one rule set, with points in rows of `grid` points.

    `used[dice]` are the options of throws of that many dice. `band` rows can be valued together,
    one die first and all dice last, if the band of each number of dice begins `ahead[dice]` rows
    higher than that of all: then no throw leads to a row without a value.
    """

    def __init__(self, rules: RuleSet, grid: int) -> None:
        # More points are always better only if passing the target wins at once.
        offered = offers(rules, every_keep=not rules.wins_at(rules.target + 1))
        self.options = [(points // grid, dice, forced) for points, dice, forced in offered.options]
        self.lines = rules.dice + 1
        """Numbers of dice to throw; 0 stands for the opening."""
        every = [offered.later[-1], offered.opening[-1]]
        groups = [[throws] for throws in offered.later[:-1]] + [every]
        self._again = rules.second_chance
        self._throws: list[list[_Places]] = []
        self._weights: list[Array] = []
        self._lost: list[list[float]] = []
        for dice, group in enumerate(groups, 1):
            self._add(dice, group, again=rules.second_chance and dice == rules.dice)
        self.used = [[], *(sorted(set(chain(*throws))) for throws in self._throws)]
        self._steps = [
            _in_slots(throws, used, weights)
            for throws, used, weights in zip(
                self._throws, self.used[1:], self._weights, strict=True
            )
        ]
        self._every = self.by_throw()
        self._slots = max(group.weights.shape[1] for steps in self._steps for group in steps)
        self.ahead, self.band = self._bands()

    def _add(self, dice: int, group: Sequence[Throws], *, again: bool) -> None:
        """Add the throws of `dice` dice, weighted by their chances."""
        every = sorted({places for throws in group for _, places in throws.offers})
        weights = np.zeros((len(group), len(every)))
        lost = [throws.lost / 6**dice for throws in group]
        for row, throws in enumerate(group):
            for count, places in throws.offers:
                weights[row, every.index(places)] += count / 6**dice
        if again:  # a first throw that does not score is repeated once
            once = 1 - sum(count for count, _ in group[0].offers) / 6**dice
            weights[1] = weights[0] + once * weights[1]
            lost[1] *= once
        self._throws.append(every)
        self._weights.append(weights)
        self._lost.append(lost)

    def value_building(self, rolls: Array, lost: Array | float) -> Array:
        """Return the values of the first throw, by dice, of a turn that builds on the one
        before. `rolls` are those of throwing each number of dice later (first axis)."""
        values = rolls.copy()
        values[-1] = rolls[OPENING]
        if self._again:  # a throw in which nothing scores is thrown once more
            for dice in range(1, self.lines - 1):
                values[dice] += self._lost[dice - 1][0] * (rolls[dice] - lost)
        return values

    def by_throw(self) -> tuple[Array, Array, Array, Array]:
        """Return the options of all throws in one list, the index at which each throw begins, the
        weights of throws by dice (0: the opening), and the chance of a farkle by dice."""
        places = list(chain(*self._throws))
        ends = np.cumsum([len(options) for options in places])
        weights = np.zeros((self.lines, len(places)))
        first = 0
        for dice, group in enumerate(self._weights, 1):
            columns = slice(first, first + group.shape[1])
            weights[dice, columns] = group[0]
            if len(group) > 1:
                weights[OPENING, columns] = group[1]
            first = columns.stop
        lost = np.array([self._lost[-1][1], *(group[0] for group in self._lost)])
        begins = np.concatenate(([0], ends[:-1]))
        return np.concatenate(places), begins, weights, lost

    def _bands(self) -> tuple[list[int], int]:
        fewest: dict[tuple[int, int], int] = {}
        for dice, used in enumerate(self.used):
            for more, left, _ in (self.options[option] for option in used):
                fewest[dice, left] = min(more, fewest.get((dice, left), more))
        ahead = [0] * self.lines
        for dice in range(self.lines - 2, 0, -1):
            ways = [
                ahead[thrown] + more
                for (thrown, left), more in fewest.items()
                if left == dice < thrown
            ]
            ahead[dice] = min(ways, default=0)
        later = [
            ahead[dice] + more - ahead[left]
            for (dice, left), more in fewest.items()
            if left >= dice
        ]
        return ahead, min(_MAX_BAND_ROWS, *later, _MAX_BAND_ROWS)

    def __call__(self, values: Sequence[Array], lost: Array) -> Array:
        """Return the values of throwing each number of dice, first the opening. `values` has an
        array by position for each option, `lost` the values of a farkle."""
        if lost.size <= _FEW:
            places, begins, weights, farkles = self._every
            best = np.maximum.reduceat(np.array(values)[places], begins)
            return np.asarray(weights @ best + farkles[:, None] * lost, lost.dtype)
        thrown = np.empty((self.lines, lost.size), lost.dtype)
        for dice in range(1, self.lines):
            worth = self.of(dice, [values[option][None] for option in self.used[dice]], lost)
            thrown[dice] = worth[0, 0]
        thrown[OPENING] = worth[1, 0]
        return thrown

    def of(self, dice: int, values: Sequence[Array], lost: Array) -> Array:
        """Return the values of throwing this many dice at several rows as [0]; for all dice also in
        the opening, as [1]. `values` has an array (row, position) for each option used."""
        rows, size = values[0].shape
        nothing = np.array(self._lost[dice - 1], lost.dtype)
        thrown = np.empty((nothing.size, rows, size), lost.dtype)
        np.multiply(nothing[:, None, None], lost, out=thrown)
        parts = max(1, -(-rows * size * lost.itemsize // _CHUNK_BYTES))
        ends = [size * part // parts for part in range(parts + 1)]
        for start, stop in pairwise(ends):
            width = stop - start
            slots = _buffers.slots(self._slots, rows * width, lost.dtype)
            # Steps count slots from the front and options from the back.
            part = values if width == size else [value[:, start:stop] for value in values]
            places = [*slots.reshape(-1, rows, width), *part]
            for steps, weights in self._steps[dice - 1]:
                for slot, first, second in steps:
                    np.maximum(places[first], places[second], out=places[slot])
                worth = weights.astype(lost.dtype) @ slots[: weights.shape[1]]
                thrown[:, :, start:stop] += worth.reshape(-1, rows, width)
        return thrown


class _SlotBuffers(threading.local):
    """The slots of each thread, reused so that they stay in the cache."""

    def __init__(self) -> None:
        self._slots: dict[Any, Array] = {}

    def slots(self, count: int, size: int, dtype: Any) -> Array:
        """Return slots for this many positions, with arbitrary finite values."""
        buffer = self._slots.get(dtype)
        if buffer is None or buffer.size < count * size:
            buffer = self._slots[dtype] = np.zeros(count * size, dtype)
        return buffer[: count * size].reshape(count, size)


_buffers = _SlotBuffers()


def _compose(throws: Sequence[_Places], used: Sequence[int]) -> dict[_Part, tuple[_Part, _Part]]:
    """Return the two parts that compose each throw and each part. Comparing an option twice does no
    harm, so the largest parts are used."""
    halves: dict[_Part, tuple[_Part, _Part]] = {}
    parts = [frozenset((option,)) for option in used]
    for throw in sorted(throws, key=lambda throw: (len(throw), throw)):
        whole = frozenset(throw)
        inside = [part for part in parts if part <= whole]
        done = max(inside, key=len)
        if len(whole) == 1:
            halves[whole] = (whole, whole)
        while done != whole:
            other = max(inside, key=lambda part: len(part - done))
            halves[done | other] = (done, other)
            done = done | other
            inside.append(done)
            parts.append(done)
    return halves


def _in_slots(throws: Sequence[_Places], used: Sequence[int], weights: Array) -> list[_Steps]:
    """Return the steps that compute and add up the values of throws in few slots."""
    made = _compose(throws, used)
    order: dict[_Part, None] = {}

    def need(part: _Part) -> None:
        if part in made and part not in order:
            for smaller in {*made[part]} - {part}:
                need(smaller)
            order[part] = None

    for throw in throws:
        need(frozenset(throw))
    last = {part: at for at, whole in enumerate(order) for part in made[whole] if len(part) > 1}
    weight = dict(zip(map(frozenset, throws), weights.T, strict=True))
    option = {frozenset((choice,)): index - len(used) for index, choice in enumerate(used)}
    groups: list[_Steps] = []
    steps: list[tuple[int, int, int]] = []
    slot: dict[_Part, int] = {}
    free = list(range(_SLOTS))[::-1]

    def free_slots(at: int) -> None:
        for part in [part for part in slot if last.get(part, 0) < at and part not in weight]:
            free.append(slot.pop(part))

    for at, part in enumerate(order):
        free_slots(at)
        if not free:
            groups.append(_Steps(steps, _take_weights(weight, slot, len(weights))))
            steps = []
            free_slots(at)
        if not free:
            free.append(len(slot))
        slot[part] = free.pop()
        first, second = ({**slot, **option}[source] for source in made[part])
        steps.append((slot[part], first, second))
    return [*groups, _Steps(steps, _take_weights(weight, slot, len(weights)))]


def _take_weights(weight: dict[_Part, Array], slot: dict[_Part, int], lines: int) -> Array:
    """Remove and return the weights of the parts in slots, because each throw counts once."""
    taken = np.zeros((lines, 1 + max(slot.values())))
    for part, index in slot.items():
        taken[:, index] = weight.pop(part, 0.0)
    return taken
