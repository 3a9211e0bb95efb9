"""The solved chance to win at any moment of a game of two, computed from the table of its rules."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from farkle.engine.actions import Bank, Build, Roll
from farkle.engine.legality import Choice
from farkle.engine.standing import winning_sides
from farkle.engine.state import GameState

from .game import Game, Start
from .last_turn import Ending, fill_passed
from .one_turn import OneTurn
from .table import Chances
from .throws import OPENING, Array

_MAX_TURNS: Final = 400
"""Maximum number of turns in memory."""

_EXTRA_ROWS: Final = 120
"""Rows that turns are followed beyond `Ending.rare_rows`. Following them to the end would change
chances by 1e-7 at most, and take half as long again."""


class _Turn(NamedTuple):
    """The values of a turn: of a bank by dice left and rows (the last counts for all above), of
    rolling by rolls made, dice and rows, of a farkle, and of running out of rolls."""

    bank: Array
    after: list[Array]
    lost: float
    nothing: float


class Exact:
    """Chances to win of the current player, between two players under solved rules."""

    def __init__(self, chances: Chances) -> None:
        self.chances = chances
        self.game = Game(chances.rules)
        self.ending = Ending(self.game)
        self._one = OneTurn(self.game.throws)
        self._turns: dict[Start, _Turn] = {}

    def knows(self, state: GameState) -> bool:
        """Return whether the chances in this state are solved: two players, each with a turn."""
        here = state.order
        if state.phase == "over" or len(here) != 2 or state.waiting or state.teams is not None:
            return False
        if state.phase == "playoff" and set(state.playoff) != set(here):
            return False
        low = self.game.exact_from * self.game.grid
        if any(state.scores[seat] % self.game.grid or state.scores[seat] < low for seat in here):
            return False
        if state.phase == "turns" and not state.rules.rounds:
            return all(state.scores[seat] < state.rules.target for seat in here)
        return state.phase in ("turns", "playoff") or (not state.queue and state.leader in here)

    def value(self, state: GameState) -> float:
        return max(self.choices(state).values())

    def choices(self, state: GameState) -> dict[Roll | Bank | Build, float]:
        """Return the chance to win after each choice of the current player."""
        start = self._start(state)
        builds = not state.rolls and state.legal.build is None
        if not state.rolls and not builds and start.kind == "turns":
            return {Roll(): self._to_move(start)}
        turn, grid = self._turn(start), self.game.grid
        last = turn.bank.shape[1] - 1
        chances: dict[Roll | Bank | Build, float] = {}
        if not state.rolls:
            chances[Roll()] = (
                self._to_move(start) if start.kind == "turns" else float(turn.after[0][OPENING, 0])
            )
            if builds and state.offer is not None:
                points, aside = state.offer
                rolls = turn.after[0][:, min(points // grid, last)]
                chances[Build()] = float(
                    self.game.throws.value_building(rolls, turn.lost)[state.rules.dice - len(aside)]
                )
            return chances
        for choice in state.legal.choices:
            row = min(choice.total // grid, last)
            if choice.bank is None:
                action = Bank(choice.keep)
                # For leads beyond the tables, value the opponent's last turn.
                far = row < choice.total // grid and start.kind == "turns"
                chances[action] = (
                    self._value_bank(state, action) if far else float(turn.bank[choice.dice, row])
                )
            if choice.roll is None and not (choice.ends and choice.bank is None):
                chances[Roll(choice.keep)] = self._value_roll(turn, state, choice, row)
        return chances

    def _value_bank(self, state: GameState, action: Bank) -> float:
        after, _ = state.apply(action, lambda _: ())
        if after.phase == "over":
            return (state.current in after.winners) / len(winning_sides(after))
        return 1 - self.value(after)

    def _value_roll(self, turn: _Turn, state: GameState, choice: Choice, row: int) -> float:
        if choice.ends:  # it may not be banked, so it scores nothing
            return turn.nothing
        after = turn.after[min(state.rolls, len(turn.after) - 1)]
        return float(after[choice.dice, row])

    def _to_move(self, start: Start) -> float:
        grid = self.game.grid
        if start.left:
            return self.chances.by_rounds.to_move(start)
        return self.chances.to_move(
            start.own * grid,
            start.theirs * grid,
            start.order,
            entered=start.entered,
            streaks=start.streaks,
        )

    def _start(self, state: GameState) -> Start:
        me = state.current
        other = next(seat for seat in state.order if seat != me)
        grid = self.game.grid
        kind: str = state.phase
        if kind == "playoff":
            kind = "leads" if state.queue else "follows"
        return Start(
            state.scores[me] // grid,
            state.scores[other] // grid,
            (state.entered[me], state.entered[other]),
            self._order(state, me, other),
            kind,
            (state.streaks[me], state.streaks[other])
            if self.game.penalty and kind == "turns"
            else (0, 0),
            2 * (state.rules.rounds - state.round) + len(state.queue) + 1
            if state.rules.rounds and kind == "turns"
            else 0,
        )

    def _order(self, state: GameState, me: int, other: int) -> int:
        """Return the order of the current player; with rounds 1 if the opponent wins ties."""
        place = state.order.index
        if state.rules.rounds and not self.game.playoffs:
            return int((state.since[me], place(me)) > (state.since[other], place(other)))
        return self.game.order(leads=me < other, second=place(me) > place(other))

    def _turn(self, start: Start) -> _Turn:
        if start not in self._turns:
            if len(self._turns) >= _MAX_TURNS:
                self._turns.clear()
            bank, lost, nothing = self.ends(start)
            game = self.game
            manners = game.inside, game.outside
            if start.kind == "final":
                manners = game.last_inside, game.last_outside
            manner = manners[not start.entered[0]]
            bank_by_dice, after = self._one.after(bank, lost, manner, nothing)
            self._turns[start] = _Turn(bank_by_dice, after, lost, nothing)
        return self._turns[start]

    def ends(self, start: Start) -> tuple[Array, float, float]:
        """Return the values of banking 0, 1, ... rows (also by dice left where the opponent may
        build on the turn), of a farkle, and of running out of rolls."""
        if start.kind == "leads":
            bank, lost = self.ending.leading()
            return bank, lost, lost
        if start.kind in ("final", "follows"):
            # In a tiebreaker the opponent is the leader.
            leads = start.kind == "follows"
            tie = 1.0 - self.ending.playoff if leads else self.ending.tie(start.order)
            return _overtaking(start.theirs - start.own, tie)
        bank, lost, nothing = self.ends_below_target(start)
        rows = None if start.left else self.ending.rare_rows + _EXTRA_ROWS + 1
        return bank[..., :rows], lost, nothing

    def ends_below_target(self, start: Start) -> tuple[Array, float, float]:
        """Return `ends` before any player has reached the target, for all totals of interest."""
        own, theirs = start.own, start.theirs
        if start.left:
            leads = np.array([own - theirs])
            banks, losts, nothings = self.chances.by_rounds.ends(start, leads)
            return banks[:, 0], float(losts[0]), float(nothings[0])
        order = self.game.orders - 1 - start.order
        after = Start(theirs, own, start.entered[::-1], order, streaks=start.streaks[::-1])
        entered, streak = start.entered[1], start.streaks[1]
        if entered and self.game.rules.building:
            below = self.chances.after_turns(own, theirs, order)
            above = self.ending.after_bank_by_dice(own, theirs, order)
        else:
            below = self.chances.against(theirs, own, order, entered=entered, streak=streak)
            above = self.ending.after_bank(theirs, order, entered=entered)
        totals = own * self.game.grid, theirs * self.game.grid
        lost = self.chances.after_farkle(
            *totals, start.order, entered=start.entered, streaks=start.streaks
        )
        bank = np.concatenate((1 - below, above), axis=-1)
        return fill_passed(self.game, bank, lost), lost, 1 - self._to_move(after)


def _overtaking(lead: int, tie: float) -> tuple[Array, float, float]:
    """Return `ends` for the last player, `lead` rows behind, who wins ties with chance `tie`."""
    bank = np.zeros(lead + 2)
    bank[lead], bank[lead + 1] = tie, 1.0
    return bank, float(bank[0]), float(bank[0])
