"""Commands about the chance to win. Each prints its answer and returns the exit code."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from farkle.ai.advice import Moment

from .arguments import dice_from
from .files import playable, rules_of
from .rules_commands import answer


def run_chance(args: Namespace) -> int:
    # numpy takes a moment to load.
    from farkle.ai.chance.answer import answer as chance
    from farkle.ai.chance.files import chances_in

    known = partial(chances_in, args.tables)
    return answer(args, chance(playable(rules_of(args)), args.mine, args.theirs, known))


def best_by_chance(args: Namespace, moment: Moment) -> int:
    """Print the choices after a throw by the chance to win."""
    from farkle.ai.chance.files import known_in
    from farkle.ai.win_advice import Scores, best_to_win

    rules = playable(rules_of(args))
    chances = known_in(args.tables, rules)
    return answer(
        args, best_to_win(rules, dice_from(args.dice), moment, Scores(*args.scores), chances)
    )
