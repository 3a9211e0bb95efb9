"""The command about the chance to win. It prints its answer and returns the exit code."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from .files import playable, rules_of
from .rules_commands import answer


def run_chance(args: Namespace) -> int:
    from farkle.ai.chance.answer import answer as chance  # numpy takes a moment to load

    folder = Path(args.tables) if args.tables else None
    return answer(args, chance(playable(rules_of(args)), args.mine, args.theirs, folder))
