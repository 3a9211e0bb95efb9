"""The answers of the commands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """The answer of a command: as lines of text, as data for --json, and its exit code."""

    lines: Sequence[str]
    data: Any = None
    code: int = 0

    def print(self, *, as_json: bool) -> None:
        if as_json:
            print(json.dumps(self.data, ensure_ascii=False))
        elif self.lines:
            print("\n".join(self.lines))
