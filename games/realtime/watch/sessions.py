"""Sockets of accounts that have logged out. A socket reads its cookies once, when it connects, and
would go on as that account for ever."""

import time

from games.people import identity
from games.realtime.room import OpenRoom, Subscriber
from games.realtime.threads import DatabaseThreads

EVERY_SECONDS = 3.0
"""How often the sessions of all sockets are looked up, in one query."""


class SessionWatch:
    """Closes the sockets of this process whose sessions have ended."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._next = 0.0
        self._rooms: dict[Subscriber, OpenRoom] = {}
        """The sockets that have a session: most are of guests, who have none."""

    def open(self, subscriber: Subscriber, room: OpenRoom) -> None:
        """Watch over a socket of the room if it has a session."""
        if subscriber.session is not None:
            self._rooms[subscriber] = room

    def close(self, subscriber: Subscriber) -> None:
        """Note that a socket has gone."""
        self._rooms.pop(subscriber, None)

    async def check(self) -> None:
        """Close the sockets of accounts that have logged out since they connected.

        Their pages reconnect as whoever the browser is then.
        """
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + EVERY_SECONDS
        sockets = [(room, one) for one, room in self._rooms.items() if one in room.subscribers]
        sessions = {one.session for _, one in sockets if one.session is not None}
        if not sessions:
            return
        ended = sessions.difference(await self._threads.read(identity.logged_in, sessions))
        for room, one in sockets:
            if one.session in ended:
                room.dismiss(one, "logged_out", 0)
