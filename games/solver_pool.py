"""What takes long to work out is worked out in another process: what computers do, and hints.

Solving a rule set takes up to a second of a core, and a server's threads would stand still. So each
server process has a helper process, begun when the first question comes; it keeps what it has
worked out of the last rule sets (`farkle.ai.players.prepare`). Nobody waits for it in vain: one
that dies is begun again and asked once more, one that hangs is ended, and where a game would stand
still without an answer an easy one is given here.

Functions that are asked there come from modules that need no Django.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, Final, ParamSpec, TypeVar

from farkle import GameState, RuleSet
from farkle.ai import players
from farkle.ai.players import Decision

logger = logging.getLogger(__name__)

PATIENCE_SECONDS: Final = 10.0
"""So long an answer is waited for."""

HANGS_SECONDS: Final = 60.0
"""A helper that has answered nothing for so long, though it was asked, is ended. On a busy machine
an answer may well come later than anybody waits: ending it then would only make it later."""

_TRIES: Final = 2
_EASY: Final = "pip"
"""The level that decides without having worked anything out."""

P = ParamSpec("P")
T = TypeVar("T")


class NoAnswer(Exception):
    """The helper process gave none, in time or at all."""


class SolverPool:
    """One helper process, as it is asked from any event loop of this process."""

    def __init__(self, patience: float = PATIENCE_SECONDS, hangs: float = HANGS_SECONDS) -> None:
        self.patience = patience
        self.hangs = hangs
        self._open: set[Future[Any]] = set()
        self._alive = 0.0
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()

    async def decide(self, state: GameState, level: str) -> Decision:
        """What a computer of this level does in `state`; legal always, and always an answer.

        Raises KeyError for an unknown level and ValueError once the game is over.
        """
        try:
            return await self.ask(players.decide, state, level)
        except NoAnswer:
            logger.warning("no mind answered: %s decides instead", _EASY)
            return players.decide(state, _EASY)

    async def prepare(self, rules: RuleSet) -> None:
        """Work out all that decisions under `rules` need, so that the first is as quick as the
        others. Never raises."""
        try:
            await self.ask(_prepare, rules)
        except NoAnswer:
            logger.warning("a rule set was not prepared")

    async def ask(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` returns, or raises, in the helper process. Raises NoAnswer."""
        for _ in range(_TRIES):
            pool = self._begun()
            try:
                future = pool.submit(work, *args, **kwargs)
                self._note(future)
                return await asyncio.wait_for(asyncio.wrap_future(future), self.patience)
            except BrokenProcessPool:
                logger.warning("the helper process died")
                self._drop(pool)
            except TimeoutError as error:
                if time.monotonic() - self._alive > self.hangs:
                    logger.warning("the helper process hangs")
                    self._drop(pool)
                raise NoAnswer from error
        raise NoAnswer

    def stop(self) -> None:
        """End the helper process, whatever it does; the next question begins another."""
        with self._lock:
            pool = self._pool
        if pool is not None:
            self._drop(pool)

    def _begun(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                spawn = multiprocessing.get_context("spawn")
                self._open.clear()
                self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_settle_in)
            return self._pool

    def _note(self, future: "Future[T]") -> None:
        """Since when the helper owes an answer: nobody asking is no silence."""
        if not self._open:
            self._alive = time.monotonic()
        self._open.add(future)
        future.add_done_callback(self._hear)

    def _hear(self, future: "Future[T]") -> None:
        self._open.discard(future)
        if not future.cancelled():
            self._alive = time.monotonic()

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is pool:
                self._pool = None
        # There is no public way to end a pool's process at once before Python 3.14.
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


minds = SolverPool()
"""The one of this process."""


# In the helper process


def _settle_in() -> None:
    """Leave Ctrl-C to the server, and end when it does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def _prepare(rules: RuleSet) -> None:
    players.prepare(rules)
