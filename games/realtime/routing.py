"""The ASGI application for web sockets, which decides who may connect to what."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from games import metrics
from games.people import identity, known
from games.people.address import address_in
from games.realtime.arrival import Guessing, arrive
from games.realtime.consumer import Receive, RoomSocket
from games.realtime.origin import is_same_origin
from games.realtime.process import ServerProcess
from games.realtime.wire.writer import Send

_PATH = re.compile(r"/ws/room/([2-9A-Z]{8})/(screen/)?")


def websocket_application(process: ServerProcess) -> Callable[..., Awaitable[None]]:
    """Return the application for /ws/room/<code>/, with or without screen/ after it."""
    threads, limits = process.threads, process.limits

    async def application(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        path = _PATH.fullmatch(scope["path"])
        if path is None or not is_same_origin(scope):
            await send({"type": "websocket.close"})  # before accepting: answered with 403
            return
        code, address = path[1], address_in(scope)
        acquired = limits.acquire_address(address)
        # Without a cookie nobody is known, so there is nothing to look up.
        if not acquired and any(name == b"cookie" for name, _ in scope["headers"]):
            is_known = await threads.read(_is_known, scope, code)
            acquired = is_known and limits.acquire_address(address, known=True)
        if not acquired:
            await send({"type": "websocket.close"})
            return
        metrics.sockets.inc()
        try:
            await _serve(process, scope, receive, send, path, address)
        finally:
            limits.release_address(address)
            metrics.sockets.dec()

    return application


def _is_known(scope: Mapping[str, Any], code: str) -> bool:
    """Return whether this is somebody known, or somebody with a seat in the room."""
    person = identity.person_in_scope(scope)
    return bool(known.key_of(person)) or known.has_seat(person, code)


async def _serve(
    process: ServerProcess,
    scope: Mapping[str, Any],
    receive: Receive,
    send: Send,
    path: re.Match[str],
    address: str,
) -> None:
    """Serve a socket within the limits on their number."""
    code, is_screen = path[1], path[2] is not None
    limits, arrival, failure = process.limits, None, None
    try:
        arrival = await process.threads.read_in_turn(
            arrive, scope, code, address, is_suspect=limits.is_suspect(address)
        )
    except Guessing:
        limits.suspect(address)
        await send({"type": "websocket.close"})
        return
    except Exception as error:  # noqa: BLE001  # the page is to come back
        failure = error
    if arrival is None and failure is None:
        limits.suspect(address)
    await send({"type": "websocket.accept"})
    socket = RoomSocket(process.hub, process.threads, limits, scope, send, is_screen=is_screen)
    if failure is None:
        await socket.run(arrival, code, receive)
    else:
        socket.fail(failure)
        await socket.finish()
