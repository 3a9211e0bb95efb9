"""What happens by itself: rooms whose time has come, in every server process alike.

Deadlines are stored with the room, so they outlive any process. All processes may try: the command
id comes from the room, the kind of deadline and the room's head, so one of them has an effect.
"""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Any

from twisted.internet.defer import Deferred

from games import clock, feed
from games.commands import Command, Expire, No
from games.minds import minds
from games.models import Room
from games.routing import hub
from games.threads import Writer, read

logger = logging.getLogger(__name__)

LONGEST_SLEEP = timedelta(seconds=30)
_MOST_AT_ONCE = 100
_AFTER_A_NO = timedelta(seconds=1)


class Ticker:
    """Sleeps until the next deadline, or until a commit brings an earlier one."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._woken = asyncio.Event()
        self._next = clock.now()

    def hear(self, story: feed.Story) -> None:
        """A commit of this process: perhaps something is due earlier than was thought."""
        if story.due_at is not None and story.due_at < self._next:
            self._woken.set()

    async def run(self) -> None:
        """For ever."""
        while True:
            try:
                await self.tick()
            except Exception:
                logger.warning("a tick failed", exc_info=True)
                self._next = clock.now() + LONGEST_SLEEP
            self._woken.clear()
            rest = (self._next - clock.now()).total_seconds()
            try:
                await asyncio.wait_for(self._woken.wait(), max(0.0, rest))
            except TimeoutError:
                continue

    async def tick(self) -> None:
        """Perform what is due now, and find out when the next is."""
        now = clock.now()
        answers = [await self._writer.perform(command) for command in await read(due, now)]
        earliest = await read(earliest_due)
        soonest = now
        if any(isinstance(answer, No) for answer in answers):
            soonest += _AFTER_A_NO  # it is due still: do not turn like a wheel
        self._next = now + LONGEST_SLEEP
        if earliest is not None:
            self._next = max(soonest, min(earliest, self._next))


def due(now: datetime) -> list[Command]:
    """The commands whose time has come."""
    rooms = Room.objects.filter(due_at__lte=now).order_by("due_at")[:_MOST_AT_ONCE]
    moment = now.timestamp() * 1000
    return [
        Command(room.code, None, f"{kind}-{room.head}", Expire(kind))
        for room in rooms
        for kind, at in room.deadlines.items()
        if at <= moment
    ]


def earliest_due() -> datetime | None:
    """When something happens next."""
    rooms = Room.objects.filter(due_at__isnull=False).order_by("due_at")
    return rooms.values_list("due_at", flat=True).first()


_running: set[asyncio.Task[None]] = set()


def start() -> None:
    """Begin, once the server's event loop runs."""
    loop = asyncio.get_event_loop()
    feed.serve(loop)
    ticker = Ticker(hub().writer)
    feed.listen(ticker.hear)
    _running.add(loop.create_task(ticker.run()))


def stop() -> Any:
    """Say goodbye to every socket and stop; Twisted waits for the Deferred."""

    async def leave() -> None:
        for task in _running:
            task.cancel()
        await hub().say_goodbye()
        await hub().stop()
        minds.stop()

    return Deferred.fromFuture(asyncio.ensure_future(leave(), loop=asyncio.get_event_loop()))
