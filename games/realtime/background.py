"""Background tasks of a server process. Failures are logged, and `stop` ends an owner's tasks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple

logger = logging.getLogger(__name__)


class Job(NamedTuple):
    """Work to repeat, and the seconds between the end of one run and the next."""

    seconds: float
    work: Callable[[], Awaitable[object]]
    failure: str
    """The log message when a run fails."""


class BackgroundTasks:
    """The tasks of one owner, in one event loop."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task without waiting for its result."""
        loop = asyncio.get_event_loop()  # not running yet while the server starts
        task = loop.create_task(_log_failure(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may be cancelled before it begins

    def repeat(self, job: Job) -> None:
        self.spawn(_repeat(job))

    async def stop(self) -> None:
        """Cancel the tasks, and wait until they have ended."""
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
