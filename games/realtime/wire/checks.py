"""Daphne's rounds over all connections, done in a way that delays no move.

Daphne checks the timeouts of all connections in one go every two seconds, and looks through all for
those that have ended every second. With thousands of sockets moves would wait for that.
"""

import asyncio
from typing import Any, Final

from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory

from games.realtime.wire.guard import GuardedSocket

_CHECK_EVERY: Final = 5
"""Seconds between two looks for connections that have ended."""
_check_applications = Server.application_checker
_ROUND_SECONDS, _PIECES = 5.0, 20
"""How long a round of checks over all connections takes, and in how many pieces it is done."""


def install() -> None:
    """Make daphne use the guarded sockets of this module, and check them a few at a time."""
    WebSocketFactory.protocol = GuardedSocket
    Server.timeout_checker = check_some
    Server.application_checker = check_applications


def check_applications(server: Any) -> None:
    """Let daphne look through all connections for those that have ended, less often than it would.

    Nothing waits for it: the database and the limits are told of an end at once.
    """
    skipped = vars(server).setdefault("checks_skipped", 0)
    server.checks_skipped = (skipped + 1) % _CHECK_EVERY
    if skipped:
        asyncio.get_running_loop().call_later(1, server.application_checker)
    else:
        _check_applications(server)


def check_some(server: Any) -> None:
    """Check the timeouts of some connections. Daphne's own checks all of them in one go."""
    left = vars(server).setdefault("left_to_check", [])
    if not left:
        left.extend(server.connections)
    some = -(-len(server.connections) // _PIECES)
    for protocol in left[:some]:
        if protocol in server.connections:
            protocol.check_timeouts()
    del left[:some]
    asyncio.get_running_loop().call_later(_ROUND_SECONDS / _PIECES, server.timeout_checker)
