"""Worker processes for jobs that would keep a server thread busy for long.

One process decides for players, who wait. At lower priorities, one prepares rule sets, draws
pictures and checks files, one analyses past games and plays deals, and one solves rule sets, which
takes minutes. Each starts with its first job. A dead one is replaced, and its job tried once more.
Jobs are functions of modules that do not need Django.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import connection
from typing import Final, ParamSpec, TypeVar

logger = logging.getLogger(__name__)

_TRIES: Final = 2
_NICE: Final = 5
"""The nice value of the process for jobs that may wait."""
_NICE_SOLVING: Final = 10

P = ParamSpec("P")
T = TypeVar("T")


class NoAnswer(Exception):
    """The worker process gave no result in time."""


class Worker:
    """A process that does jobs in the order in which threads submit them, at this `nice` value."""

    def __init__(self, nice: int = 0) -> None:
        self._nice = nice
        self._queue = ThreadPoolExecutor(1, "worker")
        """Its thread only waits for the process. The time of a job counts from the start."""
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._is_closed = False

    def submit(self, job: Callable[[], T], seconds: float) -> Future[T]:
        """Return the future result of a job, or its error: NoAnswer if the process hangs for
        `seconds` or dies twice."""
        return self._queue.submit(self._run, job, seconds)

    def _run(self, job: Callable[[], T], seconds: float) -> T:
        for _ in range(_TRIES):
            try:
                result = self._begin_job(job)
                if result in wait([result], seconds).done:
                    return result.result()
            except BrokenProcessPool:
                logger.warning("a worker process died")
                self.stop()
                continue
            logger.warning("a worker process hangs")
            self.stop()
            break
        raise NoAnswer

    def _begin_job(self, job: Callable[[], T]) -> Future[T]:
        """Start the process if there is none, and give it the job. Raise NoAnswer once closed."""
        with self._lock:
            if self._is_closed:
                raise NoAnswer
            if self._pool is None:
                spawn = multiprocessing.get_context("spawn")
                pool = ProcessPoolExecutor(1, spawn, _begin, (self._nice,))
                self._pid = pool.submit(os.getpid).result()
                self._pool = pool
            return self._pool.submit(job)

    def stop(self) -> None:
        """Kill the process, if there is one. The next job starts another."""
        with self._lock:  # waits for a process that is just starting
            pool, self._pool = self._pool, None
            if pool is not None:
                for process in multiprocessing.active_children():
                    if process.pid == self._pid:
                        process.kill()
                pool.shutdown(wait=False)

    def close(self) -> None:
        """Kill the process for good: pending and later jobs raise NoAnswer."""
        self._is_closed = True
        self.stop()


class Lane:
    """Jobs of one kind for a worker process, which is killed if one takes more than `seconds`."""

    def __init__(self, worker: Worker, seconds: float) -> None:
        self.worker = worker
        self.seconds = seconds

    def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of `work` in the worker process. Re-raise its error; raise NoAnswer."""
        return self.worker.submit(partial(work, *args, **kwargs), self.seconds).result()

    async def ask(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do the same without blocking the event loop. A cancelled caller does not stop the job."""
        return await asyncio.wrap_future(
            self.worker.submit(partial(work, *args, **kwargs), self.seconds)
        )


class Workers:
    """The worker processes of a server process, and a lane for each kind of job."""

    def __init__(self) -> None:
        deciding, waiting = Worker(), Worker(_NICE)
        analysing, solving = Worker(_NICE), Worker(_NICE_SOLVING)
        self._all = (deciding, waiting, analysing, solving)
        self.decisions = Lane(deciding, 60.0)
        self.preparations = Lane(waiting, 60.0)
        self.pictures = Lane(waiting, 20.0)
        self.checks = Lane(waiting, 60.0)
        self.analyses = Lane(analysing, 120.0)
        self.spreads = Lane(analysing, 120.0)
        self.solutions = Lane(solving, 1600.0)

    def stop(self) -> None:
        """Kill the processes. The next jobs start others."""
        for worker in self._all:
            worker.stop()

    def close(self) -> None:
        for worker in self._all:
            worker.close()


def _begin(nice: int) -> None:
    """Set up a worker process: it ignores Ctrl-C, which is for the server, and ends with that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for numpy one core is enough
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
