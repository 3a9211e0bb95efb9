"""The way to one socket: frames go to its transport as they are, made ready once for all.

An ASGI server makes each frame anew for each socket, which in a room of hundreds is most of the
work. Where the server is daphne we know the bytes of a text frame, and write them ourselves;
anywhere else, and while a socket is not open, frames go the usual way. So it is on the way in: what
pages send is nearly always one small text frame, which is read at once; all else is left to the
server's own reading, which knows every kind of frame and what is wrong with one.

A line is full while its client does not read: what has been written lies in our memory. Then
nothing more is read from it either, and whoever would send it much waits until there is room again;
if there never is, the pings of the server go unanswered and it drops the connection.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]

_FINAL_TEXT = 0x81
_LENGTH_IN_2, _LENGTH_IN_8 = 126, 127
_MASKED = 0x80
_MASK_BYTES = 4
_SMALL = 1024
_MOST_WAITING = 2**20


@lru_cache(maxsize=16)  # who sends one text to many does so at once
def ready(text: str) -> bytes:
    """The bytes of one whole text frame from a server (RFC 6455, 5.2)."""
    payload = text.encode()
    size = len(payload)
    if size < _LENGTH_IN_2:
        return bytes((_FINAL_TEXT, size)) + payload
    if size < 2**16:
        return bytes((_FINAL_TEXT, _LENGTH_IN_2)) + size.to_bytes(2, "big") + payload
    return bytes((_FINAL_TEXT, _LENGTH_IN_8)) + size.to_bytes(8, "big") + payload


def whole(data: bytes) -> bytes | None:
    """What a client says in `data`, if that is one whole small text frame and nothing else."""
    if not 6 < len(data) < _SMALL or data[0] != _FINAL_TEXT:
        return None
    size, at = data[1] - _MASKED, 2
    if size == _LENGTH_IN_2:
        size, at = int.from_bytes(data[2:4], "big"), 4
        if size < _LENGTH_IN_2:  # which the short form would have said
            return None
    elif size == _LENGTH_IN_8:
        return None
    start = at + _MASK_BYTES
    if size <= 0 or len(data) != start + size:
        return None
    mask = data[at:start] * (size // _MASK_BYTES + 1)
    plain = int.from_bytes(data[start:], "big") ^ int.from_bytes(mask[:size], "big")
    return plain.to_bytes(size, "big")


class FrameWriter:
    """See the module. `freed` is called when there is room again on a line that was full."""

    def __init__(self, send: Send, freed: Callable[[], None]) -> None:
        self._free = asyncio.Event()
        self._free.set()
        self._send = send
        self._freed = freed
        self._waiting = 0
        """Bytes that came while what came before them was not taken yet."""
        self._protocol = _protocol_behind(send)
        if self._protocol is not None:
            # Twisted tells one producer when the transport's buffer is full. The one that is
            # registered is the http channel that the socket began as, which has done its work.
            self._transport: Any = self._protocol.transport
            self._transport.unregisterProducer()
            self._transport.registerProducer(self, True)
            self._protocol.dataReceived = partial(self._listen, self._protocol)

    @property
    def full(self) -> bool:
        """Whether what was written waits for the client."""
        return not self._free.is_set()

    def _listen(self, protocol: WebSocketProtocol, data: bytes) -> None:
        """In place of the protocol's own `dataReceived`."""
        self._waiting = 0 if protocol.application_queue.empty() else self._waiting + len(data)
        if self._waiting > _MOST_WAITING:
            # A flood while nobody comes to say so: the database is slow, and this is our memory.
            protocol.dropConnection(abort=True)
        else:
            _hear(protocol, data)

    async def room(self) -> None:
        """Wait until there is room, or the connection is gone."""
        await self._free.wait()

    async def post(self, text: str) -> None:
        """Send a frame. A socket that is closed takes it without a word."""
        protocol = self._protocol
        if protocol is not None and protocol.state == WebSocketProtocol.STATE_OPEN:
            _write(protocol.transport, ready(text))
            return
        try:
            await self._send({"type": "websocket.send", "text": text})
        except Exception:
            logger.debug("a socket would take no more", exc_info=True)

    # Twisted's names for what it calls.

    def pauseProducing(self) -> None:  # noqa: N802  # as above
        self._free.clear()
        self._transport.pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802  # as above
        self._free.set()
        self._transport.resumeProducing()
        self._freed()

    def stopProducing(self) -> None:  # noqa: N802  # as above
        """The connection is lost; the application hears of that by itself."""
        self._free.set()


def _hear(protocol: WebSocketProtocol, data: bytes) -> None:
    """One small frame at once, everything else as the server has it."""
    idle = (
        protocol.state == WebSocketProtocol.STATE_OPEN
        and protocol.current_frame is None
        and not protocol.data
        and not protocol.inside_message
        and protocol.autoPingTimeoutCall is None  # which any frame ends
    )
    payload = whole(data) if idle else None
    if payload is None or not _is_utf8(payload):
        WebSocketProtocol.dataReceived(protocol, data)
    else:
        protocol.onMessage(payload, False)


def _is_utf8(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True


def _write(transport: Any, frame: bytes) -> None:
    """To the socket itself where nothing waits before it, which spares the reactor two calls to the
    system for each frame; what the system would not take waits in the transport, as usual."""
    sent = 0
    if transport.connected and not transport.dataBuffer and not transport._tempDataBuffer:
        sent = transport.writeSomeData(frame)
        if not isinstance(sent, int):
            sent = 0  # the connection is lost, which the reactor finds out in its own way
    if sent < len(frame):
        transport.write(frame[sent:])


def _protocol_behind(send: Send) -> WebSocketProtocol | None:
    """Daphne's end of the connection, where frames can be written as they are."""
    if not isinstance(send, partial) or not send.args:
        return None
    protocol = send.args[0]
    if not isinstance(protocol, WebSocketProtocol) or protocol._perMessageCompress is not None:
        return None
    return protocol
