"""The two threads on which a server process uses the database, so that its event loop never waits.

Commands that arrive while others are being performed are queued, and then performed together.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, Protocol, TypeVar

from django.db import InterfaceError, OperationalError, connection

from games import broadcast, metrics
from games.db import postgres
from games.protocol.commands import Answer, Command
from games.services import executor as command_executor

logger = logging.getLogger(__name__)

MAX_BATCH = 200
LOOP_TURNS = 4
"""Turns of the event loop between two batches, in which it sends results and reads commands: taking
turns is cheaper than competing for the interpreter."""
READS_AT_ONCE = 8
"""Maximum number of connecting clients served in one read, which competes with the event loop."""
MOVES_FIRST_SECONDS = 0.01
"""Maximum time connecting clients wait while moves are performed."""
READ_SECONDS = 5.0
"""Time limit of one statement in a read."""
WRITE_SECONDS = 20.0
"""Time limit of one statement in a write between two batches."""
P = ParamSpec("P")
T = TypeVar("T")


class Asker(Protocol):
    """The sender of a command, who waits for its answer."""

    def hold(self) -> None:
        """Hold frames back until `answer`, to send them together."""

    def answer(self, answer: Answer | BaseException) -> None:
        """Receive the answer or the exception."""


class _Waiter:
    """A coroutine that waits for an answer."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.future: asyncio.Future[Answer] = loop.create_future()

    def hold(self) -> None:
        """Do nothing: a coroutine has no frames to hold back."""

    def answer(self, answer: Answer | BaseException) -> None:
        if self.future.done():  # its task may have been cancelled
            return
        if isinstance(answer, BaseException):
            self.future.set_exception(answer)
        else:
            self.future.set_result(answer)


_Queued = tuple[Command, Asker]
_Call = Callable[[], None]


class DatabaseThreads:
    """One thread for writing and one for reading, used from one event loop."""

    def __init__(self) -> None:
        self._writer = ThreadPoolExecutor(1, "writer")
        self._reader = ThreadPoolExecutor(1, "reader")
        self._queue: list[_Queued] = []
        self._is_performing = False
        self._idle: asyncio.Future[None] | None = None
        """Resolved once no command is being performed."""
        self._in_turn: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._turn_task: asyncio.Task[None] | None = None

    async def read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of `function`, which reads from the database or the cache."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._reader, lambda: _with_one_retry(function, *args, **kwargs)
        )

    async def read_in_turn(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read for a connecting client: a few together, and moves go first."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._in_turn.append((partial(_with_one_retry, function, *args, **kwargs), future))
        if self._turn_task is None:
            self._turn_task = loop.create_task(self._read_in_turn(loop))
        return await future

    async def _read_in_turn(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._in_turn:
            if self._is_performing:
                self._idle = loop.create_future()
                await asyncio.wait({self._idle}, timeout=MOVES_FIRST_SECONDS)
            reads, self._in_turn = self._in_turn[:READS_AT_ONCE], self._in_turn[READS_AT_ONCE:]
            reads = [read for read in reads if not read[1].done()]  # its socket may have closed
            functions = [function for function, _ in reads]
            try:
                results = await loop.run_in_executor(self._reader, _call_all, functions)
            except BaseException:
                for _, future in [*reads, *self._in_turn]:
                    future.cancel()
                self._in_turn, self._turn_task = [], None
                raise
            for (_, future), (result, error) in zip(reads, results, strict=True):
                if future.done():
                    continue
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)
            await asyncio.sleep(0)
        self._turn_task = None

    async def write(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of `function`, which writes, between two batches of commands."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._writer, lambda: _call_in_time(WRITE_SECONDS, function, *args, **kwargs)
        )

    async def perform(self, command: Command) -> Answer:
        """Return the answer to a command once its effect is committed."""
        waiter = _Waiter(asyncio.get_running_loop())
        self.submit(command, waiter)
        return await waiter.future

    def submit(self, command: Command, asker: Asker) -> None:
        """Perform a command, and call the asker back once its effect is committed."""
        self._queue.append((command, asker))
        if not self._is_performing:
            self._is_performing = True
            self._start_batch(asyncio.get_running_loop())

    def _start_batch(self, loop: asyncio.AbstractEventLoop, after_turns: int = 0) -> None:
        """Hand the queued commands to the writer, after so many turns of the loop."""
        if after_turns:
            loop.call_soon(self._start_batch, loop, after_turns - 1)
        elif self._queue:
            batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
            try:
                self._writer.submit(self._perform_batch, loop, batch)
            except RuntimeError as error:  # the process stops
                self._end_batch(loop, batch, error, [], 0.0)
        else:
            self._is_performing = False
            if self._idle is not None and not self._idle.done():
                self._idle.set_result(None)

    def _perform_batch(self, loop: asyncio.AbstractEventLoop, batch: list[_Queued]) -> None:
        """Perform commands, and wake the loop once for their updates and answers together."""
        answers: list[Answer] | BaseException
        updates: list[broadcast.RoomUpdate] = []
        begun = time.perf_counter()
        try:
            commands = [command for command, _ in batch]
            answers = command_executor.perform_many(commands, updates.extend)
        except BaseException as error:  # noqa: BLE001  # raised for each caller
            answers = error
        ended = time.perf_counter()
        metrics.commits.observe(ended - begun)
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._end_batch, loop, batch, answers, updates, ended)

    def _end_batch(
        self,
        loop: asyncio.AbstractEventLoop,
        batch: list[_Queued],
        answers: list[Answer] | BaseException,
        updates: list[broadcast.RoomUpdate],
        since: float,
    ) -> None:
        """Publish the updates, then answer. Whatever fails here, the next batch follows."""
        for _, asker in batch:
            _call_safely(asker.hold)
        if updates:
            _call_safely(partial(broadcast.current.publish_here, updates, since))
        for at, (_, asker) in enumerate(batch):
            answer = answers if isinstance(answers, BaseException) else answers[at]
            _call_safely(partial(asker.answer, answer))
        is_busy = len(batch) > 1 or bool(self._queue)
        self._start_batch(loop, LOOP_TURNS if is_busy else 0)

    def finish(self) -> None:
        """Finish the queued writes, and accept no more."""
        _end(self._writer)

    def close(self) -> None:
        """Close both threads' database connections and end the threads."""
        _end(self._writer)
        _end(self._reader)


def _call_safely(function: _Call) -> None:
    """Call a function, and log an error instead of raising it."""
    try:
        function()
    except Exception:
        logger.exception("a call of the database threads failed")


def _call_all(functions: list[Callable[[], Any]]) -> list[tuple[Any, Exception | None]]:
    """Return the result of each function, or its error."""
    results: list[tuple[Any, Exception | None]] = []
    for function in functions:
        try:
            results.append((function(), None))
        except Exception as error:  # noqa: BLE001  # raised for its caller
            results.append((None, error))
    return results


def _with_one_retry(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return _call_in_time(READ_SECONDS, function, *args, **kwargs)
    except (OperationalError, InterfaceError):
        # The database server may have been restarted: try once more on a new connection.
        postgres.drop_lost_connections()
        return _call_in_time(READ_SECONDS, function, *args, **kwargs)


def _call_in_time(seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function with a time limit for each of its statements."""
    with postgres.patience(seconds):
        return function(*args, **kwargs)


def _end(thread: ThreadPoolExecutor) -> None:
    with contextlib.suppress(RuntimeError):  # it has ended before
        thread.submit(_close_connection)
    thread.shutdown()


def _close_connection() -> None:
    connection.close()  # looked up on the thread that runs this: each has its own
