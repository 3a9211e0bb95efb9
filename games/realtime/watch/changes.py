"""Notice changes in the database that no message reports: events, blocks and ended sessions."""

from collections import deque
from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Final

from games import clock
from games.people import blocks, identity
from games.realtime.room import OpenRoom
from games.realtime.threads import DatabaseThreads
from games.state import room_state

_SAME_EVENTS_TICKS = 5
"""Number of ticks for which the same events are read again."""
_EACH_ROOM_TICKS = 16
"""Number of ticks over which each room's head is read once."""
BLOCKS_AGAIN: Final = timedelta(seconds=3)
"""Time for which changes of blocks are read again, as a commit may follow its time stamp."""
SESSION_SECONDS: Final = 3.0
"""Seconds between two checks of the sessions of all sockets."""


class HeadWatch:
    """Reads the newest events of a hub's rooms once a tick, in case the bus lost a message.

    The cost grows with recent activity, not with the number of open rooms. Events may be committed
    slightly out of key order, so the last seconds are read again, and now and then each room.
    """

    def __init__(self) -> None:
        self._ticks = 0
        self._round: list[int] = []
        """The rooms to read one by one, a part at each tick."""
        self._newest: deque[int] = deque(maxlen=_SAME_EVENTS_TICKS)
        """The key of the newest event at each of the last ticks."""

    def read(self, rooms: Collection[int]) -> dict[int, int]:
        """Return the heads of rooms that may have changed. Call it once a tick, with all rooms."""
        since = self._newest[0] if self._newest else None
        part = self._ticks % _EACH_ROOM_TICKS
        self._ticks += 1
        if part == 0:
            self._round = list(rooms)
        singly = list(rooms) if since is None else self._round[part::_EACH_ROOM_TICKS]
        newest, heads = room_state.heads_since(since, singly)
        self._newest.append(newest)
        return heads


class BlockWatch:
    """Reads changes of blocks, in one query for all rooms of this process."""

    def __init__(self) -> None:
        self._since = clock.now()

    def read(self) -> frozenset[int]:
        """Return the persons on both sides of changed blocks."""
        now = clock.now()
        persons = blocks.changed_since(self._since)
        self._since = now - BLOCKS_AGAIN
        return persons


def mark_rooms(persons: Collection[int], rooms: Iterable[OpenRoom]) -> set[OpenRoom]:
    """Have the seats read again in rooms where one of the persons has a socket; return these
    rooms."""
    concerned = set()
    for room in rooms if persons else ():
        room.view = None  # the next socket may be one of theirs
        if any(subscriber.person in persons for subscriber in room.subscribers):
            room.seats_changed = True
            concerned.add(room)
    return concerned


async def close_logged_out(threads: DatabaseThreads, rooms: Collection[OpenRoom]) -> None:
    """Close the sockets of accounts that have logged out since they connected: cookies are read
    only then. The page reconnects with the browser's current session."""
    sockets = [
        (socket, socket.session, room)
        for room in rooms
        for socket in room.subscribers
        if socket.session is not None
    ]
    if sockets:
        sessions = {session for _, session, _ in sockets}
        ended = sessions.difference(await threads.read(identity.logged_in_sessions, sessions))
        for socket, session, room in sockets:
            if session in ended and socket in room.subscribers:
                room.dismiss(socket, "logged_out", 0)
