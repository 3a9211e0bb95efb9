"""Commands about the chance to win."""

from __future__ import annotations

import sys
from argparse import Namespace
from functools import partial
from typing import TYPE_CHECKING

from farkle.ai.turn.advice import Moment
from farkle.rules.ruleset import RuleSet

from .arguments import Answer, WrongCall, dice_from
from .files import make_folder, rules_of

if TYPE_CHECKING:  # numpy comes with it and takes a moment to load
    from farkle.ai.chance.table import Chances


def run_chance(args: Namespace) -> Answer:
    from farkle.ai.chance.answer import answer

    rules, totals = rules_of(args), (args.mine, args.theirs)
    _check_totals(rules, totals)
    return Answer(*answer(rules, *totals, partial(_solve, args.tables, totals)))


def best_by_chance(args: Namespace, moment: Moment) -> Answer:
    """Return the choices after a throw by the chance to win."""
    from farkle.ai.chance.files import known_in
    from farkle.ai.hints.win_advice import Scores, best_to_win

    rules, scores = rules_of(args), Scores(*args.scores)
    _check_totals(rules, scores)
    if not moment.entered and not rules.entry_min:
        raise WrongCall("Everyone is on the board from the start under these rules.")
    if not moment.entered and scores.mine > 0:
        raise WrongCall("A player who isn't on the board yet has no points.")
    _check_points(rules, moment.points)
    chances = known_in(args.tables, rules)
    return Answer(*best_to_win(rules, dice_from(args.dice), moment, scores, chances))


def _check_totals(rules: RuleSet, totals: tuple[int, int]) -> None:
    """Raise WrongCall for totals that are impossible under these rules."""
    falls = rules.farkle_penalty and rules.penalty_floor != "zero"
    if min(totals) < 0 and not falls:
        raise WrongCall("No total falls below zero under these rules.")
    _check_points(rules, *totals)


def _check_points(rules: RuleSet, *totals: int) -> None:
    from farkle.ai.chance.game import grid_of

    grid = grid_of(rules)
    for points in totals:
        if points % grid:
            raise WrongCall(
                f"Points are multiples of {grid:,} under these rules; {points:,} isn't."
            )


def _solve(tables: str | None, totals: tuple[int, int], rules: RuleSet) -> Chances:
    """Return the solved chances under `rules`; solve them, and save them, if they are not known.

    Raise CannotBeSolved, also for totals so low that the solved chances are not exact.
    """
    from farkle.ai.chance.files import keep, known_in, plain
    from farkle.ai.chance.game import CannotBeSolved, Game, why_not
    from farkle.ai.chance.table import solve

    why = why_not(rules)
    if why:
        raise CannotBeSolved(why)
    game = Game(rules)
    if game.penalty and min(totals) < game.exact_from * game.grid:
        raise CannotBeSolved(f"Below {game.exact_from * game.grid:,} points it is only estimated.")
    chances = known_in(tables, rules)
    if chances is not None:
        return chances
    folder = make_folder(tables) if tables else None
    print("Solving these rules. This can take two minutes.", file=sys.stderr, flush=True)
    chances = solve(plain(rules))
    if folder:
        try:
            keep(chances, folder)
        except OSError as error:
            print(f"The solution can't be saved in {folder}: {error.strerror}.", file=sys.stderr)
    return chances
