"""A queue that serves owners in turn (persons or addresses), and each owner's rooms in turn.

An owner with one job waits for at most one job of each other owner.
"""

import asyncio
import contextlib
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Hashable
from typing import NamedTuple


class Owner(NamedTuple):
    """The keys of the person (None for the site itself) and the room that a job is done for."""

    person: int | None = None
    room: int | None = None


class QueueFull(Exception):
    """Too many jobs are waiting."""


_Owner = tuple[Hashable, Hashable]
_Rooms = OrderedDict[Hashable, deque[asyncio.Future[None]]]


class FairQueue:
    """Runs `at_once` jobs at a time. Belongs to one event loop at a time.

    When more than `most` wait, the newest job of the owner with the most is refused (QueueFull).
    """

    def __init__(self, at_once: int = 1, most: int | None = None) -> None:
        self._free = at_once
        self._most = most
        self._waiting: OrderedDict[Hashable, _Rooms] = OrderedDict()
        """The waiting jobs, by person and by room, in the order of their turns."""

    def __len__(self) -> int:
        """Return the number of waiting jobs."""
        return sum(len(jobs) for rooms in self._waiting.values() for jobs in rooms.values())

    @contextlib.asynccontextmanager
    async def turn(
        self, owner: _Owner, *, first: bool = False, until: float | None = None
    ) -> AsyncIterator[None]:
        """Wait for a turn of `owner`, before all others if `first`, and hold it inside the block.

        Raise TimeoutError if it has not come by `until` (monotonic), QueueFull if too many wait.
        """
        rest = None if until is None else until - time.monotonic()
        if rest is not None and rest <= 0:
            raise TimeoutError
        if self._free:
            self._free -= 1
        else:
            async with asyncio.timeout(rest):
                await self._wait(owner, first=first)
        try:
            yield
        finally:
            self._release()

    async def _wait(self, owner: _Owner, *, first: bool) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        person, room = owner
        rooms = self._waiting.setdefault(person, OrderedDict())
        jobs = rooms.setdefault(room, deque())
        if first:
            jobs.appendleft(future)
            rooms.move_to_end(room, last=False)
            self._waiting.move_to_end(person, last=False)
        else:
            jobs.append(future)
        if self._most is not None and len(self) > self._most:
            self._refuse_newest()
        try:
            await future
        except asyncio.CancelledError:
            if future.cancelled():
                self._forget(owner, future)
            elif future.exception() is None:  # its turn had just come
                self._release()
            raise

    def _forget(self, owner: _Owner, future: "asyncio.Future[None]") -> None:
        with contextlib.suppress(KeyError, ValueError):  # it may have been dropped already
            person, room = owner
            self._waiting[person][room].remove(future)
            self._drop_empty(person, room)

    def _release(self) -> None:
        """Give the turn to the next job. Its person and its room go to the end of the queue."""
        while self._waiting:
            person, rooms = next(iter(self._waiting.items()))
            room, jobs = next(iter(rooms.items()))
            future = jobs.popleft()
            self._waiting.move_to_end(person)
            rooms.move_to_end(room)
            self._drop_empty(person, room)
            if not future.done():  # else it has just given up
                future.set_result(None)
                return
        self._free += 1

    def _refuse_newest(self) -> None:
        """Refuse the newest job of the person, and of their room, with the most."""
        person, rooms = max(self._waiting.items(), key=lambda item: sum(map(len, item[1].values())))
        room, jobs = max(rooms.items(), key=lambda item: len(item[1]))
        jobs.pop().set_exception(QueueFull)
        self._drop_empty(person, room)

    def _drop_empty(self, person: Hashable, room: Hashable) -> None:
        rooms = self._waiting[person]
        if not rooms[room]:
            del rooms[room]
        if not rooms:
            del self._waiting[person]
