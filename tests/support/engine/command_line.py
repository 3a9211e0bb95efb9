"""Runs `python -m farkle` within this process."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from farkle.__main__ import main

from .scripted_game import Script


class Call:
    """One run: its exit `code`, its output `out` and its errors `err`.

    The dice are those of `dice`, or of the `throws`, or else random.
    """

    def __init__(self, *argv, typed="", throws=None, dice=None):
        out, err = io.StringIO(), io.StringIO()
        self.script = Script(*throws) if throws is not None else None
        stdin = typed if not isinstance(typed, str) else io.StringIO(typed)
        with patch("sys.stdin", stdin), redirect_stdout(out), redirect_stderr(err):
            self.code = main(argv, dice or self.script)
        self.out, self.err = out.getvalue(), err.getvalue()

    @property
    def data(self):
        return json.loads(self.out)


def answers(*argv):
    """Return the output of a run that succeeds."""
    call = Call(*argv)
    assert (call.code, call.err) == (0, "")
    return call.out


def refused(*argv, **more):
    """Return the error of a run that fails with one line and exit code 2."""
    call = Call(*argv, **more)
    assert call.code == 2
    assert call.err.startswith("farkle: ")
    assert call.err.count("\n") == 1
    return call.err.removeprefix("farkle: ").rstrip("\n")
