"""The command about the chance to win. It prints its answer and returns the exit code."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from .files import playable, rules_of
from .rules_commands import answer


def run_chance(args: Namespace) -> int:
    # numpy takes a moment to load.
    from farkle.ai.chance.answer import answer as chance
    from farkle.ai.chance.files import chances_in

    known = partial(chances_in, args.tables)
    return answer(args, chance(playable(rules_of(args)), args.mine, args.theirs, known))
