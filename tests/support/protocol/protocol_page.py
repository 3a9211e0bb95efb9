"""docs/develop/protocol.md, read for tests that compare it with the code."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[3] / "docs" / "develop" / "protocol.md").read_text(encoding="utf-8")


def rows_of(heading: str) -> list[tuple[str, str]]:
    """Return the first two cells of the rows of the tables below a heading that begin with code.

    They are the names, and in most tables the fields.
    """
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| (`.*?) \| (.*?) ?\|", part, re.MULTILINE)


def words(text: str) -> list[str]:
    """Return the names in a text that are marked as code."""
    return re.findall(r"`(\w+)`", text)


def events() -> dict[str, tuple[str, ...]]:
    """Return the fields of every event, in order."""
    return {name: _fields(row) for first, row in rows_of("The fold") for name in words(first)}


def client_frames() -> dict[str, tuple[str, ...]]:
    """Return the fields of every frame of a client, by its type. `?` ends an optional one."""
    return {words(first)[0]: _fields(row) for first, row in rows_of("Client to server")}


def _fields(row: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in row.split(",") if one.strip())
