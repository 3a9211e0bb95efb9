"""Write the frames of one socket: each is built once for all sockets, and written at once.

ASGI cannot express a text that goes to many sockets, nor a client that does not read. On daphne,
this module therefore does two things itself:

- It builds the bytes of a text frame once for all sockets and writes them to the connection.
  Daphne and Autobahn would build them anew for each socket.
- It notices that a client does not read. Such a client gets nothing more, and nothing is read from
  it, until it has caught up; if it never does, its pings go unanswered and it is dropped.

What it gains, in the server's processor time (bench/RESULTS.md): an event is stored and sent to 100
sockets in 1.05 ms instead of 2.8, of which writing past Twisted's reactor saves 1.5.

With FARKLE_FAST_SOCKETS=no, and on any other server, frames go through ASGI as usual, and a client
that does not read is only dropped when its pings go unanswered.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from autobahn.exception import Disconnected
from django.conf import settings

from games.realtime.limits import Budget
from games.realtime.wire.frame_codec import encode_frame
from games.realtime.wire.guard import (
    GuardedSocket,
    TextHandler,
    read_without_log,
    write_at_once,
)

logger = logging.getLogger(__name__)

CLOSE_ERROR = 4500

Send = Callable[[dict[str, Any]], Awaitable[None]]


class FrameWriter:
    """Writes the frames of one socket. Calls `on_resume` when a client that had stopped reading
    reads again."""

    def __init__(self, send: Send, on_resume: Callable[[], None]) -> None:
        self._writable = asyncio.Event()
        self._writable.set()
        self._asgi = _Outbox(send)
        self._held: list[str] | None = None
        self._on_resume = on_resume
        self._guard = _guard_behind(send)
        self._protocol: GuardedSocket | None = None
        if settings.FAST_SOCKETS and self._guard and self._guard._perMessageCompress is None:
            self._protocol = self._guard
            self._protocol.is_fast = True
            # Twisted tells one producer when the transport's buffer is full. The registered one is
            # the HTTP channel that the socket began as, which is no longer needed.
            self._transport: Any = self._protocol.transport
            self._transport.unregisterProducer()
            self._transport.registerProducer(self, True)
            read_without_log(self._transport)

    def admit(self, handle: TextHandler, *shared: Budget) -> None:
        """Let the client send as a page does, now that it has its `sync`. Offer its texts to
        `handle`."""
        if self._guard is not None:
            self._guard.admit(handle, *shared)

    def expect(self, seconds: int) -> None:
        """Note that the client will send something within so many seconds."""
        if self._guard is not None:
            self._guard.expect(seconds)

    @property
    def is_full(self) -> bool:
        """Whether the client does not read, so that what was written is buffered here."""
        return not self._writable.is_set()

    async def drain(self) -> None:
        """Wait until the client reads again, or the connection is lost."""
        await self._writable.wait()

    def send(self, *texts: str) -> None:
        """Send text frames, with one system call. A closed socket ignores them."""
        protocol = self._protocol
        if self._held is not None:
            self._held += texts
        elif protocol is not None and protocol.state == GuardedSocket.STATE_OPEN:
            encoded = map(encode_frame, texts)
            write_at_once(
                protocol.transport, next(encoded) if len(texts) == 1 else b"".join(encoded)
            )
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

    def pauseProducing(self) -> None:  # noqa: N802  # Twisted's name
        """Stop reading from a client that does not read."""
        self._writable.clear()
        self._transport.pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802  # Twisted's name
        """Go on: the transport's buffer has room again."""
        self._writable.set()
        self._transport.resumeProducing()
        self._on_resume()

    def stopProducing(self) -> None:  # noqa: N802  # Twisted's name
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


def _guard_behind(send: Send) -> GuardedSocket | None:
    """Return daphne's end of the connection; None on any other server."""
    if isinstance(send, partial) and send.args and isinstance(send.args[0], GuardedSocket):
        return send.args[0]
    return None
