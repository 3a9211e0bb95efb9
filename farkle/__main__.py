"""The engine on the command line: `python -m farkle --help`.

Input, output and random numbers occur only here and in `farkle.cli`, except that
`farkle.ai.chance.files` reads the tables of solved chances.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from secrets import SystemRandom
from typing import Final

from farkle.cli.advice_commands import rolled_by
from farkle.cli.arguments import Answer, parser
from farkle.engine.fairness import Unproven
from farkle.engine.transition import Source

from .cli import advice_commands, game_commands, rules_commands
from .errors import Disagreement, FarkleError


def main(argv: Sequence[str] | None = None, dice: Source | None = None) -> int:
    """Run one command and return its exit code. `dice` replaces the random source."""
    try:
        args = parser().parse_args(argv)
        args.throw = dice or rolled_by(SystemRandom())
        answer = COMMANDS[args.command](args)
        answer.print(as_json=args.json)
        return answer.code
    except SystemExit as done:  # argparse has printed help or an error
        return int(done.code or 0)
    except FarkleError as error:
        print(f"farkle: {error}", file=sys.stderr)
        return 1 if isinstance(error, Disagreement | Unproven) else 2
    except KeyboardInterrupt:
        print()
        return 130


COMMANDS: Final[dict[str, Callable[[Namespace], Answer]]] = {
    "score": rules_commands.run_score,
    "keeps": rules_commands.run_keeps,
    "rules": rules_commands.run_rules,
    "fields": rules_commands.run_fields,
    "chances": rules_commands.run_chances,
    "odds": rules_commands.run_odds,
    "dice": rules_commands.run_dice,
    "best": advice_commands.run_best,
    "chance": advice_commands.run_chance,
    "simulate": advice_commands.run_simulate,
    "play": game_commands.run_play,
    "replay": game_commands.run_replay,
    "verify": game_commands.run_verify,
    "deal": game_commands.run_deal,
}


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe, as in `... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    sys.exit(code)
