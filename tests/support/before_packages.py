"""The data of a server from before the code was split into packages, and what its users saw.

Every time in it is moved to the present, because rooms in which nothing happens close or sleep.
"""

import json
import re
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from tests.support import services

BEFORE = services.ROOT / "tests" / "data" / "before_packages"
MIGRATIONS = "import json; from farkle_site import backup; print(json.dumps(backup._migrations()))"
"""A script that prints which migrations a backup names."""

Moved = Callable[[str], str]

_TIME = re.compile(r"(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)(?=[.+'\"])")
_MILLISECONDS = re.compile(r"(?<![\w.+/-])1\d{12}(?![\w.+/=-])")


def to_the_present() -> Moved:
    """Return what shifts every time in a text, as if the old server had stopped just now."""
    stopped = json.loads((BEFORE / "expected.json").read_text(encoding="utf-8"))["made"]
    seconds = int(time.time()) - stopped // 1000

    def later(found: re.Match[str]) -> str:
        text = found[1]
        moment = datetime.fromisoformat(text) + timedelta(seconds=seconds)
        return moment.isoformat(text[10])

    def move(text: str) -> str:
        text = _TIME.sub(later, text)
        return _MILLISECONDS.sub(lambda found: str(int(found[0]) + seconds * 1000), text)

    return move


def manage(environ: dict[str, str], *words: str) -> str:
    done = services.manage(environ, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run(environ: dict[str, str], script: str) -> str:
    """Run a script in a process of its own; return the last line it prints."""
    return (manage(environ, "shell", "-c", script).splitlines() or [""])[-1]
