"""The chances of two players under a penalty for farkles in a row, and what each turn leads to.

docs/chances.md ("Penalties") states the equations; its symbols are in brackets here.
"""

from __future__ import annotations

import numpy as np

from .game import Game
from .last_turn import Ending
from .places import NODES, Places, weights_of
from .throws import Array


class StreakValues:
    """`win[own, my farkles, theirs, their farkles, order]`: the chance of the player to move [V].

    `own` and `theirs` are places (`places.py`). `order` is 0 for a player who leads tiebreakers,
    where that matters. `banked[theirs, total, their farkles, order]` is the chance after banking a
    total, from the lowest on [W].
    """

    def __init__(self, game: Game, ending: Ending) -> None:
        self.places = places = Places(game)
        size, totals = places.size, places.totals
        lead = (totals[:, None] - totals) / max(1.0, game.target / 4)
        self.win = np.empty((size, 3, size, 3, game.orders))
        self.win[:] = (1 / (1 + np.exp(-lead)))[:, None, :, None, None]  # a first guess
        self.banked = np.empty((size, places.fine + ending.top + 1 - game.target, 3, game.orders))
        self._set_endings(game, ending)
        self.update_banked()

    def _set_endings(self, game: Game, ending: Ending) -> None:
        """Work out the chances after banking the target or more."""
        fine = self.places.fine
        for place, other in enumerate(self.places.totals):
            for order in range(game.orders):
                passed = game.orders - 1 - order
                won = ending.after_bank(int(other), passed, entered=place < fine)
                self.banked[place, fine:, :, order] = won[:, None]

    def update_banked(self) -> None:
        """Work out the chances after every bank below the target."""
        fine = self.places.fine
        self.banked[:, :fine] = 1 - self.win[:, :, :fine, 0, ::-1].transpose(0, 2, 1, 3)

    def guess_outside(self) -> None:
        """Value players who are not on the board as if they were, with the same points."""
        on_board = np.maximum(self.places.totals - self.places.low, 0)
        self.win[:] = self.win[on_board][:, :, on_board]
        self.update_banked()

    def select_places(self, kept: Array) -> None:
        """Interpolate the chances after banks between the places `kept` from now on."""
        fine = self.places.fine
        inside = kept[kept < fine]
        self._gap = np.ones(fine, int)
        self._gap[inside[:-1]] = np.diff(inside)
        self._nodes = np.zeros((fine, NODES), int)
        for index, place in enumerate(inside[:-NODES]):
            self._nodes[place] = inside[index : index + NODES]

    def update_banked_near(self, own: Array, theirs: Array) -> None:
        """Work out the chances after banking each total from `own` to the next place kept, for
        pairs of players who move from `own`, on the board."""
        self.banked[theirs, own] = 1 - self.win[theirs, :, own, 0][..., ::-1]
        for gap in set(self._gap[own].tolist()):
            chosen = self._gap[own] == gap
            me, other, nodes = own[chosen], theirs[chosen], self._nodes[own[chosen]]
            known = self.banked[other[:, None], nodes]
            for step in range(1, gap):
                weights = weights_of(nodes - (me + step)[:, None])
                self.banked[other, me + step] = np.einsum("mn,mn...->m...", weights, known)

    def after_farkle(self, own: Array, theirs: Array) -> Array:
        """Return the chance after a farkle [f]: by pair, my farkles before it, theirs, order."""
        to_move = self.win[theirs, :, own][..., ::-1]  # pair, their farkles, own, order
        after = np.empty_like(to_move)
        after[:, :, :2] = to_move[:, :, 1:]
        after[:, :, 2] = self.opponent_after_penalty(own, theirs)[..., ::-1]
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
