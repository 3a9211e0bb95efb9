"""Print the answers of the commands."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any


def print_answer(args: Namespace, answer: tuple[list[str], Any]) -> int:
    """Print an answer as lines of text, or as JSON if requested. Return the exit code."""
    lines, data = answer
    if args.json:
        print_json(data)
    else:
        print("\n".join(lines))
    return 0


def print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))
