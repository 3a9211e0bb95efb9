"""Apply new and lifted blocks to the open sockets."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Final

from games import clock
from games.people import blocks
from games.realtime.room import OpenRoom

AGAIN: Final = timedelta(seconds=3)
"""Time for which changes are read again: a transaction may commit after its time stamp."""


class BlockWatch:
    """Reads which blocks have changed, in one query for all rooms of this process."""

    def __init__(self) -> None:
        self._since = clock.now()

    def read(self) -> frozenset[int]:
        """Return the persons concerned, on both sides."""
        now = clock.now()
        persons = blocks.changed_since(self._since)
        self._since = now - AGAIN
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
