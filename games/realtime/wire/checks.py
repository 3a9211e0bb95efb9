"""Check daphne's connections only when there may be something to do.

Daphne goes through all of them every second for those that have ended, and every two seconds for
those that are silent. With thousands of sockets at rest that is most of a server's work, and moves
wait for it. Here each connection is checked when its own time has come, and daphne searches for
ended ones only a few seconds after one has ended.

It is a part of what bench/RESULTS.md says about silent sockets: without their pings, 4,000 of them
take 8.8 ms of processor time a second instead of 14. With FARKLE_FAST_SOCKETS=no daphne goes
through all connections as usual.
"""

import asyncio
import time
from typing import Any, Final

from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory
from django.conf import settings

from games.realtime.wire.guard import GuardedSocket

CHECK_SECONDS: Final = 5.0
"""After how long a connection is checked again if it does not say when."""
ENDED_SECONDS: Final = 5.0
"""How long after the end of a connection daphne searches for ended ones. Nothing waits for that:
the database and the limits learn of an end at once."""

_connected = Server.protocol_connected
_disconnected = Server.protocol_disconnected
_create_application = Server.create_application
_check_applications = Server.application_checker


class CheckTimes:
    """When each connection is checked next, by the second."""

    def __init__(self) -> None:
        self._seconds: dict[int, dict[Any, None]] = {}
        self._second_of: dict[Any, int] = {}

    def plan(self, connection: Any, after: float) -> None:
        """Check a connection in this many seconds."""
        second = self._second_of[connection] = int(time.monotonic() + after) + 1
        self._seconds.setdefault(second, {})[connection] = None

    def forget(self, connection: Any) -> None:
        """Stop checking a connection."""
        second = self._second_of.pop(connection, None)
        if second is not None:
            del self._seconds[second][connection]

    def pop_due(self) -> list[Any]:
        """Return the connections whose time has come, and forget them."""
        now = time.monotonic()
        due = [one for second in self._seconds if second <= now for one in self._seconds[second]]
        self._seconds = {second: some for second, some in self._seconds.items() if second > now}
        for one in due:
            del self._second_of[one]
        return due


def install() -> None:
    """Make daphne use guarded sockets, and check connections as described above."""
    WebSocketFactory.protocol = GuardedSocket
    if not settings.FAST_SOCKETS:
        return
    Server.protocol_connected = note_connected
    Server.protocol_disconnected = note_disconnected
    Server.create_application = create_application
    Server.timeout_checker = check_timeouts
    Server.application_checker = go_on_checking


def note_connected(server: Any, connection: Any) -> None:
    """Tell daphne about a connection, and check it soon."""
    _connected(server, connection)
    _check_times(server).plan(connection, CHECK_SECONDS)


def note_disconnected(server: Any, connection: Any) -> None:
    """Tell daphne that a connection is lost."""
    _disconnected(server, connection)
    _check_times(server).forget(connection)
    note_end(server)


def check_timeouts(server: Any) -> None:
    """Check the timeouts of the connections whose time has come, once a second."""
    times = _check_times(server)
    for connection in times.pop_due():
        if connection in server.connections:
            after = connection.check_timeouts()
            times.plan(connection, CHECK_SECONDS if after is None else after)
    asyncio.get_running_loop().call_later(1, server.timeout_checker)


def create_application(server: Any, connection: Any, scope: Any) -> Any:
    """Let daphne start the application for a connection, and notice when it ends."""
    queue = _create_application(server, connection, scope)
    if queue is not None:
        application = server.connections[connection]["application_instance"]
        application.add_done_callback(lambda _: note_end(server))
    return queue


def note_end(server: Any) -> None:
    """Let daphne search for ended connections in a few seconds."""
    if not vars(server).setdefault("is_to_check", False):
        server.is_to_check = True
        asyncio.get_running_loop().call_later(ENDED_SECONDS, _check_applications, server)


def go_on_checking(server: Any) -> None:
    """Check again while a lost connection still has an application running, which daphne ends after
    a while. Daphne calls this a second after each of its checks."""
    server.is_to_check = False
    if any("disconnected" in one for one in server.connections.values()):
        note_end(server)


def _check_times(server: Any) -> CheckTimes:
    times: CheckTimes = vars(server).setdefault("check_times", CheckTimes())
    return times
