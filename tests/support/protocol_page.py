"""docs/protocol.md, read for tests that compare it with the code."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def rows_of(heading: str) -> list[list[str]]:
    """Return the rows of every table below a heading of the page."""
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row] for row in rows]


def words(cell: str) -> list[str]:
    """Return the names in a cell that are marked as code."""
    return re.findall(r"`(\w+)`", cell)
