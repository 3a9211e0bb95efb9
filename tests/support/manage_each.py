"""Several commands of `manage.py`, one after the other, in one process of their own.

To start Python and Django takes longer than most commands, three times as long under coverage.
"""

import contextlib
import io
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from tests.support import services


@dataclass(frozen=True)
class Outcome:
    """How one command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def manage_each(environ: Mapping[str, str], *commands: Sequence[str]) -> list[Outcome]:
    """Run the commands and return how each ended. Those after one that fails are run as well."""
    environ = {**environ, "DJANGO_SETTINGS_MODULE": "farkle_site.settings"}
    done = services.python(environ, "-m", __name__, json.dumps(commands))
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [Outcome(**one) for one in json.loads(done.stdout)]


def _perform(words: Sequence[str]) -> Outcome:
    from django.core.management import execute_from_command_line

    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            execute_from_command_line(["manage.py", *words])
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
    return Outcome(code, out.getvalue(), err.getvalue())


if __name__ == "__main__":
    json.dump([asdict(_perform(words)) for words in json.loads(sys.argv[1])], sys.stdout)
