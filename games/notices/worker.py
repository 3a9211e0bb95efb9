"""Plan and send notices, off the event loop of the server.

One thread uses the database, and one has an event loop of its own, on which requests wait for their
answers. So no move waits for either. At most a few requests go to one service at a time, so that a
slow one does not hold up the others.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Final, TypeVar

from django.db import connection

from games import clock
from games.models.notices import Notice
from games.notices import checks, planning, push, queue, webhooks
from games.notices.outgoing import post
from games.notices.push import Request
from games.notices.queue import Lane
from games.notices.targets import BadTarget

logger = logging.getLogger(__name__)
T = TypeVar("T")

EVERY_SECONDS: Final = 2.0
AT_ONCE: Final = 24
AT_ONCE_FOR_ONE: Final = 6
AT_ONCE_IN: Final[Mapping[Lane, int]] = MappingProxyType(
    {Lane.KNOWN: AT_ONCE, Lane.OTHER: 8, Lane.CHATS: 8}
)
"""Requests under way: in all, to one service, and in a lane. Hosts that visitors name could be slow
on purpose, so they never get all the slots."""
MOST_LOOKED_AT: Final = 240
"""How many notices of a lane are looked at in one go; others wait for the next look."""
_SWEEP_SECONDS: Final = 600.0
_STOP_SECONDS: Final = 5.0
_LONGEST_REST: Final = 60.0
"""The longest pause, in seconds, after a service could not take a request."""


class NoticeWorker:
    """Works from `start` to `stop`. Several processes may each have one."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._database = ThreadPoolExecutor(1, "notices-database")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = threading.Event()
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy: Counter[str] = Counter()
        """How many requests go to each service now."""
        self._lanes: Counter[Lane] = Counter()
        """How many requests of each lane are under way."""
        self._rests: dict[str, float] = {}
        """Until when a service is left alone, in seconds of `time.monotonic`."""
        self._swept = time.monotonic()

    def start(self) -> None:
        """Begin to work."""
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Claim nothing more, and wait a moment for what is being sent."""
        self._stopping.set()
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._wake.set)
        if self._thread is not None:
            self._thread.join(_STOP_SECONDS + 1)

    def _run(self) -> None:
        try:
            asyncio.run(self._work())
        finally:
            self._database.submit(_close_connection).result()
            self._database.shutdown()

    async def _work(self) -> None:
        self._loop = asyncio.get_running_loop()
        while not self._stopping.is_set():
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), EVERY_SECONDS)
            if self._stopping.is_set():
                break
            try:
                await self._tick()
            except Exception:
                logger.warning("notices could not be planned or read", exc_info=True)
                await self._use(_close_connection)  # the database may have been restarted
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_STOP_SECONDS)

    async def _tick(self) -> None:
        """Plan new notices, and start sending those that are due."""
        spent = time.monotonic()
        self._rests = {name: until for name, until in self._rests.items() if until > spent}
        full = [name for name, count in self._busy.items() if count >= AT_ONCE_FOR_ONE]
        busy, free = [*self._rests, *full], AT_ONCE - len(self._tasks)
        for lane, notice, request in await self._use(
            lambda: _claimed(busy, self._busy, self._lanes, free)
        ):
            self._busy[notice.target] += 1
            self._lanes[lane] += 1
            task = asyncio.get_running_loop().create_task(self._send(lane, notice, request))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if spent - self._swept > _SWEEP_SECONDS:
            self._swept = spent
            await self._use(lambda: queue.sweep(clock.now()))
            await self._use(webhooks.sweep)

    async def _send(self, lane: Lane, notice: Notice, request: Request) -> None:
        answer = await post(*request)
        self._lanes[lane] -= 1
        self._busy[notice.target] -= 1
        if not self._busy[notice.target]:
            del self._busy[notice.target]
        try:
            settle = push.settle if notice.webhook_id is None else webhooks.settle
            rest = await self._use(lambda: settle(notice, answer))
        except Exception:
            # It stays claimed: nobody sends it again.
            logger.warning("the result of a notice could not be stored", exc_info=True)
            await self._use(_close_connection)
            return
        if rest is not None:
            until = time.monotonic() + min(rest.total_seconds(), _LONGEST_REST)
            self._rests[notice.target] = until
        elif len(self._tasks) == AT_ONCE or self._busy[notice.target] == AT_ONCE_FOR_ONE - 1:
            self._wake.set()  # other notices may be waiting for a free slot

    async def _use(self, function: Callable[[], T]) -> T:
        """Return the result of `function`, which uses the database."""
        return await asyncio.get_running_loop().run_in_executor(self._database, function)


def _claimed(
    busy: Collection[str], counts: Counter[str], lanes: Counter[Lane], most: int
) -> list[tuple[Lane, Notice, Request]]:
    """Plan new notices. Return the due ones that may be sent now, claimed for this process, lane by
    lane. `counts` and `lanes` say how many requests are under way."""
    planning.plan_all()
    found: list[tuple[Lane, Notice, Request]] = []
    taken = Counter(counts)
    now = clock.now()
    if not queue.is_any_due(now):
        return found
    queue.drop_late(now)
    full = set(busy)
    for lane, most_in_lane in AT_ONCE_IN.items():
        free, looked_at = min(most - len(found), most_in_lane - lanes[lane]), 0
        # Many may be dropped or put off, so more are looked at than there are free slots.
        while free > 0 and looked_at < MOST_LOOKED_AT:
            waiting = queue.due(now, full, free, lane)
            if not waiting:
                break
            looked_at += len(waiting)
            for notice in waiting:
                if taken[notice.target] >= AT_ONCE_FOR_ONE:
                    full.add(notice.target)
                    continue
                request = _request_for(notice)
                if request is not None and queue.claim(notice):
                    taken[notice.target] += 1
                    free -= 1
                    found.append((lane, notice, request))
    return found


def _request_for(notice: Notice) -> Request | None:
    """Return the request for a notice; None if it is not to be sent now."""
    verdict = checks.verdict_on(notice, clock.now())
    if verdict.wait is not None:
        queue.delay(notice, verdict.wait)
    elif not verdict.send:
        queue.drop(notice)
    else:
        try:
            if notice.webhook is not None:
                return webhooks.request_for(notice)
            return push.request_for(notice)
        except (BadTarget, ValueError):  # the operator has chosen other hosts since
            queue.drop(notice)
    return None


def _close_connection() -> None:
    """Close the connection of the thread that runs this."""
    connection.close()
