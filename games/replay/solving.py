"""Rule sets of games of two, solved one after the other for exact chances to win.

Solving one takes up to two minutes of a core at low priority. Nobody waits for it: until it is
done, games under these rules are estimated. All processes on this machine share the result files.
"""

import asyncio
import logging
import math
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

from farkle import RuleSet
from games.solver import chances_folder
from games.solver_pool import NoAnswer, SolverPool

logger = logging.getLogger(__name__)

_MOST_WAITING: Final = 4
"""Further rule sets are dropped; the next visit to the game's page tries again."""
_SECONDS: Final = 120
"""How much processor time a rule set may take."""
_PATIENCE: Final = 800.0
"""How many seconds it may take in all on a busy machine; then its worker process is killed."""
_NICE: Final = 15
_MEMORY: Final = 500_000_000
"""How many bytes of memory the worker process may use for data, Python's own included."""
_TOO_LONG: Final = "Solving these rules takes too long."
_TOO_LARGE: Final = "Solving these rules takes too much memory."


def _nothing() -> None:
    pass


class RulesToSolve:
    """The rule sets that wait. One instance serves a process; any thread may use it."""

    def __init__(
        self, patience: float = _PATIENCE, seconds: int = _SECONDS, memory: int = _MEMORY
    ) -> None:
        self._limits = (seconds, memory)
        self._solver = SolverPool(patience=patience, hangs=patience, nice=_NICE)
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
            asked = self._solver.ask(_trouble, rules, chances_folder(), *self._limits)
            trouble = asyncio.run(asked)
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


class _TooLong(Exception):
    """The processor time of a rule set is used up."""


def _trouble(rules: RuleSet, folder: str, seconds: int, memory: int) -> str | None:
    """Solve rules into the folder. Return why they are not known now; None if they are.

    They may take this many seconds of processor time. From then on, the process may use at most
    `memory` bytes for data.
    """
    # numpy comes with these; the server has no use for it.
    from farkle.ai.chance.files import solve_once
    from farkle.ai.chance.game import CannotBeSolved
    from farkle.ai.chance.table import DamagedTable

    _limit_memory(memory)
    try:
        with _limited_time(seconds):
            known = solve_once(rules, folder)
    except _TooLong:
        return _TOO_LONG
    except MemoryError:
        return _TOO_LARGE
    except OSError as error:
        return f"The folder of solved rules can't be used: {error.strerror}."
    except (CannotBeSolved, DamagedTable) as why:
        return str(why)
    return None if known else "Another process solves it, or no room is left."


def _limit_memory(size: int) -> None:
    """Limit the data of this process to a number of bytes, where the system can do that."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(
            resource.RLIMIT_DATA, (size, resource.getrlimit(resource.RLIMIT_DATA)[1])
        )


@contextmanager
def _limited_time(seconds: int) -> Iterator[None]:
    """Raise _TooLong after so much processor time, where the system can do that."""
    if sys.platform == "win32":
        yield
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]

    def give_up(*_: Any) -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))  # the signal comes every second
        raise _TooLong

    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = math.ceil(used.ru_utime + used.ru_stime) + seconds
    before = signal.signal(signal.SIGXCPU, give_up)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
        signal.signal(signal.SIGXCPU, before)
