"""Play a deal by every computer, in a worker process without Django."""

from typing import Any, Final

from farkle import RuleSet
from farkle.ai.deals.spread import spread_of
from games.workers.time_limit import time_limit

SECONDS: Final = 60.0
"""Processor time for a deal, which takes some seconds."""


def spread_within(rules: RuleSet, seed: bytes, seconds: float = SECONDS) -> dict[str, Any]:
    """Return the spread of a deal as data for JSON. Raise TooLong."""
    with time_limit(seconds):
        return spread_of(rules, seed).to_dict()
