"""The threads on which the event loop reaches the database: one that writes, one that reads.

Commands that come in while others are being performed wait, and are then performed together.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

from games import metrics
from games.protocol.commands import Answer, Command
from games.services import executor as command_executor

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 200
TURNS = 4
"""So many rounds of the event loop lie between two batches, in which it hands out what the one did
and hears what is asked next: both threads share one interpreter, and taking turns is cheaper than
wrestling for it."""
P = ParamSpec("P")
T = TypeVar("T")

_writing = ThreadPoolExecutor(1, "writer")
_reading = ThreadPoolExecutor(1, "reader")


async def write(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `function`, which writes, returns: done between two batches of commands."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_writing, lambda: function(*args, **kwargs))


async def read(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `function` finds in the database, or the cache, without holding up the event loop."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_reading, lambda: _read(function, *args, **kwargs))


def _read(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return function(*args, **kwargs)
    except (OperationalError, InterfaceError):
        # Perhaps the server was restarted: a new connection, and once more.
        connection.close()
        return function(*args, **kwargs)


class Writer:
    """Performs commands from one event loop on the one writing thread."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Command, asyncio.Future[Answer]]] = []
        self._task: asyncio.Task[None] | None = None

    async def perform(self, command: Command) -> Answer:
        """The answer, once what it tells is committed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._waiting.append((command, future))
        if self._task is None:
            self._task = loop.create_task(self._work(loop))
        return await future

    async def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            commands = [command for command, _ in batch]
            try:
                with metrics.commits.time():
                    answers = await loop.run_in_executor(
                        _writing, command_executor.perform_many, commands
                    )
            except BaseException as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                self._task = None
                raise
            for (_, future), answer in zip(batch, answers, strict=True):
                if not future.done():  # the socket may have gone meanwhile
                    future.set_result(answer)
            for _ in range(TURNS):
                await asyncio.sleep(0)
        self._task = None


def close_connections() -> None:
    """Let go of both threads' connections to the database."""
    for executor in (_writing, _reading):
        executor.submit(_close).result()


def _close() -> None:
    connection.close()  # looked up in the thread that runs this: each has its own
