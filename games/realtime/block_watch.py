"""Apply new and lifted blocks to the open sockets."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from games import clock
from games.people import blocks
from games.realtime.room import OpenRoom
from games.realtime.threads import DatabaseThreads

AGAIN: Final = timedelta(seconds=3)
"""For how long changes are read again, because they may be committed late."""


class BlockWatch:
    """Read which blocks have changed, in one query for all rooms of this process."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._since = clock.now()

    async def check(self, rooms: Iterable[OpenRoom]) -> None:
        """Mark the rooms in which somebody concerned has a socket, so that their seats are read
        again."""
        now = clock.now()
        persons = await self._threads.read(blocks.changed_since, self._since)
        self._since = now - AGAIN
        for room in rooms if persons else ():
            room.view = None  # whoever connects next may be one of them
            if any(one.person in persons for one in room.subscribers):
                room.seats_changed = True
