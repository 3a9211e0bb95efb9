"""Rule sets of games of two, solved one after the other for exact chances to win.

Solving one takes up to some minutes of a core at low priority. No player waits for it: until then,
games under these rules are estimated. All processes on this machine share the result files. A
person has one rule set in the queue at a time, and most places are kept for known people, since it
is easy to be a new guest again and again.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from farkle import RuleSet
from games.replay.jobs import Outcome, solve_into
from games.workers.solver import chances_folder
from games.workers.worker import Lane, NoAnswer

logger = logging.getLogger(__name__)

MOST_OF_STRANGERS: Final = 10
"""Queue length at which rule sets of unknown people are dropped, until their next visit."""
MOST_FOR_ONE: Final = 20
FOR_ONE_SECONDS: Final = 24 * 3600.0
"""Maximum number of rule sets for one person in this time. Each takes up room in the folder."""
_FAILED_SECONDS: Final = 7 * 24 * 3600.0
"""Pause after an attempt that failed."""
_MOST_FAILED: Final = 1000
"""Maximum number of failures that a process keeps."""
_SECONDS: Final = 120
"""Processor time for a rule set, on a machine as in `games.replay.jobs`."""
_MEMORY: Final = 500_000_000
"""Memory of the worker process for data, including Python's own, in bytes."""


def _do_nothing() -> None:
    pass


class RulesToSolve:
    """The queue of rule sets. One instance serves a process; any thread may use it."""

    def __init__(self, lane: Lane, seconds: float = _SECONDS, memory: int = _MEMORY) -> None:
        self._lane = lane
        self._limits = (seconds, memory)
        self._waiting: dict[RuleSet, list[Callable[[], object]]] = {}
        self._owners: dict[int, RuleSet] = {}
        """By person: the rules that are queued or being solved."""
        self._solved: dict[int, list[float]] = {}
        """By person: the times at which rules were taken lately (monotonic)."""
        self._failed: OrderedDict[RuleSet, float] = OrderedDict()
        """Rules that could not be solved, with the time of the next try (monotonic)."""
        self._lock = threading.Lock()
        # Its thread only waits for the worker process.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="solving")

    def __len__(self) -> int:
        return len(self._waiting)

    def add(
        self,
        rules: RuleSet,
        person: int | None = None,
        done: Callable[[], object] = _do_nothing,
        *,
        most: int = MOST_OF_STRANGERS,
    ) -> bool:
        """Solve the rules for a person unless they are known; call `done` once they are.

        Return False if the queue is full (`most` wait), if other rules of the person are in it, if
        the person had many solved lately, or if these could not be solved.
        """
        with self._lock:
            if rules in self._waiting:
                self._waiting[rules].append(done)
                return True
            if len(self._waiting) >= most or not self._may_wait(rules, person):
                return False
            self._waiting[rules] = [done]
            if person is not None:
                self._owners[person] = rules
                self._solved.setdefault(person, []).append(time.monotonic())
        self._thread.submit(self._solve, rules, person)
        return True

    def _may_wait(self, rules: RuleSet, person: int | None) -> bool:
        now = time.monotonic()
        if now < self._failed.get(rules, 0.0):
            return False
        if person is None:
            return True
        since = now - FOR_ONE_SECONDS
        lately = {key: [at for at in times if at > since] for key, times in self._solved.items()}
        self._solved = {key: times for key, times in lately.items() if times}
        return person not in self._owners and len(self._solved.get(person, ())) < MOST_FOR_ONE

    def close(self) -> None:
        """Drop the queue."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _solve(self, rules: RuleSet, person: int | None) -> None:
        outcome = Outcome("It failed.", is_final=True)
        try:
            outcome = self._lane.run(solve_into, rules, chances_folder(), *self._limits)
            if outcome.trouble:
                logger.info("a rule set is not solved: %s", outcome.trouble)
            if outcome.dropped:
                logger.warning(
                    "The folder of solved rules was full: %d tables not used for the longest time"
                    " were dropped from %s",
                    outcome.dropped,
                    chances_folder(),
                )
        except NoAnswer:
            logger.warning("a rule set could not be solved in time")
        except Exception:
            logger.exception("a rule set could not be solved")
        finally:
            self._lane.worker.stop()  # frees its memory and ends its limits
            with self._lock:
                callbacks = self._waiting.pop(rules)
                if person is not None:
                    del self._owners[person]
                if outcome.is_final:
                    self._failed[rules] = time.monotonic() + _FAILED_SECONDS
                    while len(self._failed) > _MOST_FAILED:
                        self._failed.popitem(last=False)
        for done in callbacks if not outcome.trouble else ():
            done()
