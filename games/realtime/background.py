"""Background work of a server process: failures are logged, and no task outlives its owner."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple

logger = logging.getLogger(__name__)


class Job(NamedTuple):
    """Work that is done again and again, so many seconds after the last time."""

    seconds: float
    work: Callable[[], Awaitable[object]]
    failure: str
    """The log's words for a time that fails."""


class BackgroundTasks:
    """The tasks of one owner, in one event loop."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task whose result is not waited for."""
        loop = asyncio.get_event_loop()  # at the start of a server it does not run yet
        task = loop.create_task(_log_failure(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may be cancelled before it begins

    def repeat(self, job: Job) -> None:
        """Do a job again and again."""
        self.spawn(_repeat(job))

    async def stop(self) -> None:
        """Cancel the tasks, and return once they have ended."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _log_failure(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        logger.exception("a background task failed")


async def _repeat(job: Job) -> None:
    while True:
        await asyncio.sleep(job.seconds)
        try:
            await job.work()
        except Exception:
            logger.warning(job.failure, exc_info=True)
