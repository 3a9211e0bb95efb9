"""Check at start that the installed daphne, Autobahn and Twisted call the methods overridden here.

Few of their names are promised, and a version without a call would serve without that limit. So a
server talks to itself once, and ends if anything is amiss.
"""

import asyncio
from typing import Any, Final

from daphne.http_protocol import HTTPFactory
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import tcp
from twisted.web.http import HTTPChannel

from games.realtime.wire.connections import Connections, PlainConnection
from games.realtime.wire.guard import GuardedSocket
from games.realtime.wire.writer import FrameWriter

PATIENCE_SECONDS: Final = 30.0
_ONLY_LATE: Final = frozenset(
    {(PlainConnection, "timeoutConnection"), (GuardedSocket, "onAutoPingTimeout")}
)
"""Not called here, but only when a client has long been silent."""

_PAGE = b"POST / HTTP/1.1\r\nHost: check\r\nContent-Length: 2\r\n\r\nhi"
_SOCKET = (
    b"GET / HTTP/1.1\r\nHost: check\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_FRAME, _ECHO = b"\x81\x82\0\0\0\0hi", b"\x81\x02hi"


class UnknownServer(Exception):
    """The installed libraries lack a name, or do not call every method overridden here."""

    def __init__(self, problem: str) -> None:
        super().__init__(
            "the installed versions of daphne, autobahn and twisted do not fit this site. "
            f"{problem}. Install the versions of requirements/base.txt."
        )


def hooks_of(kind: type) -> list[str]:
    """Return the methods that a library calls: only those have names in camel case."""
    return [name for name, value in vars(kind).items() if callable(value) and not name.islower()]


def check_names() -> None:
    """Raise UnknownServer if the libraries lack a name that this package overrides or uses."""
    used = {
        HTTPChannel: hooks_of(PlainConnection),
        WebSocketProtocol: [*hooks_of(GuardedSocket), "dropConnection"],
        tcp.Server: [*hooks_of(FrameWriter), "abortConnection"],
    }
    missing = [name for kind, names in used.items() for name in names if not hasattr(kind, name)]
    # Each object has these, but not the class.
    read = {tcp.Port.doRead: "numberAccepts", HTTPChannel.allContentReceived: "_path"}
    missing += [name for method, name in read.items() if name not in method.__code__.co_names]
    if missing:
        raise UnknownServer(f"Missing: {', '.join(missing)}")


async def check_server(reactor: Any, connections: Connections) -> None:
    """Serve a page and a socket to this process. Raise UnknownServer if a method is not called."""
    waiting = {(kind, name) for kind in (PlainConnection, GuardedSocket) for name in hooks_of(kind)}
    waiting -= _ONLY_LATE
    all_called = asyncio.Event()

    def watch(kind: type) -> Any:
        """Return a subclass that notes which methods are called."""

        def note_calls(name: str) -> Any:
            method = getattr(kind, name)

            def call(*arguments: Any, **options: Any) -> Any:
                waiting.discard((kind, name))
                if not waiting:
                    all_called.set()
                return method(*arguments, **options)

            return call

        return type(kind.__name__, (kind,), {name: note_calls(name) for name in hooks_of(kind)})

    plain, socket = watch(PlainConnection), watch(GuardedSocket)
    server = Server(_serve, endpoints=["tcp:0"])
    server.connections = {}
    server.http_factory, server.ws_factory = HTTPFactory(server), WebSocketFactory(server)
    server.http_factory.protocol = lambda: plain(connections)
    server.ws_factory.protocol = socket
    port = reactor.listenTCP(0, server.http_factory, interface="127.0.0.1")
    problem: object = ""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await _talk(port.getHost().port)
            await all_called.wait()
    except Exception as error:  # noqa: BLE001  # reported below
        problem = repr(error)
    finally:
        port.stopListening()
    if waiting or problem:
        missing = ", ".join(sorted(name for _, name in waiting)) or "nothing"
        raise UnknownServer(f"Not called: {missing}. Failed: {problem or 'nothing'}")


async def _serve(scope: Any, receive: Any, send: Any) -> None:
    """Answer a page, or echo a socket's frame and close the socket."""
    await receive()
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})
        return
    await send({"type": "websocket.accept"})
    writer = FrameWriter(send, lambda: None)
    writer.admit()
    writer.send((await receive())["text"])
    writer.close(1000)
    await writer.finish()


async def _talk(port: int) -> None:
    for request, status in ((_PAGE, b" 204 "), (_SOCKET, b" 101 ")):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(request)
            answer = await reader.readuntil(b"\r\n\r\n")
            if request is _SOCKET:
                writer.write(_FRAME)
                answer += await reader.readexactly(len(_ECHO))
            if status not in answer or (request is _SOCKET and not answer.endswith(_ECHO)):
                raise ValueError(answer)
        finally:
            writer.close()
