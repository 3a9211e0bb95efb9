"""Analyses of past games, computed on request in another process and cached. Solving a rule
set takes up to several seconds of a core, so computer players have a worker of their own."""

import logging
import pickle
import threading
import zlib
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Final, Literal, ParamSpec, TypeVar

from django.core.cache import cache
from redis.exceptions import RedisError

from farkle import RuleSet
from farkle.ai.review.analysis import Analysis, analysis_from_dict
from farkle.ai.review.winning import MAX_SIDES
from games import clock
from games.models import Game, Player, Standing, Try
from games.people import known
from games.replay.game import PastGame, read_game
from games.replay.solving import MOST_OF_STRANGERS, RulesToSolve
from games.workers.faults import Faults
from games.workers.solver import chances_folder
from games.workers.worker import NoAnswer, Workers

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

KEPT_SECONDS: Final = 24 * 3600
"""Time for which the cache holds a result, or a failure."""
_LATE_SECONDS: Final = 600
"""Pause after an analysis that timed out."""
_FAILURE: Final = b""
"""Cached instead of the result of an analysis that was given up."""
MOST_WAITING: Final = 50
"""Maximum number of games, or rule sets, in a queue. Later requests try others again."""
MOST_OF_ONE: Final = 3
"""Maximum number of games of one owner in the queue."""
_MOST_CALLERS: Final = 5
"""Maximum number of callers that wait for `run`, each with a thread and a file in memory."""

_AT_ONCE: Final = 3
"""Number of games queued at a time that no reader has asked for."""
_SINCE: Final = timedelta(hours=6)
"""Older games are only analysed for a reader."""
_LOOKED_AT: Final = 200
"""Number of the newest games that are checked for missing accuracies."""

_VERSION: Final = 11
"""Increment it when the result changes, or when a class that is pickled with it moves."""


Keep = Callable[[int, Analysis], None]


def queue_limit(person: int | None, waiting: int) -> int:
    """Return the length of a queue, now `waiting` long, at which this person is refused."""
    is_privileged = waiting >= MOST_OF_STRANGERS and known.is_known(person)
    return MOST_WAITING if is_privileged else MOST_OF_STRANGERS


class AnalysisQueue:
    """Analyses games one after the other, while owners take turns. Any thread may use it."""

    def __init__(self, keep: Keep | None = None, workers: Workers | None = None) -> None:
        """`keep` stores the players' accuracies, given the primary key of the game."""
        self._keep = keep
        self.workers = workers or Workers()
        self._rules = RulesToSolve(self.workers.solutions)
        self._faults = Faults()
        self._is_closed = False
        self._queued: set[str] = set()
        """The keys of games that wait or are being analysed."""
        self._waiting: OrderedDict[int | None, deque[PastGame]] = OrderedDict()
        """The waiting games by owner, the next owner first."""
        self._lock = threading.Lock()
        self._callers = threading.BoundedSemaphore(_MOST_CALLERS)
        # Its thread only waits for the worker process.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="analysis")

    def add(self, game: PastGame) -> None:
        """Queue the game, unless it is there already or the queue is full for its owner."""
        most = queue_limit(game.owner, len(self._queued))
        with self._lock:
            games = self._waiting.get(game.owner, deque())
            if game.key in self._queued or len(self._queued) >= most or len(games) >= MOST_OF_ONE:
                return
            self._queued.add(game.key)
            games.append(game)
            self._waiting[game.owner] = games
        self._thread.submit(self._analyse_next)

    def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` in the worker process, one job at a time, and return its result. Raise its
        exceptions, or NoAnswer at once if too many callers are waiting."""
        if not self._callers.acquire(blocking=False):
            raise NoAnswer
        try:
            return self.workers.checks.run(work, *args, **kwargs)
        finally:
            self._callers.release()

    def close(self) -> None:
        """End the worker processes for good, and drop the games in the queue."""
        self._is_closed = True
        self.workers.close()
        self._rules.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def make_exact(self, game: PastGame) -> None:
        """Solve the rules of an estimated game, and drop the estimate once they are solved."""
        forget = partial(cache.touch, _cache_key(game.key), 0)
        most = queue_limit(game.owner, len(self._rules))
        self._rules.add(game.rules, game.owner, forget, most=most)

    def solve(self, rules: RuleSet, person: int | None) -> bool:
        """Have the rules of a running game solved for a person. Return True if the queue takes
        them. This reads no database, since the event loop calls it."""
        return self._rules.add(rules, person)

    def catch_up(self) -> None:
        """Queue games that ended lately, so that lists can show their accuracies. Does nothing
        while games wait that readers are looking at."""
        if self._queued:
            return
        for game in games_without_accuracies(_AT_ONCE):
            if cache.get(_cache_key(game.key)) is None:
                self.add(game)

    def _analyse_next(self) -> None:
        """Analyse the next game of the owner whose turn it is, who goes to the end of the line."""
        with self._lock:
            owner, games = self._waiting.popitem(last=False)
            game = games.popleft()
            if games:
                self._waiting[owner] = games
        key, record = game.key, game.record.to_dict()
        try:
            result = self.workers.analyses.run(analysis_from_dict, record, chances_folder())
            if self._keep and game.pk is not None:
                self._keep(game.pk, result)
            _store(key, zlib.compress(pickle.dumps(result)), KEPT_SECONDS)
        except NoAnswer:
            if not self._is_closed:
                logger.warning("an analysis was not ready in time")
                _store(key, _FAILURE, _LATE_SECONDS)
        except Exception as error:  # noqa: BLE001  # of any kind, and the log has it
            self._faults.add("analysis", game.rules, error)
            _store(key, _FAILURE, KEPT_SECONDS)
        finally:
            with self._lock:
                self._queued.discard(key)


current = AnalysisQueue()
"""The queue of this process. A server process puts its own here when it starts."""


def analysis_of(game: PastGame) -> Analysis | None:
    """Return the analysis of an ended game if it is in the cache."""
    cached = cache.get(_cache_key(game.key)) if game.key else None
    return pickle.loads(zlib.decompress(cached)) if cached else None  # noqa: S301  # only we write it


def request_analysis(game: PastGame) -> Analysis | None:
    """Return the analysis of an ended game if it is in the cache; else queue the game. Estimated
    chances are queued to be made exact. Never waits.

    Only what a reader's browser runs calls this, since programs that preview or index links fetch
    pages and pictures, too."""
    analysis = analysis_of(game)
    if analysis is None and game.key and why_missing(game) == "waiting":
        current.add(game)
    elif analysis is not None and analysis.solvable:
        current.make_exact(game)
    return analysis


def why_missing(game: PastGame) -> Literal["waiting", "failed", "many_sides"]:
    """Return the reason why `analysis_of` has nothing about an ended game."""
    if _has_many_sides(game):
        return "many_sides"
    return "failed" if cache.get(_cache_key(game.key)) == _FAILURE else "waiting"


def _has_many_sides(game: PastGame) -> bool:
    return len(set(game.teams or game.players)) > MAX_SIDES


def games_without_accuracies(most: int) -> list[PastGame]:
    """Return games that ended lately and have no accuracies yet, newest first."""
    # Ordering by key uses an index; this query runs again and again.
    newest = Game.objects.order_by("-pk").values_list("pk", flat=True)[:_LOOKED_AT]
    lately = Standing.objects.filter(
        game__in=list(newest), accuracy__isnull=True, seat=0, finished__gte=clock.now() - _SINCE
    )
    numbers = lately.filter(players__range=(2, MAX_SIDES), turns__gt=0).order_by("-game")
    keys = list(numbers.values_list("game", flat=True)[:most])
    if not keys:  # a class waits for what its tries are worth
        tries = Try.objects.filter(
            game__in=list(newest), accuracy=None, ended__gte=clock.now() - _SINCE, is_first=True
        ).exclude(deal__maker=None)
        keys = list(tries.order_by("-game").values_list("game", flat=True)[:most])
    games = Game.objects.filter(pk__in=keys)
    players = Player.objects.marked_for(None)
    return [
        read_game(game, {player.seat: player for player in players.filter(room=game.room)})
        for game in games.select_related("room")
    ]


def _store(key: str, result: bytes, seconds: int) -> None:
    """Cache the result for the key of a game. Without Redis, the next reader has it made again."""
    try:
        cache.set(_cache_key(key), result, seconds)
    except RedisError as error:
        logger.warning("an analysis could not be cached: %s", error)


def _cache_key(key: str) -> str:
    return f"review-{_VERSION}-{key}"
