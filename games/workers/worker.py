"""Do in worker processes what would keep a thread of a server busy for long.

A server process has two of them, each started with its first job: one for decisions, which players
wait for, and one for everything else, at a lower priority. Each has lanes. A lane does one job at a
time, and the jobs of the first lanes come first, also in the middle of another job that is
`interruptible`.

A process that dies is replaced, and its jobs are done once more; one that hangs is killed. Jobs are
functions of modules that do not need Django.
"""

import asyncio
import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

logger = logging.getLogger(__name__)

_TRIES: Final = 2
_NICE: Final = 5
"""How far the process for what may wait leaves the processor to others."""
_TICK_SECONDS: Final = 0.1
"""After how much processor time a job that is interruptible makes way for more urgent ones."""

P = ParamSpec("P")
T = TypeVar("T")


class NoAnswer(Exception):
    """The worker process gave no result, or not in time."""


class TooLong(Exception):
    """The processor time of a job is used up."""


class _Child(NamedTuple):
    process: SpawnProcess
    pipes: Sequence[Connection]
    """One for each lane."""


class Worker:
    """A worker process, which any thread may use. With `nice` above 0 it leaves the processor to
    others that need it."""

    def __init__(self, lanes: int = 1, nice: int = 0) -> None:
        self._lanes = lanes
        self._nice = nice
        self._child: _Child | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def started(self) -> _Child:
        """Return the process, which is started if there is none. Raise NoAnswer once closed."""
        with self._lock:
            if self._is_closed:
                raise NoAnswer
            if self._child is None:
                spawn = multiprocessing.get_context("spawn")
                ours, theirs = zip(*(spawn.Pipe() for _ in range(self._lanes)), strict=True)
                process = spawn.Process(target=_serve, args=(theirs, self._nice), daemon=True)
                process.start()
                for pipe in theirs:
                    pipe.close()  # so that ours end with the process
                self._child = _Child(process, ours)
            return self._child

    def kill(self, child: _Child) -> None:
        """Kill this process, unless that is done. The next job starts another."""
        with self._lock:
            if self._child is child:
                self._child = None
                child.process.kill()

    def stop(self) -> None:
        """Kill the process, if there is one. Its jobs and the next ones start another."""
        child = self._child
        if child is not None:
            self.kill(child)

    def close(self) -> None:
        """Kill the process for good: callers that wait, and all later ones, get NoAnswer."""
        with self._lock:  # after a process that is just being started
            self._is_closed = True
        self.stop()


class Lane:
    """Jobs of one kind for a worker process. The first lane has number 0."""

    def __init__(self, worker: Worker, number: int, seconds: float) -> None:
        """A job that takes longer than `seconds` hangs."""
        self.worker = worker
        self.seconds = seconds
        self._number = number
        self._lock = threading.Lock()
        # It only waits for the worker process.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="lane")

    def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` in the worker process, and wait for what it returns.

        Raise what it raises, and NoAnswer.
        """
        job = partial(work, *args, **kwargs)
        with self._lock:
            for _ in range(_TRIES):
                child = self.worker.started()
                pipe = child.pipes[self._number]
                try:
                    pipe.send(job)
                    if not pipe.poll(self.seconds):
                        logger.warning("a worker process hangs")
                        self.worker.kill(child)
                        break
                    answer: tuple[T, Exception | None] = pipe.recv()
                except (EOFError, OSError):
                    logger.warning("a worker process died")
                    self.worker.kill(child)
                    continue
                if answer[1] is not None:
                    raise answer[1]
                return answer[0]
        raise NoAnswer

    async def ask(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do the same without blocking the event loop. A job that was begun goes on even if nobody
        waits for it any more."""
        job = partial(self.run, work, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._thread, job)


class Workers:
    """The two worker processes of a server process, and the lanes of what they do."""

    def __init__(self) -> None:
        self._deciding, self._waiting = Worker(), Worker(lanes=5, nice=_NICE)
        self.decisions = Lane(self._deciding, 0, 60.0)
        self.preparations = Lane(self._waiting, 0, 60.0)
        self.pictures = Lane(self._waiting, 1, 20.0)
        self.checks = Lane(self._waiting, 2, 60.0)
        self.analyses = Lane(self._waiting, 3, 120.0)
        self.solutions = Lane(self._waiting, 4, 1600.0)

    def stop(self) -> None:
        """Kill the processes. The next jobs start others."""
        self._deciding.stop()
        self._waiting.stop()

    def close(self) -> None:
        """Kill the processes for good."""
        self._deciding.close()
        self._waiting.close()


# In the worker process


class _Jobs:
    def __init__(self) -> None:
        self.pipes: Sequence[Connection] = ()
        self._lane = 0
        """The lane of the job under way."""
        self._urgent = 0
        """The lanes before this one may come in between."""
        self._used_up = inf
        """Up to which processor time the job under way may go on."""

    def serve(self, pipes: Sequence[Connection]) -> None:
        """Do jobs until the server is gone."""
        self.pipes, self._urgent = pipes, len(pipes)
        while True:
            wait(pipes)
            self._do_urgent()

    def _do_urgent(self) -> None:
        """Do the jobs that may come in between, if there are any."""
        before = self._lane, self._urgent, self._used_up
        for lane, pipe in enumerate(self.pipes[: self._urgent]):
            self._lane, self._urgent, self._used_up = lane, 0, inf
            while pipe.poll():
                message = pipe.recv_bytes()
                try:
                    job = pickle.loads(message)  # noqa: S301  # from our own server
                    pipe.send((job(), None))
                except Exception as error:  # noqa: BLE001  # it is raised for the caller
                    error.add_note(traceback.format_exc())
                    pipe.send((None, error))
        self._lane, self._urgent, self._used_up = before

    def _on_tick(self, *_: Any) -> None:
        begun = time.process_time()
        self._do_urgent()
        now = time.process_time()
        self._used_up += now - begun  # that was not the job's own
        if now > self._used_up:
            raise TooLong

    @contextmanager
    def interruptible(self, seconds: float = inf) -> Iterator[None]:
        """Let a job make way for more urgent ones inside the block, where the system can do that.

        Raise TooLong once the block has taken so many seconds of processor time. What it needs must
        be imported before, because another job may need it in the middle of the import.
        """
        if sys.platform == "win32":
            yield
            return
        before = self._urgent, self._used_up
        self._urgent, self._used_up = self._lane, time.process_time() + seconds
        signal.signal(signal.SIGPROF, self._on_tick)
        timer = signal.setitimer(signal.ITIMER_PROF, _TICK_SECONDS, _TICK_SECONDS)
        try:
            yield
        finally:
            self._urgent, self._used_up = before
            signal.setitimer(signal.ITIMER_PROF, *timer)


_jobs: Final = _Jobs()
interruptible: Final = _jobs.interruptible


def _serve(pipes: Sequence[Connection], nice: int) -> None:
    """Ignore Ctrl-C, which is for the server, and end whenever the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for numpy one core is enough
    threading.Thread(target=_end_with_server, daemon=True).start()
    with suppress(EOFError, OSError):
        _jobs.serve(pipes)


def _end_with_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
