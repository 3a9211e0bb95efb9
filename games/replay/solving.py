"""Rule sets of games of two, solved one after the other for exact chances to win.

Solving one takes up to two minutes of a core at low priority. Nobody waits for it: until it is
done, games under these rules are estimated. All processes on this machine share the result files.
"""

import asyncio
import logging
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from farkle import RuleSet
from games.solver import chances_folder
from games.solver_pool import NoAnswer, SolverPool

logger = logging.getLogger(__name__)

_MOST_WAITING: Final = 4
"""Further rule sets are dropped; the next visit to the game's page tries again."""
_SECONDS: Final = 400.0
"""How long a rule set may take on a busy machine; then its worker process is killed."""
_NICE: Final = 15
_MEMORY: Final = 700_000_000
"""How many bytes of memory the worker process may use for data, Python's own included."""
_TOO_LARGE: Final = "Solving these rules takes too much memory."


def _nothing() -> None:
    pass


class RulesToSolve:
    """The rule sets that wait. One instance serves a process; any thread may use it."""

    def __init__(self, seconds: float = _SECONDS, memory: int = _MEMORY) -> None:
        self._memory = memory
        self._solver = SolverPool(patience=seconds, hangs=seconds, nice=_NICE)
        self._waiting: dict[RuleSet, list[Callable[[], object]]] = {}
        self._lock = threading.Lock()
        # It only waits for the worker process.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="solving")

    def add(self, rules: RuleSet, done: Callable[[], object] = _nothing) -> bool:
        """Solve the rules unless they are known; call `done` once they are.

        Return whether there was room for them in the queue.
        """
        with self._lock:
            if rules in self._waiting:
                self._waiting[rules].append(done)
                return True
            if len(self._waiting) >= _MOST_WAITING:
                return False
            self._waiting[rules] = [done]
        self._thread.submit(self._solve, rules)
        return True

    def close(self) -> None:
        """End the worker process for good, and drop what is queued."""
        self._solver.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _solve(self, rules: RuleSet) -> None:
        trouble: str | None = "unknown"
        try:
            trouble = asyncio.run(self._solver.ask(_trouble, rules, chances_folder(), self._memory))
            if trouble:
                logger.info("a rule set is not solved: %s", trouble)
            if trouble == _TOO_LARGE:
                self._solver.stop()  # it may not release its memory
        except NoAnswer:
            logger.warning("a rule set could not be solved in time")
        except Exception:
            logger.exception("a rule set could not be solved")
        finally:
            with self._lock:
                waited = self._waiting.pop(rules)
        for done in waited if trouble is None else ():
            done()


# In the worker process


def _trouble(rules: RuleSet, folder: str, memory: int) -> str | None:
    """Solve rules into the folder. Return why that failed, or None. From then on, the process may
    use at most `memory` bytes for data.
    """
    # numpy comes with these; the server has no use for it.
    from farkle.ai.chance.files import solve_once
    from farkle.ai.chance.game import CannotBeSolved
    from farkle.ai.chance.table import DamagedTable

    _limit_memory(memory)
    try:
        return (
            None if solve_once(rules, folder) else "Another process solves it, or no room is left."
        )
    except MemoryError:
        return _TOO_LARGE
    except (CannotBeSolved, DamagedTable) as why:
        return str(why)


def _limit_memory(size: int) -> None:
    """Limit the data of this process to a number of bytes, where the system can do that."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(
            resource.RLIMIT_DATA, (size, resource.getrlimit(resource.RLIMIT_DATA)[1])
        )
