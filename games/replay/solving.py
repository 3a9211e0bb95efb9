"""Rule sets of games of two, solved one after the other for exact chances to win.

A rule set takes up to two minutes of a core at low priority. Nobody waits for it: until then, games
under these rules are estimated. The results are files that all processes on this machine share.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from farkle import RuleSet
from games.solver import chances_folder
from games.solver_pool import NoAnswer, SolverPool

logger = logging.getLogger(__name__)

_MOST_WAITING: Final = 4
"""When the queue is full, further rule sets are dropped; a later look at the game tries again."""
_SECONDS: Final = 400.0
_NICE: Final = 15


class RulesToSolve:
    """The rule sets that wait. One instance serves a process; any thread may use it."""

    def __init__(self) -> None:
        self._solver = SolverPool(patience=_SECONDS, hangs=_SECONDS, nice=_NICE)
        self._waiting: dict[RuleSet, list[Callable[[], object]]] = {}
        self._lock = threading.Lock()
        # It only waits for the worker process.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="solving")

    def add(self, rules: RuleSet, done: Callable[[], object]) -> None:
        """Solve the rules unless they are known; call `done` once they are."""
        with self._lock:
            if rules in self._waiting:
                self._waiting[rules].append(done)
                return
            if len(self._waiting) >= _MOST_WAITING:
                return
            self._waiting[rules] = [done]
        self._thread.submit(self._solve, rules)

    def close(self) -> None:
        """End the worker process for good, and drop what is queued."""
        self._solver.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _solve(self, rules: RuleSet) -> None:
        solved = False
        try:
            solved = asyncio.run(self._solver.ask(_solved, rules, chances_folder()))
        except NoAnswer:
            logger.warning("a rule set could not be solved in time")
        except Exception:
            logger.exception("a rule set could not be solved")
        finally:
            with self._lock:
                waited = self._waiting.pop(rules)
        for done in waited if solved else ():
            done()


# In the worker process


def _solved(rules: RuleSet, folder: str) -> bool:
    from farkle.ai.chance.files import solve_once  # with numpy, which the server has no use for

    return solve_once(rules, folder)
