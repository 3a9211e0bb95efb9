"""The chance to win at the start of a turn, and the best play of it, for the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from typing import Any

import numpy as np

from farkle.ai.estimate.judge import Judge
from farkle.engine.state import GameState
from farkle.errors import FarkleError
from farkle.rules.ruleset import RuleSet

from .game import CannotBeSolved, Game
from .last_turn import Ending
from .rounds import Before
from .table import Chances
from .walk import Walk, banks_from


class NoSuchPosition(FarkleError):
    """Raised for totals that no game has at the start of a turn."""


def answer(
    rules: RuleSet, mine: int, theirs: int, chances_of: Callable[[RuleSet], Chances]
) -> tuple[list[str], Any]:
    """Return the chance to win of the player to move, as lines of text and as data.

    A total of 0 means a player who is not on the board yet, if the rules have an opening score.
    `chances_of` finds or solves the chances under rules that can be solved. Raise NoSuchPosition.
    """
    for total in (mine, theirs):
        if not rules.rounds and total >= rules.target:
            raise NoSuchPosition(
                f"With {total:,} points, the target of {rules.target:,} is already reached."
            )
    try:
        game, chances = Game(rules), chances_of(rules)
    except CannotBeSolved as why:
        chance = _estimate(rules, mine, theirs)
        lines = [f"About {100 * chance:.0f}% to win (estimate).", str(why)]
        return lines, {"chance": chance, "exact": False, "why": str(why), "do": "roll"}
    for total in (mine, theirs):
        if total % game.grid:
            raise NoSuchPosition(
                f"Totals are multiples of {game.grid:,} under these rules; {total:,} is not."
            )
    entered = (_is_on_board(rules, mine), _is_on_board(rules, theirs))
    chance = chances.to_move(mine, theirs, entered=entered)
    rows = _banks(game, chances, mine // game.grid, theirs // game.grid, entered)
    banks = {dice: None if row is None else row * game.grid for dice, row in enumerate(rows, 1)}
    first = ", in the first turn of the game" if rules.rounds else ""
    lines = [
        f"{100 * chance:.2f}% to win{first}, with best play on both sides.",
        *_plan(banks, game.target * game.grid - mine),
    ]
    data = {"chance": chance, "exact": True, "do": "roll", "bank_from": banks}
    return lines, data


def _is_on_board(rules: RuleSet, total: int) -> bool:
    """Return whether the player with this total is on the board, as far as the total tells."""
    if total > 0 or not rules.entry_min:
        return True
    return rules.farkle_penalty > 0 and total % rules.farkle_penalty != 0


def _plan(banks: dict[int, int | None], missing: int) -> list[str]:
    """Return when to bank, for one to six dice left; `missing` points reach the target."""
    lines = []
    for points, some in groupby(banks, lambda dice: banks[dice]):
        dice = list(map(str, some))
        number = " or ".join(filter(None, (", ".join(dice[:-1]), dice[-1])))
        left = f"{number} {'die' if number == '1' else 'dice'} left"
        if points is None:
            lines.append(f"With {left}, roll.")
        elif points == missing:
            lines.append(f"With {left}, bank once you reach the target.")
        else:
            lines.append(f"With {left}, bank at {points:,} or more.")
    return ["Roll to start your turn.", *lines]


def _banks(
    game: Game, chances: Chances, mine: int, theirs: int, entered: tuple[bool, bool]
) -> list[int | None]:
    """Return from how many rows on the turn is banked, for one to six dice left."""
    manner = game.inside if entered[0] else game.outside
    if game.rules.rounds:
        first = Before(0, entered, (0, 0), 0, 2 * game.rules.rounds)
        banks, losts, _ = chances.by_rounds.ends(first, np.array([mine - theirs]))
        return banks_from(Walk(game.throws, banks, losts, manner))
    ending = Ending(game)
    lost = np.array([chances.farkled(mine * game.grid, theirs * game.grid, entered=entered)])
    if game.rules.building and entered[1]:
        ways = []
        for order in range(game.orders):
            below = 1 - chances.after_turns(mine, theirs, order)
            ways.append(np.concatenate((below, ending.banked_by_dice(mine, theirs, order)), axis=1))
        return banks_from(Walk(game.throws, np.mean(ways, axis=0)[..., None], lost, manner))

    def banked(total: int) -> float:
        if total < game.target:
            points = (theirs * game.grid, total * game.grid)
            return 1 - chances.to_move(*points, entered=(entered[1], True))
        orders = range(game.orders)
        return (
            sum(ending.banked(total, theirs, order, entered=entered[1]) for order in orders)
            / game.orders
        )

    bank = np.array([[banked(total)] for total in range(mine, ending.top + 1)])
    return banks_from(Walk(game.throws, bank, lost, manner))


def _estimate(rules: RuleSet, mine: int, theirs: int) -> float:
    """Return the chance as Abacus estimates it, in the first round."""
    rules = replace(rules, first_player="seat")
    state, _ = GameState.start(rules, 2, lambda count: (1,) * count)
    entered = [_is_on_board(rules, total) for total in (mine, theirs)]
    data = state.to_dict() | {"scores": [mine, theirs], "entered": entered}
    state = GameState.from_dict(rules, data)
    return Judge(rules).view(state).roll(0)
