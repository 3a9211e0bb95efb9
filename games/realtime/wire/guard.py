"""Guard daphne's end of a socket: count what arrives, read small frames, ping silent clients.

ASGI cannot express a client that sends too much, and daphne spends much on every frame. This module
therefore does three things itself:

- It counts what arrives, frames of every kind included, before anything looks at it, and drops a
  socket that sends too much. One socket could otherwise keep the process busy for seconds.
- It decodes small text frames at once, which is nearly all that pages send.
- It pings silent clients itself, each at its own time, and reads their pongs. Daphne pings all of
  them at the same moment, and for each Autobahn makes a random payload, a timer and log records.

What it gains, in the server's processor time (bench/RESULTS.md): a ping is answered in 30 µs
instead of 75, of which decoding at once saves 25.

With FARKLE_FAST_SOCKETS=no frames are read by Autobahn. What arrives is still counted.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

from games import metrics
from games.presence import PING_SECONDS
from games.realtime.limits import (
    BYTES_AT_ONCE,
    BYTES_BEFORE_SYNC,
    BYTES_PER_SECOND,
    PIECE_COST,
    Budget,
)
from games.realtime.wire.frame_codec import PING, decode_frame, is_pong

TextHandler = Callable[[str], bool]
"""Handles a text, or returns False to get it through ASGI."""

_MAX_UNREAD = 2**20
_LATE_SECONDS = 5
"""How much later than announced a client may ping."""


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
        """Bytes that arrived while the application had not taken the ones before them."""
        self._heard = time.monotonic()
        """When anything last came from the client."""
        self._expected = PING_SECONDS + _LATE_SECONDS
        """After how long a silence the client is pinged."""
        self._pinged: float | None = None
        """When the client was pinged; None once something has arrived since."""
        self._handle_text: TextHandler | None = None
        self.on_settled: Callable[[], None] | None = None
        """Called once, when the client has its `sync`, was turned away or is gone."""

    def connectionMade(self) -> None:  # noqa: N802  # Autobahn's name
        """Begin, with the factory's options. Autobahn would also log all of them, which takes 0.2
        ms."""
        for name in WebSocketProtocol.CONFIG_ATTRS:
            setattr(self, name, getattr(self.factory, name))
        super().connectionMade()

    def check_timeouts(self) -> float | None:
        """Ping a client that has been silent for too long, or for longer than it announced. Drop it
        if it has not answered the last ping. Return after how many seconds to check again, if that
        is known."""
        if self.state != WebSocketProtocol.STATE_OPEN:
            super().check_timeouts()
            return None
        now = time.monotonic()
        if self._pinged is None and now - self._heard > self._patience:
            self._pinged = now
            if self.is_fast:
                write_at_once(self.transport, PING)
            else:
                self.sendPing()
        if self._pinged is None:
            left = self._heard + self._patience - now
        else:
            left = self._pinged + self.server.ping_timeout - now
            if left < 0:
                self._drop("no_pong")
        # If it announces a shorter silence meanwhile, it is pinged late once.
        return max(0.0, left)

    @property
    def _patience(self) -> float:
        longest: float = self.server.ping_interval
        return min(longest, self._expected)

    def admit(self, handle: TextHandler, *shared: Budget) -> None:
        """Let the client send, now that it has its `sync`. What it sends also counts against the
        limits it shares."""
        self._handle_text = handle
        self._budgets = (Budget(BYTES_PER_SECOND, BYTES_AT_ONCE), *shared)
        self._settle()

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802  # daphne's name
        """Send a close frame. The client may take seconds to answer, but no longer counts."""
        super().serverClose(code)
        self._settle()

    def connectionLost(self, reason: Any) -> None:  # noqa: N802  # Twisted's name
        """Make room for the next client that waits to be let in."""
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
        """Let the application handle a text at once, unless others are queued before it. Return
        whether it did."""
        handle = self._handle_text
        return handle is not None and self.application_queue.empty() and handle(text)

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

    @property
    def _is_between_frames(self) -> bool:
        return (
            self.state == WebSocketProtocol.STATE_OPEN
            and self.current_frame is None
            and not self.data
            and not self.inside_message
        )

    def _on_request(self, data: bytes) -> None:
        """Read the request that daphne hands over. Before its answer, nothing may follow."""
        if hasattr(self, "handshake_deferred"):
            self._drop("early")
        else:
            super().dataReceived(data)

    def _is_unread(self, size: int) -> bool:
        """Return whether too much is buffered here, because the application is waiting."""
        self._unread = 0 if self.application_queue.empty() else self._unread + size
        return self._unread > _MAX_UNREAD

    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802  # Autobahn's name
        """Drop a client that sends one message in ever more frames. Autobahn's own limit would also
        hold for what the server sends."""
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > BYTES_AT_ONCE:
            self._drop("flood")

    def onFrameBegin(self) -> None:  # noqa: N802  # Autobahn's name
        """Count each frame, of every kind, that Autobahn is about to read."""
        if self._is_too_much(PIECE_COST):
            self._drop("flood")
        else:
            super().onFrameBegin()

    def _is_too_much(self, cost: int) -> bool:
        for budget in self._budgets:  # what exceeds its own budget is not charged to the shared one
            budget.left -= cost
            if budget.left < 0 and budget.is_spent():
                return True
        return False

    def _drop(self, why: str) -> None:
        if self.state != WebSocketProtocol.STATE_CLOSED:
            metrics.dropped.labels(why).inc()
            self.dropConnection(abort=True)


def _read(protocol: GuardedSocket, data: bytes) -> None:
    """Handle one small frame at once, and leave everything else to Autobahn."""
    between_frames = protocol._is_between_frames
    if between_frames and is_pong(data):
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


def write_at_once(transport: Any, frame: bytes) -> None:
    """Write to the system's socket at once if nothing is buffered before it.

    That spares Twisted's reactor two system calls for each frame. What the system does not take is
    buffered by the transport as usual.
    """
    sent = 0
    if transport.connected and not transport.dataBuffer and not transport._tempDataBuffer:
        try:
            sent = transport.socket.send(frame)
        except OSError:  # if the connection is lost, the reactor will notice
            sent = 0
    if sent < len(frame):
        transport.write(frame[sent:])


def read_without_log(transport: Any) -> None:
    """Let the event loop read from a connection without the logging context that Twisted makes for
    each read, and that nobody uses. If reading is paused and resumed, Twisted makes it again.
    """
    reactor = transport.reactor
    if transport in getattr(reactor, "_readers", ()):
        asyncio.get_running_loop().add_reader(
            transport.fileno(), reactor._readOrWrite, transport, True
        )
