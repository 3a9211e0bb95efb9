"""Write the frames of one socket: each is encoded once for all sockets, and written at once.

ASGI cannot express a text that goes to many sockets, nor a client that does not read. On daphne,
this module therefore does three things itself:

- It encodes a text once for all sockets. Daphne and Autobahn would do it anew for each.
- It writes a frame to the system's socket at once. Twisted's reactor would take two more system
  calls and a turn of the event loop for each frame of each socket.
- It notices that a client does not read. Such a client gets nothing more, and nothing is read from
  it, until it has caught up; if it never does, its pings go unanswered and it is dropped.

bench/RESULTS.md has the gain: an event to 100 sockets takes less than half the processor
time. On any other server, frames go through ASGI as usual.
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
    """Return the bytes of one text frame from the server."""
    prepared: Any = PreparedMessage(text.encode(), False, applyMask=False, doNotCompress=True)
    frame: bytes = prepared.payloadHybi
    return frame


def write_at_once(transport: Any, frame: bytes) -> None:
    """Write to the system's socket at once if nothing is buffered before it. What the system does
    not take is buffered by the transport as usual."""
    sent = 0
    if transport.connected and not transport.dataBuffer and not transport._tempDataBuffer:
        sent = transport.writeSomeData(frame)
        if not isinstance(sent, int):  # the connection is lost, which the reactor will notice
            sent = 0
    if sent < len(frame):
        transport.write(frame[sent:])


class FrameWriter:
    """Writes the frames of one socket. Calls `on_resume` when a client that had stopped reading
    reads again."""

    def __init__(self, send: Send, on_resume: Callable[[], None]) -> None:
        self._writable = asyncio.Event()
        self._writable.set()
        self._asgi = _Outbox(send)
        self._held: list[str] | None = None
        self._on_resume = on_resume
        self._socket = connecting.get()
        """Daphne's end of the connection; None on any other server."""
        if self._socket is not None:
            connecting.set(None)  # what starts from here need not keep it
            # Twisted tells one producer when the transport's buffer is full. The registered one is
            # the HTTP channel that the socket began as, which is no longer needed.
            self._transport: Any = self._socket.transport
            self._transport.unregisterProducer()
            self._transport.registerProducer(self, True)

    def admit(self, *shared: TokenBucket) -> None:
        """Let the client send as a page does, now that it has its `sync`."""
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
        """Send what was held back."""
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
        """Stop reading from a client that does not read."""
        self._writable.clear()
        self._transport.pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802
        """Go on: the transport's buffer has room again."""
        self._writable.set()
        self._transport.resumeProducing()
        self._on_resume()

    def stopProducing(self) -> None:  # noqa: N802
        """Release the waiting writer: the connection is lost, and daphne will tell the
        application."""
        self._writable.set()


class _Outbox:
    """Messages on their way to the server, in order. Senders need not wait until it takes them."""

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
            # What is lost would be missing on the page, so the page is to come back.
            logger.exception("a socket could not be sent to")
            self._messages.clear()
            with contextlib.suppress(Exception):
                await self._send({"type": "websocket.close", "code": CLOSE_ERROR})
        finally:
            self._sending = None
