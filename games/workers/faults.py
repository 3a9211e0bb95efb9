"""Faults of what is worked out by the rules of a game: a decision, a hint, chances, an analysis.

Each has a simpler answer, so players may not notice. The operator does: every fault is counted, and
logged once for its work and its rules.
"""

import logging
import time
from collections import OrderedDict
from math import inf
from typing import Final

from farkle import RuleSet
from farkle.rules import codec
from games import metrics

logger = logging.getLogger(__name__)

LOGGED_AGAIN: Final = 600.0
"""Seconds until the same fault is logged again."""

_MOST_KEPT: Final = 256


class Faults:
    """The faults of one process. Belongs to one thread at a time."""

    def __init__(self) -> None:
        self._logged: OrderedDict[tuple[str, RuleSet], float] = OrderedDict()
        """Times (monotonic) at which faults were logged."""

    def add(self, work: str, rules: RuleSet, error: Exception) -> None:
        """Count the failure of this work under these rules, and log it if it is a new one."""
        metrics.faults.labels(work).inc()
        now = time.monotonic()
        if now - self._logged.get((work, rules), -inf) < LOGGED_AGAIN:
            return
        self._logged[work, rules] = now
        while len(self._logged) > _MOST_KEPT:
            self._logged.popitem(last=False)
        logger.error("%s failed under the rules %s", work, codec.write(rules), exc_info=error)
