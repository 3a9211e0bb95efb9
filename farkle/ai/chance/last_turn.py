"""The end of a game: the last turn of the final round, and tiebreakers between the two."""

from __future__ import annotations

from typing import Final

import numpy as np

from .game import Game
from .throws import OPENING, Array
from .walk import Manner, Walk, far_rolls

_RARE_CHANCE: Final = 1e-3
"""Rolling for a larger lead stops where a last turn makes it up less often than this."""

_SECANT_STEPS: Final = 4

MAX_ROWS_ABOVE: Final = 400


def reach(game: Game, ties: Array, rows: int) -> Array:
    """Return the chance that a turn scores more than 0, 1, ... `rows` rows. With exactly that many
    it wins with the chances `ties`, one for each column."""
    return np.asarray(reach_with(game, ties, rows)[0][OPENING])


def reach_with(game: Game, ties: Array, rows: int) -> tuple[Array, Array]:
    """Return the same as `reach` by dice thrown, and the chance to score anything."""
    throws = game.throws
    nothing = np.zeros_like(ties)
    far = far_rolls(throws, np.ones_like(ties), nothing)
    # Index n: n rows are missing. A turn that has more than enough is banked, if that is allowed.
    rolls = np.zeros((throws.lines, rows + 1, ties.size))
    stands = np.zeros_like(rolls)
    certain = np.ones_like(ties)
    for missing in range(rows + 1):
        values = [
            (far[dice] if forced else certain)
            if more > missing
            else (rolls if forced else stands)[dice, missing - more]
            for more, dice, forced in throws.options
        ]
        rolls[:, missing] = throws(values, nothing)
        stands[:, missing] = rolls[:, missing] if missing else np.maximum(rolls[:, 0], ties)
    return rolls, far


def fill_passed(game: Game, bank: Array, lost: Array | float) -> Array:
    """Return the chances after banks, those of a farkle where the turn passes the target and so
    counts nothing."""
    return np.where(np.isnan(bank), lost, bank) if game.hits_target else bank


class Ending:
    """The chances once the target is reached, if the game does not end at once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        certain = np.ones(1)
        rows = max(game.target + MAX_ROWS_ABOVE, game.inside.least)
        self._reach = reach(game, certain, rows)[:, 0]  # index n: n rows or more
        self.rare_rows = int(np.argmax(self._reach < _RARE_CHANCE)) or MAX_ROWS_ABOVE
        """Rows that fewer than one turn in a thousand reaches, even when it aims for them."""
        self.top = game.target + (self.rare_rows if game.final_round else int(game.hits_target))
        """From this total on, rolling to increase the lead never pays."""
        self.playoff = self._first_in_playoff() if game.playoffs else 0.0
        """The chance of the player who leads a tiebreaker."""
        ties = np.array([self.tie(order) for order in range(game.orders)])
        self._beats = self._overtakes(ties, self.top - game.lowest, game.last_inside)
        self._enters = None
        if game.has_entry:
            leads = np.arange(game.target, self.top + 1 - game.lowest)
            self._enters = self._win_by(ties, leads, game.last_outside)
        if game.rules.building:
            self._set_building(ties)

    def after_bank(self, other: int, order: int, *, entered: bool) -> Array:
        """Return the chance to win after banking each total from the target to `top`. `other` is
        the opponent's total and `order` their order; `entered`: they are on the board. The chance
        is NaN for a turn that counts nothing; see `fill_passed`."""
        game = self.game
        if game.hits_target:
            return np.array([1.0, np.nan])
        if not game.plays_on(order):
            return np.ones(self.top + 1 - game.target)
        leads = np.arange(game.target, self.top + 1) - other
        if not entered and self._enters is not None:
            beaten = self._enters[leads - game.target, order]
        else:
            beaten = self._beats[leads, order]
            if not game.last_inside.limit:
                least = self._reach[game.inside.least]
                beaten = np.where(leads < game.inside.least, least, beaten)
        chances = 1.0 - beaten
        if game.exact_hit:
            chances[0] = 1.0
        return np.asarray(chances)

    def after_bank_by_dice(self, own: int, other: int, order: int) -> Array:
        """Return the same if the opponent is on the board and may build on the turn, which began at
        `own`: by dice left (0 unused) and total."""
        chances = np.tile(self.after_bank(other, order, entered=True), (self.game.throws.lines, 1))
        if self.game.plays_on(order):
            first = int(self.game.exact_hit)
            scored = np.arange(self.game.target + first, self.top + 1) - own
            built = self._beats_by_building(own - other, scored, order)
            np.minimum(chances[:, first:], 1.0 - built, out=chances[:, first:])
        return chances

    def _beats_by_building(self, lead: int, points: Array, order: int) -> Array:
        """Return the chance to win of a last turn that builds, by dice and points taken over.
        `lead` is the opponent's lead before the turn with these points; `order` as above."""
        chances = np.empty((self.game.throws.lines, points.size))
        chances[:] = self._scores_any if lead < 0 else self._builds[:, lead, order, None]
        # Where fewer points are missing than the minimum to bank, the minimum counts.
        least = self.game.inside.least - points
        short = least > max(lead, 0)
        chances[:, short] = self._scores[:, least[short]]
        return chances

    def _set_building(self, ties: Array) -> None:
        """Compute the chances that a piggybacked turn scores more than each number of rows, at
        least that many, or anything."""
        value, none = self.game.throws.value_building, np.zeros(1)
        rolls, _ = reach_with(self.game, ties, self.game.target)
        self._builds = value(rolls, none)
        rolls, any_rows = reach_with(
            self.game, np.ones(1), max(self.game.target, self.game.inside.least)
        )
        self._scores, self._scores_any = value(rolls, none)[:, :, 0], value(any_rows, none)

    def tie(self, order: int) -> float:
        """Return the chance to win of the player who ties in the last turn, where a shared win
        counts half; `order` as above."""
        game = self.game
        if game.rules.last_turns == "chase":  # a turn that would tie cannot be banked
            return 0.0
        if not game.playoffs:
            return 0.5 if game.rules.shares_ties else 0.0
        return self.playoff if game.leads(order) else 1.0 - self.playoff

    def _first_in_playoff(self) -> float:
        """Return the chance of the leader of a tiebreaker, a fixed point, by the secant method."""
        game, rows = self.game, self.top - self.game.target
        guess = np.array([0.3, 0.6])
        for _ in range(_SECANT_STEPS):
            tie = 1.0 - guess
            bank, lost = self._leading(tie, rows)
            off = Walk(game.throws, bank, lost, game.inside).opening - guess
            meets = guess[0] - off[0] * (guess[1] - guess[0]) / (off[1] - off[0])
            width = abs(guess[1] - guess[0]) * 1e-2
            guess = np.array([meets - width, meets + width])
        return float(meets)

    def leading(self) -> tuple[Array, float]:
        """Return the chances of a tiebreaker's leader after each number of rows, and after a
        farkle."""
        bank, lost = self._leading(np.array([1.0 - self.playoff]), self.top - self.game.target)
        return bank[:, 0], float(lost[0])

    def _leading(self, tie: Array, rows: int) -> tuple[Array, Array]:
        """Return the same by column, for several chances of the second player after a tie."""
        game = self.game
        second = Walk(game.throws, np.ones((2, tie.size)), tie, game.inside).opening
        # A turn that banks counts 1 row at least; index 0 is never used.
        return 1.0 - self._overtakes(tie, rows, game.inside), 1.0 - second

    def _overtakes(self, ties: Array, rows: int, manner: Manner) -> Array:
        """Return the chances of the last turn of a player on the board who plays in this manner, by
        a lead of 0, 1, ... `rows` rows."""
        if manner.limit:
            return self._win_by(ties, np.arange(rows + 1), manner)
        return reach(self.game, ties, rows)

    def _win_by(self, ties: Array, leads: Array, manner: Manner) -> Array:
        """Return the chances of the last turn of a player who plays in this manner, by the lead in
        rows."""
        game = self.game
        rows = np.arange(self.top + 2 - game.lowest)[:, None, None]
        bank = np.where(rows > leads[:, None], 1.0, np.where(rows == leads[:, None], ties, 0.0))
        bank = bank.reshape(len(rows), -1)
        opening = Walk(game.throws, bank, np.zeros(bank.shape[1]), manner).opening
        return opening.reshape(len(leads), -1)
