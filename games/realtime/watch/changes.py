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
"""Number of ticks in which the head of each single room is read once."""
BLOCKS_AGAIN: Final = timedelta(seconds=3)
"""Time for which changes of blocks are read again: a transaction may commit after its time
stamp."""
SESSION_SECONDS: Final = 3.0
"""Time between two looks at the sessions of all sockets."""


class HeadWatch:
    """Reads the newest event of each room of a hub once a tick, in case the bus lost a message.

    The cost grows with recent activity, not with the number of open rooms. Events may be committed
    slightly out of key order. So the last seconds are read again, and from time to time each room
    by itself.
    """

    def __init__(self) -> None:
        self._ticks = 0
        self._round: list[int] = []
        """The rooms of which a part is read at each tick, until all have been."""
        self._newest: deque[int] = deque(maxlen=_SAME_EVENTS_TICKS)
        """The key of the newest event at the last ticks."""

    def read(self, rooms: Collection[int]) -> dict[int, int]:
        """Return the number of the newest event of the rooms in which something may have happened.

        Call it once per tick with the keys of all open rooms.
        """
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
    """Reads which blocks have changed, in one query for all rooms of this process."""

    def __init__(self) -> None:
        self._since = clock.now()

    def read(self) -> frozenset[int]:
        """Return the persons concerned, on both sides."""
        now = clock.now()
        persons = blocks.changed_since(self._since)
        self._since = now - BLOCKS_AGAIN
        return persons


def rooms_of(persons: Collection[int], rooms: Iterable[OpenRoom]) -> set[OpenRoom]:
    """Mark the rooms in which one of the persons has a socket, so that their seats are read again,
    and return them."""
    concerned = set()
    for room in rooms if persons else ():
        room.view = None  # the next to connect may be one of them
        if any(subscriber.person in persons for subscriber in room.subscribers):
            room.seats_changed = True
            concerned.add(room)
    return concerned


async def close_logged_out(threads: DatabaseThreads, rooms: Collection[OpenRoom]) -> None:
    """Close the sockets of accounts that have logged out since they connected.

    A socket reads its cookies once, when it connects, and would go on as that account for ever. The
    page reconnects with the browser's current session.
    """
    sockets = [
        (socket, socket.session, room)
        for room in rooms
        for socket in room.subscribers
        if socket.session is not None
    ]
    if sockets:
        sessions = {session for _, session, _ in sockets}
        ended = sessions.difference(await threads.read(identity.logged_in, sessions))
        for socket, session, room in sockets:
            if session in ended and socket in room.subscribers:
                room.dismiss(socket, "logged_out", 0)
