"""Runs `python -m farkle` within this process."""

import io
import json

from farkle.__main__ import main

from .scripted_game import Script


class Call:
    """One run: its exit `code`, its output `out` and its errors `err`."""

    def __init__(self, *argv, typed="", throws=None):
        out, err = io.StringIO(), io.StringIO()
        self.script = Script(*throws) if throws is not None else None
        stdin = typed if not isinstance(typed, str) else io.StringIO(typed)
        self.code = main(list(argv), stdin, out, self.script, err)
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
