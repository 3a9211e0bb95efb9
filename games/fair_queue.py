"""A queue that serves owners in turn, and each owner's rooms in turn.

An owner with one job waits for at most one job of each other owner, however many those have queued.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Owner(NamedTuple):
    """The person (a key; None for the site itself) and the room (a key) that a job is done for."""

    person: int | None = None
    room: int | None = None


_Rooms = OrderedDict[int | None, deque[asyncio.Future[None]]]


class FairQueue:
    """Run one job at a time. An instance belongs to one event loop at a time."""

    def __init__(self) -> None:
        self._busy = False
        self._waiting: OrderedDict[int | None, _Rooms] = OrderedDict()
        """The jobs that wait, by person and by room; whose turn it is comes first."""

    def __len__(self) -> int:
        """Return how many jobs wait."""
        return sum(len(jobs) for rooms in self._waiting.values() for jobs in rooms.values())

    @asynccontextmanager
    async def turn(
        self, owner: Owner, *, first: bool = False, until: float | None = None
    ) -> AsyncIterator[None]:
        """Wait for a turn of `owner`, and hold it inside the block. With `first`, it goes before
        all others. Raise TimeoutError if it has not come by `until` (monotonic).
        """
        rest = None if until is None else until - time.monotonic()
        if rest is not None and rest <= 0:
            raise TimeoutError
        if self._busy:
            async with asyncio.timeout(rest):
                await self._wait(owner, first=first)
        self._busy = True
        try:
            yield
        finally:
            self._release()

    async def _wait(self, owner: Owner, *, first: bool) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        rooms = self._waiting.setdefault(owner.person, OrderedDict())
        jobs = rooms.setdefault(owner.room, deque())
        if first:
            jobs.appendleft(future)
            rooms.move_to_end(owner.room, last=False)
            self._waiting.move_to_end(owner.person, last=False)
        else:
            jobs.append(future)
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # its turn had just come
                self._release()
            else:
                self._forget(owner, future)
            raise

    def _forget(self, owner: Owner, future: "asyncio.Future[None]") -> None:
        rooms = self._waiting[owner.person]
        rooms[owner.room].remove(future)
        self._drop_empty(owner.person, owner.room)

    def _release(self) -> None:
        """Give the turn to the next in line, whose person and room go to the end of it."""
        self._busy = bool(self._waiting)
        if not self._waiting:
            return
        person, rooms = next(iter(self._waiting.items()))
        room, jobs = next(iter(rooms.items()))
        future = jobs.popleft()
        self._waiting.move_to_end(person)
        rooms.move_to_end(room)
        self._drop_empty(person, room)
        future.set_result(None)

    def _drop_empty(self, person: int | None, room: int | None) -> None:
        rooms = self._waiting[person]
        if not rooms[room]:
            del rooms[room]
        if not rooms:
            del self._waiting[person]
