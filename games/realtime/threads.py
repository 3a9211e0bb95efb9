"""The two threads on which a server process uses the database, so that its event loop never waits.

Commands that arrive while others are being performed queue up and are then performed together.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

from games import metrics
from games.protocol.commands import Answer, Command
from games.services import executor as command_executor

MAX_BATCH = 200
LOOP_TURNS = 4
"""Turns of the event loop between two batches. In them it sends the results of the last batch and
reads the next commands. All threads share one interpreter, and it is cheaper to take turns than to
compete for it."""
P = ParamSpec("P")
T = TypeVar("T")


class DatabaseThreads:
    """One thread for writing and one for reading, used from one event loop."""

    def __init__(self) -> None:
        self._writer = ThreadPoolExecutor(1, "writer")
        self._reader = ThreadPoolExecutor(1, "reader")
        self._queue: list[tuple[Command, asyncio.Future[Answer]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `function` reads from the database or the cache."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._reader, lambda: _with_one_retry(function, *args, **kwargs)
        )

    async def write(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of `function`, which writes, between two batches of commands."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, lambda: function(*args, **kwargs))

    async def perform(self, command: Command) -> Answer:
        """Return the answer to a command once its effect is committed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._queue.append((command, future))
        if self._worker is None:
            self._worker = loop.create_task(self._work(loop))
        return await future

    async def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        """Perform queued commands, batch by batch, until the queue is empty."""
        while self._queue:
            batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
            commands = [command for command, _ in batch]
            try:
                with metrics.commits.time():
                    answers = await loop.run_in_executor(
                        self._writer, command_executor.perform_many, commands
                    )
            except BaseException as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                self._worker = None
                raise
            for (_, future), answer in zip(batch, answers, strict=True):
                if not future.done():  # its socket may have closed meanwhile
                    future.set_result(answer)
            for _ in range(LOOP_TURNS):
                await asyncio.sleep(0)
        self._worker = None

    def finish(self) -> None:
        """Wait until what is being written is written. Nothing can be written afterwards."""
        self._writer.shutdown(cancel_futures=True)

    def close(self) -> None:
        """Close both threads' database connections and end the threads."""
        for thread in (self._writer, self._reader):
            thread.submit(_close_connection).result()
            thread.shutdown()


def _with_one_retry(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return function(*args, **kwargs)
    except (OperationalError, InterfaceError):
        # The database server may have been restarted: try once more on a new connection.
        connection.close()
        return function(*args, **kwargs)


def _close_connection() -> None:
    connection.close()  # looked up on the thread that runs this: each has its own
