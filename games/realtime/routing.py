"""Where web sockets go, and the hub that this process has."""

from functools import cache

from games.realtime.consumer import room_application
from games.realtime.hub import Hub


@cache
def hub() -> Hub:
    """The hub of this process, made when the first socket (or the server's start) asks for it."""
    return Hub()


websocket_application = room_application(hub)
