"""The ASGI application for web sockets: who may connect, and to what."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from games import metrics
from games.people import identity, known
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
        code, address = path[1], address_in(scope)
        acquired = limits.acquire_address(address)
        # Without a cookie nobody is known: the database need not be asked.
        if not acquired and any(name == b"cookie" for name, _ in scope["headers"]):
            is_known = await threads.read(_is_known, scope, code)
            acquired = is_known and limits.acquire_address(address, known=True)
        if not acquired:
            await send({"type": "websocket.close"})
            return
        metrics.sockets.inc()
        try:
            if await threads.read(_is_guessing, scope, code, address):
                await send({"type": "websocket.close"})
                return
            await send({"type": "websocket.accept"})
            await RoomSocket(process.hub, threads, limits, scope, send).run(code, receive)
        finally:
            limits.release_address(address)
            metrics.sockets.dec()

    return application


def _is_known(scope: Mapping[str, Any], code: str) -> bool:
    """Return whether this is somebody known, or somebody with a seat in the room."""
    person = identity.person_in_scope(scope)
    return bool(known.key_of(person)) or known.has_seat(person, code)


def _is_guessing(scope: Mapping[str, Any], code: str, address: str) -> bool:
    """Return whether too many wrong codes were tried for this socket to be let in."""
    return ROOM_CODES.is_reached(
        address, lambda: known.key_of(identity.person_in_scope(scope))
    ) and not known.has_seat(identity.person_in_scope(scope), code)
