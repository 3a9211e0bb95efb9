"""The chance to win of two players in a game with a fixed number of rounds.

Only the lead counts, so positions are few, and solved once each, backwards from the last turn.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .game import CannotBeSolved, Game, Start
from .last_turn import MAX_ROWS_ABOVE, Ending, reach
from .throws import Array
from .walk import Walk

_MIN_CHANCE: Final = 1e-8
"""Rarer outcomes are left out."""

_ROWS_PER_TURN: Final = 6
"""Further rows of lead that are distinguished for each turn left."""

_MAX_COLUMNS: Final = 2048


class Rounds:
    """`win[left, lead, out, their out, farkles, their farkles, order]`: the chance of the player to
    move. Leads begin at the highest deficit, `out` is 0 on the board, and at `left` 0 the game is
    over. `longest` is the maximum number of rows of a turn."""

    def __init__(self, game: Game, win: Array | None = None) -> None:
        self.game = game
        self.longest = longest(game)
        turns = 2 * game.rules.rounds
        self.most = self.longest + _ROWS_PER_TURN * turns
        """Higher leads count as this one."""
        if win is not None:
            self.win = win
            return
        states = (2 if game.has_entry else 1,) * 2 + (game.streak if game.penalty else 1,) * 2
        self.win = np.empty((turns + 1, 2 * self.most + 1, *states, 2))
        lead = np.arange(-self.most, self.most + 1)
        ties = self._ties()
        for order in (0, 1):
            self.win[0, ..., order] = np.where(
                lead > 0, 1.0, np.where(lead == 0, ties[order], 0.0)
            )[:, None, None, None, None]
        for left in range(1, turns + 1):
            for state in np.ndindex(*states, 2):
                self._solve(left, state)

    def _ties(self) -> tuple[float, float]:
        if self.game.rules.shares_ties:
            return 0.5, 0.5
        if not self.game.playoffs:
            return 1.0, 0.0
        chance = Ending(self.game).playoff
        return chance, 1.0 - chance

    def _solve(self, left: int, state: tuple[int, ...]) -> None:
        outside, out, own, theirs, order = state
        leads = np.arange(-self.most, self.most + 1)
        for start in range(0, len(leads), _MAX_COLUMNS):
            part = leads[start : start + _MAX_COLUMNS]
            before = Start(0, 0, (not outside, not out), order, streaks=(own, theirs), left=left)
            bank, lost, nothing = self.ends(before, part)
            manner = self.game.outside if outside else self.game.inside
            opening = Walk(self.game.throws, bank, lost, manner, nothing).opening
            rows = slice(start, start + _MAX_COLUMNS)
            self.win[left, rows, outside, out, own, theirs, order] = opening

    def to_move(self, turn: Start) -> float:
        outside = [int(not entered and self.game.has_entry) for entered in turn.entered]
        lead = np.clip(turn.own - turn.theirs + self.most, 0, 2 * self.most)
        return float(self.win[turn.left, lead, *outside, *turn.streaks, turn.order])

    def ends(self, turn: Start, leads: Array) -> tuple[Array, Array, Array]:
        """Return the chances after banking 0, 1, ... rows (by row and lead), after a farkle, and
        after running out of rolls."""
        game, then = self.game, self.win[turn.left - 1]
        outside, other = (int(not entered and game.has_entry) for entered in turn.entered)
        (own, theirs), passed = turn.streaks, 1 - turn.order
        # Without tiebreakers, the player who reached the total first wins a tie.
        scored = passed if game.playoffs else 0

        def after(lead: Array, out: int, streak: int, order: int) -> Array:
            index = np.clip(self.most - lead, 0, 2 * self.most)
            return 1.0 - np.asarray(then[index, other, out, theirs, streak, order])

        bank = after(leads + np.arange(self.longest + 1)[:, None], 0, 0, scored)
        nothing = after(leads, outside, own, passed)
        if not game.penalty:
            return bank, nothing, nothing
        if own < game.streak - 1:
            return bank, after(leads, outside, own + 1, passed), nothing
        return bank, after(leads - game.penalty, outside, 0, scored), nothing


def longest(game: Game) -> int:
    """Return the number of rows that fewer than one turn in a hundred million reaches. Raise
    CannotBeSolved if it is too high."""
    reached = reach(game, np.ones(1), MAX_ROWS_ABOVE)[:, 0]
    if reached[-1] > _MIN_CHANCE:
        raise CannotBeSolved("Turns can score too much to solve games with rounds.")
    return int(np.argmax(reached < _MIN_CHANCE))
