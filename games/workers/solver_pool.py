"""Run slow computations in a worker process, so that no thread of a server waits for them.

The process is started with the first job. If it dies, it is replaced and the job is run once more;
if it hangs, it is killed. Jobs are functions of modules that do not need Django.
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

logger = logging.getLogger(__name__)

PATIENCE_SECONDS: Final = 10.0
"""How long a caller waits for the result of a job."""

HANGS_SECONDS: Final = 60.0
"""How long until a worker that has jobs and finishes none is killed. This is longer than callers
wait: on a busy machine a job may be late, and killing the worker would only delay the next one."""

_TRIES: Final = 2

P = ParamSpec("P")
T = TypeVar("T")


class NoAnswer(Exception):
    """The worker process gave no result, or not in time."""


class SolverPool:
    """One worker process, which any event loop of this process may use. With `nice` above 0 it
    leaves the processor to others that need it."""

    def __init__(
        self, patience: float = PATIENCE_SECONDS, hangs: float = HANGS_SECONDS, nice: int = 0
    ) -> None:
        self.patience = patience
        self.hangs = hangs
        self._nice = nice
        self._unfinished: set[Future[Any]] = set()
        self._last_sign = 0.0
        """When the worker last finished a job, or got one after having none (monotonic)."""
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    async def ask(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` in the worker process and return what it returns.

        Raises what it raises, and NoAnswer.
        """
        for _ in range(_TRIES):
            if self._is_closed:
                break
            pool = self._started()
            try:
                future = pool.submit(work, *args, **kwargs)
                self._track(future)
                return await asyncio.wait_for(asyncio.wrap_future(future), self.patience)
            except BrokenProcessPool:
                logger.warning("the worker process of the solver died")
                self._drop(pool)
            except TimeoutError as error:
                if time.monotonic() - self._last_sign > self.hangs:
                    logger.warning("the worker process of the solver hangs")
                    self._drop(pool)
                raise NoAnswer from error
        raise NoAnswer

    def stop(self) -> None:
        """Kill the worker process. The next job starts another."""
        with self._lock:
            pool = self._pool
        if pool is not None:
            self._drop(pool)

    def close(self) -> None:
        """Kill the worker process for good: callers that wait, and all later ones, get NoAnswer."""
        self._is_closed = True
        self.stop()

    def _started(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                spawn = multiprocessing.get_context("spawn")
                self._unfinished.clear()
                self._pool = ProcessPoolExecutor(
                    1, mp_context=spawn, initializer=_start_worker, initargs=(self._nice,)
                )
            return self._pool

    def _track(self, future: "Future[T]") -> None:
        if not self._unfinished:  # a worker without jobs does not hang
            self._last_sign = time.monotonic()
        self._unfinished.add(future)
        future.add_done_callback(self._on_done)

    def _on_done(self, future: "Future[T]") -> None:
        self._unfinished.discard(future)
        if not future.cancelled():
            self._last_sign = time.monotonic()

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is pool:
                self._pool = None
        # Before Python 3.14 there is no public way to kill the processes of a pool.
        for process in list((pool._processes or {}).values()):
            process.kill()
        # Its jobs are not cancelled: the pool breaks, so that waiting callers hear of it.
        pool.shutdown(wait=False)


# In the worker process


def _start_worker(nice: int) -> None:
    """Ignore Ctrl-C, which is for the server, and end whenever the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    os.environ.setdefault(
        "OPENBLAS_NUM_THREADS", "1"
    )  # numpy, if a job loads it: one core is enough
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
