"""Where web sockets go, and the hub that this process has."""

from functools import cache

from games.hub import Hub
from games.socket import room_application


@cache
def hub() -> Hub:
    """The hub of this process, made when the first socket (or the server's start) asks for it."""
    return Hub()


websocket_application = room_application(hub)
