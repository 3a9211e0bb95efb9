"""Chances, luck and decisions of past games, worked out in another process on request and cached.

Solving a rule set takes up to several seconds of a core. Analyses have a worker process of their
own, so that computer players at the tables never wait for one.
"""

import asyncio
import logging
import pickle
import threading
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

from django.core.cache import cache

from farkle import RuleSet
from farkle.ai.review.analysis import Analysis, analysis_from_dict
from farkle.ai.review.winning import Accuracy
from games.process_wide import ProcessWide
from games.replay import accuracies
from games.replay.game import PastGame
from games.replay.solving import RulesToSolve
from games.workers.solver import chances_folder
from games.workers.solver_pool import NoAnswer, SolverPool

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

KEPT_SECONDS: Final = 24 * 3600
"""How long a result is kept, and that a game cannot be analysed."""
_LATE_SECONDS: Final = 600
"""How long a game is left alone whose analysis was not ready in time."""
_FAILURE: Final = b""
"""What the cache has in place of the result of an analysis that was given up."""
_LONGEST_QUEUE: Final = 50
"""Further requests are not queued; a later request tries again."""
_MOST_CALLERS: Final = 5
"""How many callers may wait for `run`, each with a thread and a file in memory."""

_AT_ONCE: Final = 3
"""How many games that nobody has asked for are queued at a time."""

_VERSION: Final = 6
"""Increment it when the result changes, or when a class that is pickled with it moves."""


Keep = Callable[[int, Sequence[Accuracy]], None]


class AnalysisQueue:
    """Works out games one after the other. One instance serves a process; any thread may use it."""

    def __init__(self, keep: Keep | None = None) -> None:
        """`keep` stores how accurately everybody played, given the row of the game."""
        self._keep = keep
        self._solver = SolverPool(patience=60.0, hangs=120.0)
        self._rules = RulesToSolve()
        self._is_closed = False
        self._queued: set[str] = set()
        self._lock = threading.Lock()
        self._callers = threading.BoundedSemaphore(_MOST_CALLERS)
        # It only waits for the worker process.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="analysis")

    def add(self, game: PastGame) -> None:
        """Queue the game, unless it is queued already or the queue is full."""
        with self._lock:
            if game.key in self._queued or len(self._queued) >= _LONGEST_QUEUE:
                return
            self._queued.add(game.key)
        self._thread.submit(self._analyse, game.key, game.record.to_dict(), game.pk)

    def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` in the worker process, one job at a time, and wait for the result.

        Raise what it raises, and NoAnswer: at once where too many callers wait already.
        """
        if not self._callers.acquire(blocking=False):
            raise NoAnswer
        try:
            return asyncio.run(self._solver.ask(work, *args, **kwargs))
        finally:
            self._callers.release()

    def stop(self) -> None:
        """End the worker process. The next game starts another."""
        self._solver.stop()

    def close(self) -> None:
        """End the worker process for good, and drop the games in the queue."""
        self._is_closed = True
        self._solver.close()
        self._rules.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def make_exact(self, game: PastGame) -> None:
        """Solve the rules of a game that was estimated, and forget the estimate once they are."""
        forget = partial(cache.touch, _cache_key(game.key), 0)
        self._rules.add(game.rules, game.owner, forget)

    def solve(self, rules: RuleSet, person: int | None) -> bool:
        """Have rules of a game that still runs solved for a person; return whether the queue takes
        them."""
        return self._rules.add(rules, person)

    def catch_up(self) -> None:
        """Queue games that ended lately, so that lists can say how accurately they were played.

        Does nothing while other games wait, because somebody is looking at those.
        """
        if self._queued:
            return
        for game in accuracies.unknown(_AT_ONCE):
            if cache.get(_cache_key(game.key)) is None:
                self.add(game)

    def _analyse(self, key: str, record: dict[str, Any], game: int | None) -> None:
        try:
            found = asyncio.run(self._solver.ask(analysis_from_dict, record, chances_folder()))
            cache.set(_cache_key(key), zlib.compress(pickle.dumps(found)), KEPT_SECONDS)
            if self._keep and game is not None and found.winning is not None:
                self._keep(game, found.winning.accuracies)
        except NoAnswer:
            if not self._is_closed:
                logger.warning("an analysis was not ready in time")
                cache.set(_cache_key(key), _FAILURE, _LATE_SECONDS)
        except Exception:
            logger.exception("an analysis failed")
            cache.set(_cache_key(key), _FAILURE, KEPT_SECONDS)
        finally:
            with self._lock:
                self._queued.discard(key)


current = ProcessWide(AnalysisQueue())


def analysis_of(game: PastGame) -> Analysis | None:
    """Return what was worked out about a game that has ended.

    Returns None and queues the game if it is not in the cache. Never waits.
    """
    if not game.key:
        return None
    cached = cache.get(_cache_key(game.key))
    if cached:
        found: Analysis = pickle.loads(zlib.decompress(cached))  # noqa: S301  # only we write there
        if found.solvable:
            current().make_exact(game)
        return found
    if cached is None:
        current().add(game)
    return None


def has_failed(game: PastGame) -> bool:
    """Return whether the analysis of a game that has ended was given up."""
    return bool(game.key) and cache.get(_cache_key(game.key)) == _FAILURE


def _cache_key(key: str) -> str:
    return f"review-{_VERSION}-{key}"
