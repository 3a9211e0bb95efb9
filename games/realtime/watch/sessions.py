"""Sockets of accounts that have logged out. A socket reads its cookies once, when it connects, and
would go on as that account for ever."""

import time

from games.people import identity
from games.realtime.room import OpenRoom, Subscriber
from games.realtime.threads import DatabaseThreads

EVERY_SECONDS = 3.0
"""Time between two looks at the sessions of all sockets, in one query."""


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

        The page reconnects with the browser's current session.
        """
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + EVERY_SECONDS
        sockets = [
            (socket, room) for socket, room in self._rooms.items() if socket in room.subscribers
        ]
        sessions = {socket.session for socket, _ in sockets if socket.session is not None}
        if not sessions:
            return
        ended = sessions.difference(await self._threads.read(identity.logged_in, sessions))
        for socket, room in sockets:
            if socket.session in ended:
                room.dismiss(socket, "logged_out", 0)
