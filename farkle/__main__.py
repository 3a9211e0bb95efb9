"""The engine on the command line: `python -m farkle --help`.

Only this, `files.py` and `terminal.py` of the package read or write anything; the only random
numbers are the dice that are rolled here.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from secrets import SystemRandom
from typing import Final, TextIO

from . import command_games, command_rules
from .arguments import parser
from .command_rules import rolled_by
from .decide import Source
from .errors import Disagreement, FarkleError
from .proof import Unproven


def main(
    argv: Sequence[str] | None = None,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    dice: Source | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Run one command and return its exit code; what is left out is that of the process."""
    with redirect_stdout(stdout or sys.stdout), redirect_stderr(stderr or sys.stderr):
        try:
            args = parser().parse_args(argv)
            args.stdin = stdin or sys.stdin
            args.throw = dice or rolled_by(SystemRandom())
            return COMMANDS[args.command](args)
        except SystemExit as asked:  # argparse has shown help, or what is wrong with the call
            return int(asked.code or 0)
        except (Disagreement, Unproven) as error:
            print(f"farkle: {error}", file=sys.stderr)
            return 1
        except FarkleError as error:
            print(f"farkle: {error}", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            print()
            return 130


COMMANDS: Final[dict[str, Callable[[Namespace], int]]] = {
    "score": command_rules.run_score,
    "keeps": command_rules.run_keeps,
    "rules": command_rules.run_rules,
    "fields": command_rules.run_fields,
    "chances": command_rules.run_chances,
    "odds": command_rules.run_odds,
    "best": command_rules.run_best,
    "simulate": command_rules.run_simulate,
    "play": command_games.run_play,
    "replay": command_games.run_replay,
    "verify": command_games.run_verify,
}


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as in `... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    sys.exit(code)
