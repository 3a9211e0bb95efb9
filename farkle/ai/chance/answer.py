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

from .game import CannotBeSolved, Game, Start
from .position import Exact
from .table import Chances
from .walk import Walk, banks_from


class NoSuchPosition(FarkleError):
    """Raised for totals that no game has at the start of a turn."""


def answer(
    rules: RuleSet, own: int, theirs: int, chances_of: Callable[[RuleSet], Chances]
) -> tuple[list[str], Any]:
    """Return the chance to win of the player to move, as lines of text and as data. A total of 0
    means not on the board yet, if the rules have an opening score. `chances_of` finds or solves the
    table of rules that can be solved. Raise NoSuchPosition."""
    for total in (own, theirs):
        if not rules.rounds and total >= rules.target:
            raise NoSuchPosition(
                f"With {total:,} points, the target of {rules.target:,} is already reached."
            )
    try:
        game, chances = Game(rules), chances_of(rules)
    except CannotBeSolved as why:
        # The estimate of Abacus, in the first round.
        chance = Judge(rules).view(state_at(rules, (own, theirs))).roll(0)
        lines = [f"About {100 * chance:.0f}% to win (estimate).", str(why)]
        return lines, {"chance": chance, "exact": False, "why": str(why), "do": "roll"}
    for total in (own, theirs):
        if total % game.grid:
            raise NoSuchPosition(
                f"Totals are multiples of {game.grid:,} under these rules; {total:,} is not."
            )
    entered = (is_on_board(rules, own), is_on_board(rules, theirs))
    chance = chances.to_move(own, theirs, entered=entered)
    rows = _banks(chances, (own // game.grid, theirs // game.grid), entered)
    banks = {dice: row * game.grid for dice, row in enumerate(rows, 1)}
    first = ", in the first turn of the game" if rules.rounds else ""
    lines = [
        f"{100 * chance:.2f}% to win{first}, with best play on both sides.",
        *_plan(banks, game.target * game.grid - own),
    ]
    data = {"chance": chance, "exact": True, "do": "roll", "bank_from": banks}
    return lines, data


def is_on_board(rules: RuleSet, total: int) -> bool:
    """Return False if the rules have an opening score, and the total is zero or penalties alone."""
    if total > 0 or not rules.entry_min:
        return True
    return rules.farkle_penalty > 0 and total % rules.farkle_penalty != 0


def state_at(rules: RuleSet, totals: tuple[int, int], **changes: object) -> GameState:
    """Return a state of a game of two in which the player with the first total is to move."""
    rules = replace(rules, first_player="seat")
    state, _ = GameState.start(rules, 2, lambda count: (1,) * count)
    standing = {"scores": list(totals), "entered": [is_on_board(rules, total) for total in totals]}
    return GameState.from_dict(rules, state.to_dict() | standing | changes)


def _plan(banks: dict[int, int], missing: int) -> list[str]:
    """Return advice for one to six dice left; `missing` points reach the target."""
    lines = []
    for points, group in groupby(banks, lambda dice: banks[dice]):
        dice = list(map(str, group))
        number = " or ".join(filter(None, (", ".join(dice[:-1]), dice[-1])))
        left = f"{number} {'die' if number == '1' else 'dice'} left"
        if points == missing:
            lines.append(f"With {left}, bank once you reach the target.")
        else:
            lines.append(f"With {left}, bank at {points:,} or more.")
    return ["Roll to start your turn.", *lines]


def _banks(chances: Chances, totals: tuple[int, int], entered: tuple[bool, bool]) -> list[int]:
    """Return the rows from which on turns are banked, with one to six dice left."""
    exact, rounds = Exact(chances), chances.rules.rounds
    ends = [
        exact.ends_below_target(Start(*totals, entered, order, left=2 * rounds))
        for order in range(1 if rounds else exact.game.orders)
    ]
    bank = np.mean([bank for bank, _, _ in ends], axis=0)[..., None]
    lost = np.mean([[lost] for _, lost, _ in ends], axis=0)
    manner = exact.game.inside if entered[0] else exact.game.outside
    return banks_from(Walk(exact.game.throws, bank, lost, manner))
