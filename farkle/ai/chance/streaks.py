"""Solve the chance to win of two players under a penalty for farkles in a row.

docs/develop/chances.md ("Penalties") derives the method; its symbols are in brackets here.
Penalties lead back to lower sums of totals, so sweeps over all pairs of places are repeated until
nothing changes. Most sweeps estimate each turn by its expansion around its last walk, because
walking takes a hundred times as long.
"""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

import numpy as np

from .game import Game
from .last_turn import Ending
from .places import StreakValues
from .throws import Array
from .walk import Manner, Walk

TOLERANCE: Final = 2e-7
"""Chances that change by less than this count as solved."""


class Pass(NamedTuple):
    """Settings for solving a selection of places."""

    stop_below: float
    """Stop once no chance changes by more than this."""
    turn_length: float
    """Length to which turns are followed, as a fraction of that in the last pass."""
    measure_slopes_in: tuple[int, ...]
    """Sweeps that measure all slopes: the first, and one where chances are about right."""


_COARSE_PASSES: Final = (Pass(3e-3, 0.6, (0, 2)), Pass(2e-4, 0.8, (1,)))
"""Passes over the coarse selections, which come first where there are many places."""
_FULL_PASS: Final = Pass(TOLERANCE, 1.0, (0, 2))
_REFINING_PASS: Final = Pass(TOLERANCE, 1.0, ())
"""The last pass, if coarse passes have measured the slopes."""

_MAX_WALKING_SWEEPS: Final = 60
_MAX_ESTIMATING_SWEEPS: Final = 15
"""Maximum number of estimating sweeps after each walking sweep."""
_ESTIMATING_STOPS: Final = 0.5
"""Estimating sweeps end once no chance changes by more than this part of `stop_below`."""

_BANK_NODES: Final = (0, 5, 10, 16, 26, 42, 70)
"""Banks whose slopes are measured, in rows above the minimum. Banks in between change about as
these do."""
_TYPICAL_NODE: Final = 2

_STEP: Final = 1e-3
"""Distance over which slopes are measured, relative to the gain of a typical bank over a farkle."""
_STEP_BOUNDS: Final = (1e-3, 0.2)
"""Bounds of that gain."""

_REWALK_ABOVE: Final = 0.1
"""Turns are walked again if their estimate may be off by this part of `stop_below`."""
_ERROR_BOUNDS: Final = (0.02, 1.0)
"""Bounds of the assumed error of an estimate, relative to the change since the last walk."""
_REMEASURE_ABOVE: Final = 0.2
"""Slopes of estimates with a larger relative error are measured again."""
_ROUNDING: Final = 2e-8
"""The rounding error of a walk in single precision."""

_DEPTH_DISCOUNT: Final = 3.0
"""Changes count less by this factor for each penalty below zero: few games get there."""

_MAX_WALKED_TURNS: Final = 1500

_LOOK_AHEAD: Final = 0.9
"""Number of rows that a turn is followed when the totals are equal, relative to `Ending.rare_rows`.
A turn that gets this far is banked."""
_LOOK_AHEAD_BOUNDS: Final = (0.55, 2.0)
"""Minimum and maximum number of rows that a turn is followed, relative to `Ending.rare_rows`."""
_LOOK_AHEAD_PER_ROW: Final = 0.6
"""Rows added for each row that the player is behind, and subtracted for each row ahead."""


class Expansions:
    """First-order expansions of the values of all turns [T] around their last walks.

    Near the value `farkle` of a farkle [f0] and the values `banks` at the bank nodes [W0], a turn
    is worth `value + farkle_slope * (f - f0) + sum(bank_slopes * (W - W0))`. The slopes [s, s_k]
    are the chances that the turn ends there; those of banks are measured without farkles in a row,
    and used for all. `error` is relative to the change since the last walk, and infinite before the
    first.
    """

    def __init__(self, win: Array) -> None:
        size, orders = win.shape[0], win.shape[-1]
        self.value, self.farkle_slope = win.copy(), np.full(win.shape, 0.3)
        self.farkle = np.full(win.shape, 0.5)
        self.bank_slopes = np.zeros((size, size, len(_BANK_NODES)))
        self.banks = np.zeros((size, size, len(_BANK_NODES), win.shape[1], orders))
        self.forget_errors()

    def forget_errors(self) -> None:
        self.error = np.full(self.banks.shape[:2], np.inf)

    def change_by_banks(self, own: Array, theirs: Array, banks: Array) -> Array:
        """Return the change of the values of turns due to their banks since the last walk."""
        moved = banks - self.banks[own, theirs]
        change = np.einsum("mn,mn...->m...", self.bank_slopes[own, theirs], moved)
        return np.asarray(change[:, None])

    def estimate(self, own: Array, theirs: Array, banks: Array, farkle: Array) -> Array:
        turn = (own, slice(None), theirs)
        by_farkle = self.value[turn] + self.farkle_slope[turn] * (farkle - self.farkle[turn])
        return np.asarray(by_farkle + self.change_by_banks(own, theirs, banks))


class Streaks:
    """The solver. `change` is the maximum change in the last sweep; see `StreakValues` for
    `win`."""

    def __init__(self, game: Game, ending: Ending) -> None:
        self._game, self._ending = game, ending
        self._values = StreakValues(game, ending)
        self.win, self.places = self._values.win, self._values.places
        self._turns = Expansions(self.win)
        below = np.minimum(self.places.totals, 0) / max(1, game.penalty)
        self._importance = _DEPTH_DISCOUNT ** np.minimum(below[:, None], below)
        self._most_rows_of_a_roll = max(more for more, _, _ in game.throws.options)
        self.change = 1.0

    def solve(self) -> None:
        """Solve pairs of kept places until nothing changes, then interpolate those between."""
        places, values, turns = self.places, self._values, self._turns
        for kept, coarse in zip(places.coarse, _COARSE_PASSES, strict=False):
            self._solve_places(kept, coarse, outside=False)
            places.fill(values.win, kept)
            places.fill(turns.farkle_slope, kept)
            places.fill(turns.bank_slopes, kept, second=1)
            values.update_banked()
        last = _REFINING_PASS if places.coarse else _FULL_PASS
        self._solve_places(places.kept, last, outside=False)
        if self._game.has_entry:
            places.fill(values.win, places.kept)
            values.guess_outside()
            self._solve_places(places.kept, _FULL_PASS, outside=True)
        places.fill(values.win, places.kept)

    def _solve_places(self, kept: Array, settings: Pass, *, outside: bool) -> None:
        """Sweep over pairs of `kept` places until they settle. `outside`: the pairs with a player
        who is not on the board; else all others."""
        self._pass = settings
        self._turns.forget_errors()
        self._values.select_places(kept)
        blocks = self.places.pairs_in_blocks(kept, outside=outside)
        estimating, before = _MAX_ESTIMATING_SWEEPS, np.inf
        for number in range(_MAX_WALKING_SWEEPS):
            self._sweep(blocks, walk=True, slopes=number in settings.measure_slopes_in)
            if self.change < settings.stop_below:
                break
            if self.change >= before:  # the estimates diverge
                estimating //= 2
            before = self.change
            for _ in range(estimating):
                self._sweep(blocks, walk=False)
                if self.change < _ESTIMATING_STOPS * settings.stop_below:
                    break

    def _sweep(
        self, blocks: list[tuple[Array, Array]], *, walk: bool, slopes: bool = False
    ) -> None:
        """Recompute all pairs. `walk`: walk the turns whose estimates may be too far off. `slopes`:
        walk all and measure their slopes, for twice the work."""
        self.change = 0.0
        for own, theirs in blocks:
            before, importance = self.win[own, :, theirs], self._importance[own, theirs]
            if walk:
                self._walk_changed_turns(own, theirs, importance, slopes=slopes)
            self._settle(own, theirs)
            change = np.abs(self.win[own, :, theirs] - before)
            self.change = max(self.change, float((change.max(axis=(1, 2, 3)) * importance).max()))

    def _walk_changed_turns(
        self, own: Array, theirs: Array, importance: Array, *, slopes: bool
    ) -> None:
        """Walk turns whose estimates may be too far off, and record the errors of the estimates."""
        turns, banks = self._turns, self._sample_banks(own, theirs)
        farkle = self._values.after_farkle(own, theirs)
        banks_moved = np.abs(banks - turns.banks[own, theirs]).max(axis=(1, 2, 3))
        farkle_moved = np.abs(farkle - turns.farkle[own, :, theirs]).max(axis=(1, 2, 3))
        moved = np.maximum(banks_moved, farkle_moved)
        estimated, error = turns.estimate(own, theirs, banks, farkle), turns.error[own, theirs]
        too_far = error * moved * importance > _REWALK_ABOVE * self._pass.stop_below
        walked = too_far | np.isinf(error) | slopes
        measured = walked & (np.isfinite(error) & (error > _REMEASURE_ABOVE) | slopes)
        inside = own < self.places.fine
        for side, manner in ((inside, self._game.inside), (~inside, self._game.outside)):
            for chosen, with_slopes in ((walked & ~measured, False), (measured, True)):
                if (chosen & side).any():
                    pairs = own[chosen & side], theirs[chosen & side]
                    self._walk_in_parts(*pairs, manner, slopes=with_slopes)
        off = np.abs(turns.value[own, :, theirs] - estimated).max(axis=(1, 2, 3))
        new = np.clip((off - _ROUNDING) / np.maximum(moved, _ROUNDING), *_ERROR_BOUNDS)
        new[np.isinf(error)] = _REMEASURE_ABOVE  # the first walk of a pass is no test
        turns.error[own, theirs] = np.where(walked, new, error)

    def _sample_banks(self, own: Array, theirs: Array) -> Array:
        """Return the chances after banks at the nodes: by pair, node, their farkles, order."""
        inside = own < self.places.fine
        least = np.where(inside, self._game.inside.least, self._game.outside.least)
        start = self.places.totals[own] - self.places.low + least
        banks = np.minimum(start[:, None] + np.array(_BANK_NODES), self.places.fine - 1)
        return np.asarray(self._values.banked[theirs[:, None], banks])

    def _walk_in_parts(self, own: Array, theirs: Array, manner: Manner, *, slopes: bool) -> None:
        """Walk turns in parts of similar length, the longest first, which is fastest."""
        longest = np.maximum(self._look_ahead(own, theirs), manner.least + 1)
        order = np.argsort(-longest)
        columns = (
            self._game.streak**2 * self._game.orders * (1 + slopes) + len(_BANK_NODES) * slopes
        )
        size = max(1, _MAX_WALKED_TURNS // columns)
        for part in np.array_split(order, -(-len(order) // size)):
            self._walk(own[part], theirs[part], longest[part], manner, slopes=slopes)

    def _look_ahead(self, own: Array, theirs: Array) -> Array:
        """Return the number of rows that turns are followed."""
        behind = self.places.totals[theirs] - self.places.totals[own]
        rare = self._ending.rare_rows
        least, most = _LOOK_AHEAD_BOUNDS
        rows = np.clip(_LOOK_AHEAD * rare + _LOOK_AHEAD_PER_ROW * behind, least * rare, most * rare)
        rows = (self._pass.turn_length * rows).astype(int)
        return np.asarray(np.minimum(rows, self._ending.top - self.places.totals[own]))

    def _walk(
        self, own: Array, theirs: Array, longest: Array, manner: Manner, *, slopes: bool
    ) -> None:
        """Walk turns, each followed for `longest` rows, which are in falling order.

        Each pair has several columns in one `Walk`: its states (my farkles, theirs) by order.
        With `slopes` follow the same with a farkle that is worth less by a step, and then, for the
        first state, a column for each bank node, with the banks near it worth more by a step.
        """
        turns, banked = self._turns, self._values.banked
        farkle, rows = self._values.after_farkle(own, theirs), longest[0] + 1
        sampled = self._sample_banks(own, theirs)
        won = np.abs(sampled[:, _TYPICAL_NODE, 0, 0] - farkle[:, 0, 0, 0])
        step = _STEP * np.clip(won, *_STEP_BOUNDS)[:, None, None, None]
        farkles = np.stack((farkle, farkle - step)[: 1 + slopes], axis=1)
        # Chances are relative to that after a farkle, so that single precision keeps the
        # differences.
        start = self.places.totals[own] - self.places.low
        total = start + np.arange(rows + self._most_rows_of_a_roll)[:, None]
        bank = banked[theirs, np.clip(total, 0, banked.shape[1] - 1)]
        banks = (bank[:, :, None, None] - farkles).astype(np.float32).reshape(*total.shape, -1)
        nothing = None
        if manner.limit:
            no_rolls = self._values.after_no_rolls(own, theirs)
            nothing = (no_rolls[:, None] - farkles).astype(np.float32).reshape(len(own), -1)
        if slopes:
            tents = _tent_weights(manner.least, len(total))
            more = np.where(total < self.places.fine, tents[..., None], 0.0)
            raised = (step[:, 0, 0, 0] * more).astype(np.float32).transpose(1, 2, 0)
            banks = np.concatenate((banks, banks[..., :1] + raised), axis=2)
            if nothing is not None:
                nothing = np.pad(nothing, ((0, 0), (0, len(_BANK_NODES))), mode="edge")
        columns = banks.shape[2]
        banks = banks.reshape(len(total), -1)
        walk = Walk(
            self._game.throws,
            banks[:rows],
            np.zeros(banks.shape[1], np.float32),
            manner,
            None if nothing is None else nothing.reshape(-1),
            np.repeat(longest, columns),
            banks[rows:],
        )
        opening = walk.opening.reshape(len(own), columns)
        count = farkles[0].size
        values = opening[:, :count].reshape(farkles.shape) + farkles
        turn = (own, slice(None), theirs)
        turns.value[turn], turns.farkle[turn] = values[:, 0], farkle
        turns.banks[own, theirs] = sampled
        if slopes:
            turns.farkle_slope[turn] = np.clip((values[:, 0] - values[:, 1]) / step, 0.0, 1.0)
            slope = np.clip((opening[:, count:] - opening[:, :1]) / step[:, 0, 0], 0.0, 1.0)
            # As chances of different ends of a turn, slopes add up to at most 1. The measured sum
            # is too high where little is left to win, because each walk plays in its own way.
            most = 1 - turns.farkle_slope[own, 0, theirs, 0, 0]
            slope *= np.minimum(1.0, most / np.maximum(slope.sum(axis=1), 1e-9))[:, None]
            turns.bank_slopes[own, theirs] = slope

    def _settle(self, own: Array, theirs: Array) -> None:
        """Recompute the chances of a block of pairs from the estimates of their turns."""
        turns, win = self._turns, self.win
        by_banks = turns.value[own, :, theirs] + turns.change_by_banks(
            own, theirs, self._sample_banks(own, theirs)
        )
        after_penalty = self._values.opponent_after_penalty(own, theirs)
        last = self._game.streak - 1
        for my, their in _order_of_streaks(last):
            opponent = after_penalty[:, their] if my == last else win[theirs, their, own, my + 1]
            state = (own, my, theirs, their)
            farkle = 1 - opponent[:, ::-1]
            by_farkle = turns.farkle_slope[state] * (farkle - turns.farkle[state])
            win[state] = np.clip(by_banks[:, my, their] + by_farkle, 0.0, 1.0)
        inside = own < self.places.fine
        self._values.update_banked_near(own[inside], theirs[inside])


def _order_of_streaks(last: int) -> list[tuple[int, int]]:
    """Return the farkles in a row (own, theirs) in the order of solving: after a farkle, each
    depends only on earlier ones, and those with `last` own ones on other pairs of totals."""
    counts = range(last + 1)
    return sorted(
        product(counts, counts), key=lambda both: (both[0] < last, both[1] < last, -sum(both))
    )


def _tent_weights(least: int, rows: int) -> Array:
    """Return by node the weights of banks by rows: 1 at the node, falling to 0 at the next."""
    return np.array(
        [np.interp(np.arange(rows) - least, _BANK_NODES, node) for node in np.eye(len(_BANK_NODES))]
    )
