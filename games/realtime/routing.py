"""The ASGI application for web sockets: who may connect, and to what."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from games import metrics
from games.people.address import address_in
from games.people.throttle import ROOM_CODES
from games.realtime.consumer import Receive, RoomSocket
from games.realtime.origin import is_same_origin
from games.realtime.process import ServerProcess
from games.realtime.transport import Send

_PATH = re.compile(r"/ws/room/([2-9A-Z]{8})/")


def websocket_application(process: ServerProcess) -> Callable[..., Awaitable[None]]:
    """Return the application for /ws/room/<code>/ of this server process."""
    threads, limits = process.threads, process.limits

    async def application(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        path = _PATH.fullmatch(scope["path"])
        if path is None or not is_same_origin(scope):
            await send({"type": "websocket.close"})  # before accepting: answered with 403
            return
        address = address_in(scope)
        if not limits.acquire_address(address):
            await send({"type": "websocket.close"})
            return
        metrics.sockets.inc()
        try:
            if await threads.read(ROOM_CODES.is_reached, address):
                await send({"type": "websocket.close"})
                return
            await send({"type": "websocket.accept"})
            await RoomSocket(process.hub, threads, limits, scope, send).run(path[1], receive)
        finally:
            limits.release_address(address)
            metrics.sockets.dec()

    return application
