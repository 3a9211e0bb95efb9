"""Places of two players under a penalty for farkles in a row, and their chances there.

A place is a total on the board, or a number of penalties before it. docs/develop/chances.md
("Penalties") has the equations; its symbols are in brackets here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from .game import Game
from .last_turn import Ending
from .throws import Array

_MAX_ALL_VALUED: Final = 150
"""Up to this many places, all are valued; of more, some are interpolated."""

_MAX_DIRECT: Final = 60
"""Up to this many places are valued right away; of more, a coarser selection comes first."""


class Spacing(NamedTuple):
    """Within this part of the target below it, every `step`-th row is valued."""

    part: float
    step: int


_EVERY_ROW: Final = (Spacing(1e6, 1),)
_SPACINGS: Final = (Spacing(0.6, 1), Spacing(1.0, 2), Spacing(9.0, 8))
_COARSE_SPACINGS: Final = (
    (Spacing(0.08, 1), Spacing(0.2, 3), Spacing(0.5, 6), Spacing(1.0, 12), Spacing(9.0, 20)),
    (Spacing(0.25, 1), Spacing(0.5, 2), Spacing(1.0, 5), Spacing(9.0, 14)),
)
"""Selections to start from where there are many places."""

_NODES: Final = 4
"""Number of valued places from which the chances between them are interpolated."""

_BLOCK_PAIRS: Final = 230
"""Approximate number of pairs that are solved together."""
_BLOCK_SUMS: Final = (3, 8)
"""Minimum and maximum number of sums of totals in a block. Few turns lead from one of so few to
another."""


class Places:
    """Places as indexes: `fine` totals from `low` on for a player on the board, then one for each
    number of penalties of a player who is not.

    `totals` are in rows. `kept` are the places that are valued: far from the target, chances change
    so smoothly that the others can be interpolated. `coarse` are smaller selections to start from.
    `fall` is the place after a penalty, `higher` the one from which a penalty leads here. `deep`: a
    penalty would lead below the last place, so the player stays.
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

        self.kept = self._select(_SPACINGS if size > _MAX_ALL_VALUED else _EVERY_ROW)
        self.coarse = [
            self._select(spacings) for spacings in _COARSE_SPACINGS if size > _MAX_DIRECT
        ]

    def of(self, total: int, *, entered: bool) -> int:
        """Return the place of a total in rows; the lowest stands for all below it."""
        if entered:
            return max(0, total - self.low)
        return min(self.size - 1, self.fine - total // max(1, self._penalty))

    def fill(self, values: Array, kept: Array, second: int = 2) -> None:
        """Interpolate the values between kept places, along the first axis and the `second`."""
        inside = kept[kept < self.fine]
        between = np.ones(self.fine, bool)
        between[inside] = False
        missing = np.flatnonzero(between)
        if not missing.size:
            return
        first = np.searchsorted(inside, missing) - _NODES // 2
        nodes = inside[np.clip(first, 0, len(inside) - _NODES)[:, None] + np.arange(_NODES)]
        weights = _weights_of(nodes - missing[:, None])
        for along in (values, values.swapaxes(0, second)):
            along[missing] = np.einsum("mn,mn...->m...", weights, along[nodes])

    def pairs_in_blocks(self, kept: Array, *, outside: bool) -> list[tuple[Array, Array]]:
        """Group pairs of kept places into blocks that are solved together, the highest sum of
        totals first. `outside`: the pairs with a player who is not on the board, who counts as
        below all who are; else all others."""
        own, theirs = (axis.reshape(-1) for axis in np.meshgrid(kept, kept, indexing="ij"))
        chosen = ((own >= self.fine) | (theirs >= self.fine)) == outside
        own, theirs = own[chosen], theirs[chosen]
        rank = np.where(np.arange(self.size) < self.fine, self.totals, self.low - 1)
        sums = rank[own] + rank[theirs]
        sums //= np.clip(_BLOCK_PAIRS * (np.ptp(sums) + 1) // len(sums), *_BLOCK_SUMS)
        order = np.argsort(-sums, kind="stable")
        parts = np.split(order, np.flatnonzero(np.diff(sums[order])) + 1)
        return [(own[part], theirs[part]) for part in parts]

    def _select(self, spacings: tuple[Spacing, ...]) -> Array:
        below = self.fine - 1 - np.arange(self.fine)
        kept = np.zeros(self.fine, bool)
        kept[0] = True
        kept[-_NODES - 1 :] = True
        start = 0
        for part, step in spacings:
            end = round(part * (self.fine + self.low))
            kept |= (below >= start) & (below < end) & ((below - start) % step == 0)
            start = end
        return np.concatenate((np.flatnonzero(kept), np.arange(self.fine, self.size)))


class StreakValues:
    """`win[own, my farkles, theirs, their farkles, order]`: the chance of the player to move [V],
    by place. `order` is 0 for a player who leads tiebreakers, where that matters.
    `banked[theirs, total, their farkles, order]` is the chance after banking a total, from the
    lowest on [W]."""

    def __init__(self, game: Game, ending: Ending) -> None:
        self.places = places = Places(game)
        size, totals = places.size, places.totals
        lead = (totals[:, None] - totals) / max(1.0, game.target / 4)
        streak = game.streak
        self.win = np.empty((size, streak, size, streak, game.orders))
        self.win[:] = (1 / (1 + np.exp(-lead)))[:, None, :, None, None]  # a first guess
        self.banked = np.empty(
            (size, places.fine + ending.top + 1 - game.target, streak, game.orders)
        )
        self._set_endings(game, ending)
        self.update_banked()

    def _set_endings(self, game: Game, ending: Ending) -> None:
        fine = self.places.fine
        for place, other in enumerate(self.places.totals):
            for order in range(game.orders):
                passed = game.orders - 1 - order
                won = ending.after_bank(int(other), passed, entered=place < fine)
                self.banked[place, fine:, :, order] = won[:, None]

    def update_banked(self) -> None:
        """Update the chances after all banks below the target."""
        fine = self.places.fine
        self.banked[:, :fine] = 1 - self.win[:, :, :fine, 0, ::-1].transpose(0, 2, 1, 3)

    def guess_outside(self) -> None:
        """Value players who are not on the board as if they were, with the same points."""
        on_board = np.maximum(self.places.totals - self.places.low, 0)
        self.win[:] = self.win[on_board][:, :, on_board]
        self.update_banked()

    def select_places(self, kept: Array) -> None:
        """From now on, interpolate the chances after banks between the places `kept`."""
        fine = self.places.fine
        inside = kept[kept < fine]
        self._gap = np.ones(fine, int)
        self._gap[inside[:-1]] = np.diff(inside)
        below = inside[:-_NODES]
        nodes = inside[np.arange(len(below))[:, None] + np.arange(_NODES)]
        self._nodes = np.zeros((fine, _NODES), int)
        self._nodes[below] = nodes
        self._weights = np.zeros((fine, self._gap.max() - 1, _NODES))
        for step in range(1, self._gap.max()):
            self._weights[below, step - 1] = _weights_of(nodes - (below + step)[:, None])

    def update_banked_near(self, own: Array, theirs: Array) -> None:
        """Update the chances after banking each total from `own`, on the board, to the next kept
        place."""
        self.banked[theirs, own] = 1 - self.win[theirs, :, own, 0][..., ::-1]
        for gap in set(self._gap[own].tolist()) - {1}:
            chosen = self._gap[own] == gap
            me, other = own[chosen], theirs[chosen, None]
            known = self.banked[other, self._nodes[me]]
            between = np.einsum("mkn,mn...->mk...", self._weights[me, : gap - 1], known)
            self.banked[other, me[:, None] + np.arange(1, gap)] = between

    def after_farkle(self, own: Array, theirs: Array) -> Array:
        """Return the chance after a farkle [f]: by pair, my farkles before it, theirs, order."""
        to_move = self.win[theirs, :, own][..., ::-1]  # pair, their farkles, own, order
        after = np.empty_like(to_move)
        after[:, :, :-1] = to_move[:, :, 1:]
        after[:, :, -1] = self.opponent_after_penalty(own, theirs)[..., ::-1]
        return 1 - after.transpose(0, 2, 1, 3)

    def after_no_rolls(self, own: Array, theirs: Array) -> Array:
        """Return the chance after running out of rolls, which changes no count of farkles."""
        return np.asarray(1 - self.win[theirs, :, own][..., ::-1].transpose(0, 2, 1, 3))

    def opponent_after_penalty(self, own: Array, theirs: Array) -> Array:
        """Return the opponent's chance to move after my penalty: by pair, their farkles, order."""
        opponent = self._opponent_to_move(theirs, self.places.fall[own])
        deep = self.places.deep[own]
        if deep.any():  # below the lowest place, my chance goes on falling as it did before
            me, other = own[deep], theirs[deep]
            here = 1 - opponent[deep]
            above = 1 - self._opponent_to_move(other, self.places.higher[me])
            opponent[deep] = 1 - here * np.clip(here / np.maximum(above, 1e-300), 0.0, 1.0)
        return opponent

    def _opponent_to_move(self, theirs: Array, own: Array) -> Array:
        """Return the opponent's chance to move while I have no farkles: by pair, theirs, order."""
        opponent = self.win[theirs, :, own, 0]
        inside = own < self.places.fine
        opponent[inside] = 1 - self.banked[theirs[inside], own[inside]][..., ::-1]
        return opponent


def _weights_of(nodes: Array) -> Array:
    """Return the weights in the value here of the values at these distances (Lagrange)."""
    weights = np.ones(nodes.shape)
    for node in range(nodes.shape[1]):
        for other in range(nodes.shape[1]):
            if other != node:
                weights[:, node] *= nodes[:, other] / (nodes[:, other] - nodes[:, node])
    return weights
