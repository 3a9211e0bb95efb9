"""A minimal web socket client, so that the clients cost less processor time than the server.

It implements just enough of RFC 6455 for our own server: unfragmented text frames, pings and close.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_NO_MASK = bytes(4)  # clients must mask what they send; a mask of zeros changes nothing


class Socket(asyncio.Protocol):
    """One web socket. Calls `on_frame(socket, payload, bytes on the wire)` for every text frame."""

    def __init__(self, request: bytes, on_frame: Callable[[Socket, bytes, int], None]) -> None:
        self._request = request
        self._on_frame = on_frame
        self._open = False
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self.n = -1
        """The number of the last event received; -1 before the first `sync`."""
        self.seat = 0
        self.closed = False
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        """Set when the server has taken the socket; `ready`, at its first `sync`."""
        self.ready: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        refused = ConnectionError(f"refused: {self._buffer[:80]!r} {error}")
        for one in (self.opened, self.ready):
            if not one.done():
                one.set_exception(refused)
                one.exception()  # nobody need ask for it

    def send(self, payload: bytes, opcode: int = _TEXT) -> None:
        """Send one frame."""
        assert self._transport is not None
        size = len(payload)
        head = bytes((128 | opcode, 128 | min(size, 126)))
        if size > 125:
            head += size.to_bytes(2, "big")
        self._transport.write(head + _NO_MASK + payload)

    def close(self) -> None:
        """Drop the connection, without a closing handshake."""
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        at = 0
        if not self._open:
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._buffer = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self._buffer = data
                self.close()
                return
            self._open = True
            if not self.opened.done():
                self.opened.set_result(None)
        end = len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if start + size > end or start > end:
                break
            opcode, payload = data[at] & 15, data[start : start + size]
            if opcode == _TEXT:
                self._on_frame(self, payload, start + size - at)
            elif opcode == _PING:
                self.send(payload, _PONG)
            elif opcode == _CLOSE:
                self.close()
            at = start + size
        self._buffer = data[at:]


async def connect(
    port: int,
    path: str,
    cookie: str,
    on_frame: Callable[[Socket, bytes, int], None],
    seat: int = 0,
    open_within: float = 60.0,
) -> Socket:
    """Return a connected socket once `on_frame` has set its `ready`, at the first `sync`.

    Raises TimeoutError if it is not taken within so many seconds.
    """
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {cookie}",
        "\r\n",
    ]
    loop = asyncio.get_running_loop()
    request = "\r\n".join(lines).encode()
    _, socket = await loop.create_connection(lambda: Socket(request, on_frame), "127.0.0.1", port)
    socket.seat = seat
    try:
        await asyncio.wait_for(socket.opened, open_within)
        await asyncio.wait_for(socket.ready, 60)
    except TimeoutError:
        socket.close()
        raise
    return socket
