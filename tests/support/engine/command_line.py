"""Calls of `python -m farkle` within this process."""

import io
import json

from farkle.__main__ import main

from .scripted_game import Script


class Call:
    """One call in this process: `code`, `out` and `err`."""

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
    """The output of a call that went well."""
    call = Call(*argv)
    assert (call.code, call.err) == (0, "")
    return call.out


def refused(*argv, **more):
    """What a call that went wrong says: one line, exit code 2, and nothing done."""
    call = Call(*argv, **more)
    assert call.code == 2
    assert call.err.startswith("farkle: ")
    assert call.err.count("\n") == 1
    return call.err.removeprefix("farkle: ").rstrip("\n")
