"""Write the frames of one socket at once, and encode each of them once for all sockets.

ASGI cannot express a text for many sockets, nor a client that does not read. On daphne this module
bypasses it: a frame skips Autobahn's encoding and Twisted's reactor, and a client that does not
read is neither sent to nor read from until it has caught up. An event to 100 sockets takes less
than half the processor time (docs/develop/benchmarks.md). On other servers, frames go through ASGI.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

from autobahn.exception import Disconnected
from autobahn.websocket.protocol import PreparedMessage

from games.realtime.limits import TokenBucket
from games.realtime.wire.guard import GuardedSocket, connecting

logger = logging.getLogger(__name__)

CLOSE_ERROR = 4500

Send = Callable[[dict[str, Any]], Awaitable[None]]


@lru_cache(maxsize=64)  # a frame for many sockets is sent to them one right after the other
def encode_frame(text: str) -> bytes:
    prepared: Any = PreparedMessage(text.encode(), False, applyMask=False, doNotCompress=True)
    frame: bytes = prepared.payloadHybi
    return frame


def write_at_once(transport: Any, frame: bytes) -> None:
    """Write to the system's socket if nothing is buffered; the transport buffers the rest."""
    sent = 0
    if transport.connected and not transport.dataBuffer and not transport._tempDataBuffer:
        sent = transport.writeSomeData(frame)
        if not isinstance(sent, int):  # the connection is lost, which the reactor will notice
            sent = 0
    if sent < len(frame):
        transport.write(frame[sent:])


class FrameWriter:
    """Writes the frames of one socket. `on_resume` is called when a paused client reads again."""

    def __init__(self, send: Send, on_resume: Callable[[], None]) -> None:
        self._writable = asyncio.Event()
        self._writable.set()
        self._asgi = _Outbox(send)
        self._held: list[str] | None = None
        self._on_resume = on_resume
        self._socket = connecting.get()
        """Daphne's end of the connection; None on any other server."""
        if self._socket is not None:
            connecting.set(None)  # tasks started from here need not keep it
            # Twisted tells one producer when the transport's buffer is full. The registered one is
            # the HTTP channel that the socket began as, which is no longer needed.
            self._transport: Any = self._socket.transport
            self._transport.unregisterProducer()
            self._transport.registerProducer(self, True)

    def admit(self, *shared: TokenBucket) -> None:
        if self._socket is not None:
            self._socket.admit(*shared)

    @property
    def is_full(self) -> bool:
        """True while the client does not read, so that frames are buffered here."""
        return not self._writable.is_set()

    async def drain(self) -> None:
        """Wait until the client reads again, or the connection is lost."""
        await self._writable.wait()

    def send(self, *texts: str) -> None:
        """Send text frames, with one system call. A closed socket ignores them."""
        socket = self._socket
        if self._held is not None:
            self._held += texts
        elif socket is not None and socket.state == GuardedSocket.STATE_OPEN:
            write_at_once(self._transport, b"".join(map(encode_frame, texts)))
        else:
            for text in texts:
                self._asgi.put({"type": "websocket.send", "text": text})

    def hold(self) -> None:
        """Hold back all frames from now on, until `release` sends them together."""
        self._held = []

    def release(self) -> None:
        held, self._held = self._held, None
        if held:
            self.send(*held)

    def close(self, code: int) -> None:
        """Close the socket after the frames that were sent."""
        self._asgi.put({"type": "websocket.close", "code": code})

    async def finish(self) -> None:
        """Wait until the server has everything that was sent."""
        await self._asgi.finish()

    # Twisted calls a producer by these names.

    def pauseProducing(self) -> None:  # noqa: N802
        self._writable.clear()
        self._transport.pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802
        """Go on, as the transport's buffer has room again."""
        self._writable.set()
        self._transport.resumeProducing()
        self._on_resume()

    def stopProducing(self) -> None:  # noqa: N802
        """Release a waiting `drain`: the connection is lost. Daphne will tell the application."""
        self._writable.set()


class _Outbox:
    """Messages on their way to the server, in order. Senders do not wait for it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._messages: deque[dict[str, Any]] = deque()
        self._sending: asyncio.Task[None] | None = None

    def put(self, message: dict[str, Any]) -> None:
        self._messages.append(message)
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def finish(self) -> None:
        if self._sending is not None:
            await self._sending

    async def _send_all(self) -> None:
        try:
            while self._messages:
                await self._send(self._messages.popleft())
        except Disconnected:
            self._messages.clear()
        except Exception:
            # The page would lack the lost frames, so it must reconnect.
            logger.exception("a socket could not be sent to")
            self._messages.clear()
            with contextlib.suppress(Exception):
                await self._send({"type": "websocket.close", "code": CLOSE_ERROR})
        finally:
            self._sending = None
