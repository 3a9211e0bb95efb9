"""Send and receive the frames of one socket: the only module that reaches into daphne's insides.

ASGI cannot express a text that goes to many sockets, a client that does not read, or one that sends
too much. On daphne, this module therefore does five things itself:

- It counts what arrives, frames of every kind included, before anything looks at it, and drops a
  socket that sends too much. One socket could otherwise keep the process busy for seconds.
- It builds the bytes of a text frame once for all sockets and writes them to the connection.
  Daphne and Autobahn would build them anew for each socket.
- It decodes one small text frame, which is nearly everything a page sends, at once. All else is
  left to Autobahn, which knows every kind of frame and every fault.
- It notices that a client does not read. Such a client gets nothing more, and nothing is read from
  it, until it has caught up; if it never does, its pings go unanswered and daphne drops it.
- It pings silent clients itself, each at its own time, and reads their pongs. Daphne pings all at
  the same moment, and Autobahn makes a random text, a timer and notes for a log for each of them.

What it gains, in the server's processor time (bench/RESULTS.md): a ping is answered in 30 µs
instead of 75, of which decoding at once saves 25; an event is stored and sent to 100 sockets in
1.05 ms instead of 2.8, of which writing past Twisted's reactor saves 1.5.

With FARKLE_FAST_SOCKETS=no, and on any other server, frames go through ASGI as usual, and a client
that does not read is only dropped when its pings go unanswered. On daphne everything is counted
all the same.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from typing import Any

from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings

from games import metrics
from games.presence import PING_SECONDS
from games.realtime.limits import (
    BYTES_AT_ONCE,
    BYTES_BEFORE_SYNC,
    BYTES_PER_SECOND,
    PIECE_COST,
    Budget,
)

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]
Take = Callable[[str], bool]
"""Handles a text, or returns False to get it through ASGI."""

_FINAL_TEXT = 0x81
_PING = bytes((0x89, 0))
_LENGTH_IN_2, _LENGTH_IN_8 = 126, 127
_MASKED = 0x80
_MASK_BYTES = 4
_PONG = bytes((0x8A, _MASKED))  # with nothing in it, like our pings
_PONG_BYTES = len(_PONG) + _MASK_BYTES
_SMALL = 1024
_MAX_UNREAD = 2**20
_LATE_SECONDS = 5
"""How much later than it said a client may give its sign of life."""
_CHECK_EVERY = 5
"""Seconds between two looks for connections that have ended."""
_check_applications = Server.application_checker
_ROUND_SECONDS, _PIECES = 5.0, 20
"""How long a round of checks over all connections takes, and in how many pieces it is done."""


@lru_cache(maxsize=64)  # a frame for many sockets is sent to them one right after the other
def encode_frame(text: str) -> bytes:
    """Return the bytes of one unmasked text frame (RFC 6455, 5.2)."""
    payload = text.encode()
    size = len(payload)
    if size < _LENGTH_IN_2:
        return bytes((_FINAL_TEXT, size)) + payload
    if size < 2**16:
        return bytes((_FINAL_TEXT, _LENGTH_IN_2)) + size.to_bytes(2, "big") + payload
    return bytes((_FINAL_TEXT, _LENGTH_IN_8)) + size.to_bytes(8, "big") + payload


def decode_frame(data: bytes) -> bytes | None:
    """Return the payload if `data` is exactly one small, whole, masked text frame; else None."""
    if not 6 < len(data) < _SMALL or data[0] != _FINAL_TEXT:
        return None
    size, at = data[1] - _MASKED, 2
    if size == _LENGTH_IN_2:
        size, at = int.from_bytes(data[2:4], "big"), 4
        if size < _LENGTH_IN_2:  # must be written in the short form
            return None
    elif size == _LENGTH_IN_8:
        return None
    start = at + _MASK_BYTES
    if size <= 0 or len(data) != start + size:
        return None
    mask = data[at:start] * (size // _MASK_BYTES + 1)
    plain = int.from_bytes(data[start:], "big") ^ int.from_bytes(mask[:size], "big")
    return plain.to_bytes(size, "big")


def install() -> None:
    """Make daphne use the guarded sockets of this module, and check them a few at a time."""
    WebSocketFactory.protocol = GuardedSocket
    Server.timeout_checker = check_some
    Server.application_checker = check_applications


def check_applications(server: Any) -> None:
    """Let daphne look through all connections for those that have ended, less often than it would.

    Nothing waits for it: the database and the limits are told of an end at once.
    """
    skipped = vars(server).setdefault("checks_skipped", 0)
    server.checks_skipped = (skipped + 1) % _CHECK_EVERY
    if skipped:
        asyncio.get_running_loop().call_later(1, server.application_checker)
    else:
        _check_applications(server)


def check_some(server: Any) -> None:
    """Check the timeouts of some connections. Daphne's own checks all of them in one go."""
    left = vars(server).setdefault("left_to_check", [])
    if not left:
        left.extend(server.connections)
    some = -(-len(server.connections) // _PIECES)
    for protocol in left[:some]:
        if protocol in server.connections:
            protocol.check_timeouts()
    del left[:some]
    asyncio.get_running_loop().call_later(_ROUND_SECONDS / _PIECES, server.timeout_checker)


class GuardedSocket(WebSocketProtocol):
    """Daphne's end of a socket, which drops the client before it costs much."""

    is_fast = False
    """Whether small frames are decoded here."""
    CONFIG_ATTRS = ()
    """The options that Autobahn is to copy: none."""

    def __init__(self) -> None:
        super().__init__()
        self._budgets: tuple[Budget, ...] = (Budget(0, BYTES_BEFORE_SYNC),)
        self._unread = 0
        """Bytes that arrived while the application had not taken what came before them."""
        self._heard = time.monotonic()
        """When anything last came from the client."""
        self._expected = PING_SECONDS + _LATE_SECONDS
        """After how long a silence it is pinged."""
        self._pinged: float | None = None
        """When it was pinged, until something comes."""
        self._take: Take | None = None
        self.on_settled: Callable[[], None] | None = None
        """Called once, when the client has its `sync`, was turned away or is gone."""

    def connectionMade(self) -> None:  # noqa: N802  # Autobahn's name
        """Begin, with the factory's options. Autobahn would also describe them all for its log,
        which takes 0.2 ms."""
        for name in WebSocketProtocol.CONFIG_ATTRS:
            setattr(self, name, getattr(self.factory, name))
        super().connectionMade()

    def check_timeouts(self) -> None:
        """Ping a client that has been silent for too long, or for longer than it said. Drop it if
        it has not answered the last ping."""
        if self.state != WebSocketProtocol.STATE_OPEN:
            super().check_timeouts()
            return
        now = time.monotonic()
        if self._pinged is not None:
            if now - self._pinged > self.server.ping_timeout:
                self._drop("no_pong")
        elif now - self._heard > min(self.server.ping_interval, self._expected):
            self._pinged = now
            if self.is_fast:
                _write(self.transport, _PING)
            else:
                self.sendPing()

    def admit(self, take: Take, *shared: Budget) -> None:
        """Let the client send: it has its `sync`. It also spends what it shares with others."""
        self._take = take
        self._budgets = (Budget(BYTES_PER_SECOND, BYTES_AT_ONCE), *shared)
        self._settle()

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802  # daphne's name
        """Say farewell. The client may take seconds to answer, but no longer counts."""
        super().serverClose(code)
        self._settle()

    def connectionLost(self, reason: Any) -> None:  # noqa: N802  # Twisted's name
        """End."""
        self._settle()
        super().connectionLost(reason)

    def expect(self, seconds: int) -> None:
        """Note that the client will send something within so many seconds."""
        self._expected = seconds + _LATE_SECONDS

    def _settle(self) -> None:
        if self.on_settled is not None:
            self.on_settled()
            self.on_settled = None

    def offer(self, text: str) -> bool:
        """Let the application handle a text at once, unless others wait before it. Return whether
        it did."""
        take = self._take
        return take is not None and self.application_queue.empty() and take(text)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  # Twisted's name
        """Count what has arrived, then handle it."""
        self._heard, self._pinged = time.monotonic(), None
        if self.state == WebSocketProtocol.STATE_CONNECTING:
            self._on_request(data)
        elif self._is_too_much(len(data) + PIECE_COST):
            self._drop("flood")
        elif self._is_unread(len(data)):
            self._drop("unread")
        elif self.is_fast:
            _read(self, data)
        else:
            super().dataReceived(data)

    def _on_request(self, data: bytes) -> None:
        """Read the request that daphne hands over. Before its answer, nothing may follow."""
        if hasattr(self, "handshake_deferred"):
            self._drop("early")
        else:
            super().dataReceived(data)

    def _is_unread(self, size: int) -> bool:
        """Return whether too much waits in our memory, because the application waits itself."""
        self._unread = 0 if self.application_queue.empty() else self._unread + size
        return self._unread > _MAX_UNREAD

    def onFrameBegin(self) -> None:  # noqa: N802  # Autobahn's name
        """Count each frame, of every kind, that Autobahn is about to read."""
        if self._is_too_much(PIECE_COST):
            self._drop("flood")
        else:
            super().onFrameBegin()

    def _is_too_much(self, cost: int) -> bool:
        for budget in self._budgets:  # what its own does not allow costs nobody else
            budget.left -= cost
            if budget.left < 0 and budget.is_spent():
                return True
        return False

    def _drop(self, why: str) -> None:
        if self.state != WebSocketProtocol.STATE_CLOSED:
            metrics.dropped.labels(why).inc()
            self.dropConnection(abort=True)


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
            # the HTTP channel that the socket began as, which has done its work.
            self._transport: Any = self._protocol.transport
            self._transport.unregisterProducer()
            self._transport.registerProducer(self, True)

    def admit(self, take: Take, *shared: Budget) -> None:
        """Let the client send what a page may: it has its `sync`. Offer its texts to `take`."""
        if self._guard is not None:
            self._guard.admit(take, *shared)

    def expect(self, seconds: int) -> None:
        """Note that the client will send something within so many seconds."""
        if self._guard is not None:
            self._guard.expect(seconds)

    @property
    def is_full(self) -> bool:
        """Whether the client does not read, so that what was written waits in our memory."""
        return not self._writable.is_set()

    async def drain(self) -> None:
        """Wait until the client reads again, or the connection is lost."""
        await self._writable.wait()

    def send(self, *texts: str) -> None:
        """Send text frames, with one call of the system. A closed socket ignores them."""
        protocol = self._protocol
        if self._held is not None:
            self._held += texts
        elif protocol is not None and protocol.state == WebSocketProtocol.STATE_OPEN:
            encoded = map(encode_frame, texts)
            _write(protocol.transport, next(encoded) if len(texts) == 1 else b"".join(encoded))
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
    """Messages on their way to the server, in order. Nobody has to wait for it to take them."""

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
        except Exception:
            logger.debug("a socket took no more messages", exc_info=True)
            self._messages.clear()
        finally:
            self._sending = None


def _read(protocol: GuardedSocket, data: bytes) -> None:
    """Handle one small frame at once, and leave everything else to Autobahn."""
    between_frames = (
        protocol.state == WebSocketProtocol.STATE_OPEN
        and protocol.current_frame is None
        and not protocol.data
        and not protocol.inside_message
    )
    if between_frames and len(data) == _PONG_BYTES and data.startswith(_PONG):
        return
    payload = decode_frame(data) if between_frames else None
    text = None if payload is None else _text(payload)
    if text is None:
        WebSocketProtocol.dataReceived(protocol, data)
    elif not protocol.offer(text):
        protocol.onMessage(payload, False)


def _text(payload: bytes) -> str | None:
    try:
        return payload.decode()
    except UnicodeDecodeError:
        return None


def _write(transport: Any, frame: bytes) -> None:
    """Write to the system's socket at once if nothing is buffered before it.

    That spares Twisted's reactor two system calls for each frame. What the system does not take is
    buffered by the transport as usual.
    """
    sent = 0
    if transport.connected and not transport.dataBuffer and not transport._tempDataBuffer:
        sent = transport.writeSomeData(frame)
        if not isinstance(sent, int):
            sent = 0  # the connection is lost; the reactor will notice
    if sent < len(frame):
        transport.write(frame[sent:])


def _guard_behind(send: Send) -> GuardedSocket | None:
    """Return daphne's end of the connection; None on any other server."""
    if isinstance(send, partial) and send.args and isinstance(send.args[0], GuardedSocket):
        return send.args[0]
    return None
