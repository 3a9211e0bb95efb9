"""Measures of work that are the same on every machine, however busy.

Seconds are measured in bench/.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from farkle.ai.turn.solver import Plan
from farkle.ai.turn.solver_walk import PASSES


def calls_of(work: Callable[[], object]) -> int:
    """Return the number of function calls in `work`, built-in functions included."""
    count = 0

    def note(_frame: FrameType, event: str, _about: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def sums_of(plan: Plan) -> int:
    """Return the most sums of points at risk that a plan computes."""
    return sum(
        len(table.at) * (1 if table.exact or table.then is not table else PASSES)
        for table in plan._stages[0]
    )
