"""The value of throwing one to six dice, for many positions at once.

A position is given by the values of the options (`solver_options.py`) it leads to. Every throw
takes the best of its options. Throws share the comparisons they have in common, so the work is
about a third of what the throws would need one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from farkle.ai.solver_options import Throws, offers
from farkle.rules.ruleset import RuleSet

Array = npt.NDArray[Any]

OPENING: Final = 0
"""Used as a number of dice, this is the first throw of a turn, of six dice."""

_CHUNK: Final = 16_384
"""How many bytes of positions are valued at a time, so that the work stays in the cache."""

_Places = tuple[int, ...]


class ThrowValues:
    """Values throws under one rule set. Points are counted in rows of `grid` points each."""

    def __init__(self, rules: RuleSet, grid: int) -> None:
        # More points are always better only where reaching the target wins at once.
        found = offers(rules, every_keep=rules.ending != "immediate")
        self.options = [(points // grid, dice, forced) for points, dice, forced in found.options]
        six = [found.later[5], found.opening[5]]
        groups = [[throws] for throws in found.later[:5]] + [six]
        self._slots: dict[_Places, int] = {}
        self._first: list[int] = []
        self._weights: list[Array] = []
        self._lost: list[list[float]] = []
        for dice, group in enumerate(groups, 1):
            self._add(dice, group, again=rules.second_chance and dice == 6)
        self._steps = self._comparisons()

    def _add(self, dice: int, group: Sequence[Throws], *, again: bool) -> None:
        """Give every throw of `dice` dice a slot, and a weight for its share of them."""
        every = sorted({places for throws in group for _, places in throws.offers})
        weights = np.zeros((len(group), len(every)))
        lost = [throws.lost / 6**dice for throws in group]
        for row, throws in enumerate(group):
            for count, places in throws.offers:
                weights[row, every.index(places)] += count / 6**dice
        if again:  # a first throw in which nothing scores is thrown once more
            once = 1 - sum(count for count, _ in group[0].offers) / 6**dice
            weights[1] = weights[0] + once * weights[1]
            lost[1] *= once
        self._first.append(len(self._slots))
        for places in every:
            self._slots[(dice, *places)] = len(self._slots)
        self._weights.append(weights)
        self._lost.append(lost)

    def by_throw(self) -> tuple[Array, Array, Array, Array]:
        """Return the options of every throw one after the other, where each throw begins in them,
        the weight of each throw by dice (0: the opening), and the chance of a farkle by dice."""
        places = [key[1:] for key in self._slots]
        ends = np.cumsum([len(some) for some in places])
        weights = np.zeros((7, len(places)))
        for at, (first, some) in enumerate(zip(self._first, self._weights, strict=True), 1):
            weights[at, first : first + some.shape[1]] = some[0]
            if len(some) > 1:
                weights[OPENING, first : first + some.shape[1]] = some[1]
        lost = np.array([self._lost[-1][1], *(some[0] for some in self._lost)])
        begins = np.concatenate(([0], ends[:-1]))
        return np.concatenate(places), begins, weights, lost

    def _comparisons(self) -> list[tuple[int, int, int]]:
        """Return steps (slot, slot before or -1, option): the best of those before and the option.

        Slots beyond those of the throws hold what several throws have in common.
        """
        steps: list[tuple[int, int, int]] = []
        done: dict[_Places, int] = {}
        slots = len(self._slots)
        last = {places[1:]: slot for places, slot in reversed(self._slots.items())}
        for key in sorted(self._slots, key=lambda key: (len(key), key)):
            places, before = key[1:], -1
            for length in range(1, len(places) + 1):
                part = places[:length]
                if length == 1 and len(places) > 1:
                    continue  # an option alone needs no slot
                if part not in done:
                    slot = last.get(part, -1)
                    if slot < 0:
                        slot, slots = slots, slots + 1
                    steps.append((slot, before if length > 2 else -2 - part[0], part[-1]))
                    done[part] = slot
                before = done[part]
            if self._slots[key] != before:
                steps.append((self._slots[key], before, -1))
        self._count = slots
        return steps

    def __call__(self, values: Sequence[Array], lost: Array) -> Array:
        """Return the value of throwing 0 (the opening) to 6 dice, one row for each.

        `values` has an array for each option, with the value of taking it at each position; `lost`
        has the value of a farkle.
        """
        size = lost.size
        found = np.empty((7, size), lost.dtype)
        chunk = _CHUNK // lost.itemsize
        room = np.empty((self._count, min(chunk, size)), lost.dtype)
        weights = [some.astype(lost.dtype) for some in self._weights]
        for start in range(0, size, chunk):
            stop = min(start + chunk, size)
            part = room[:, : stop - start]
            some = [value[start:stop] for value in values]
            self._compare(part, some)
            for at, (weight, nothing) in enumerate(zip(weights, self._lost, strict=True)):
                first = self._first[at]
                worth = weight @ part[first : first + weight.shape[1]]
                worth += np.outer(nothing, lost[start:stop])
                found[at + 1, start:stop] = worth[0]
            found[OPENING, start:stop] = worth[1]
        return found

    def _compare(self, room: Array, values: Sequence[Array]) -> None:
        places = list(room)
        for slot, before, option in self._steps:
            if option < 0:
                places[slot][:] = places[before]
            elif before == -2 - option:
                places[slot][:] = values[option]
            elif before <= -2:
                np.maximum(values[-2 - before], values[option], out=places[slot])
            else:
                np.maximum(places[before], values[option], out=places[slot])
