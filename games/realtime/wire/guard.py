"""Count the bytes and frames of a socket before anything reads them, and drop floods.

Daphne and Autobahn read, answer and queue everything, even control frames, so one socket could keep
the process busy for seconds.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

from games import metrics
from games.realtime.limits import (
    BYTES_AT_ONCE,
    BYTES_BEFORE_SYNC,
    BYTES_PER_SECOND,
    PIECE_COST,
    TokenBucket,
)

_MAX_UNREAD = 2**20

connecting: ContextVar["GuardedSocket | None"] = ContextVar("connecting", default=None)
"""The socket for which daphne starts an application; the application inherits it."""


class GuardedSocket(WebSocketProtocol):
    """Daphne's end of a socket, which drops the client before it costs much. Daphne, Autobahn and
    Twisted call the methods with names in camel case."""

    def __init__(self) -> None:
        super().__init__()
        self._budgets: tuple[TokenBucket, ...] = (TokenBucket(0, BYTES_BEFORE_SYNC),)
        self._unread = 0
        """Bytes that arrived while earlier messages were still queued."""
        self._is_announced = False
        self.on_settled: Callable[[], None] | None = None
        """Called once: when the client has its `sync`, is turned away or is gone."""

    def admit(self, *shared: TokenBucket) -> None:
        """Let the client send, now that it has its `sync`, within its own and the `shared`
        limits."""
        self._budgets = (TokenBucket(BYTES_PER_SECOND, BYTES_AT_ONCE), *shared)
        self._settle()

    def onConnect(self, request: Any) -> Any:  # noqa: N802
        """Start the application, which finds this socket in `connecting`."""
        self._is_announced = True
        token = connecting.set(self)
        try:
            return super().onConnect(request)
        finally:
            connecting.reset(token)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Count the data, then read it. A client must wait for the answer to its request."""
        if self.state == self.STATE_CONNECTING:
            if self._is_announced:
                self._drop("early")
            else:
                super().dataReceived(data)
        elif self._is_too_much(len(data) + PIECE_COST):
            self._drop("flood")
        elif self._is_unread(len(data)):
            self._drop("unread")
        else:
            super().dataReceived(data)

    def onFrameBegin(self) -> None:  # noqa: N802
        """Count each frame, of every kind, before Autobahn reads it."""
        if self._is_too_much(PIECE_COST):
            self._drop("flood")
        else:
            super().onFrameBegin()

    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802
        """Drop a client that sends one message in ever more frames. Autobahn's own limit would also
        apply to what the server sends."""
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > BYTES_AT_ONCE:
            self._drop("flood")

    def onAutoPingTimeout(self) -> None:  # noqa: N802
        metrics.dropped.labels("no_pong").inc()
        super().onAutoPingTimeout()

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Send a close frame. A client that is slow to answer no longer counts."""
        super().serverClose(code)
        self._settle()

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self._settle()
        super().connectionLost(reason)

    def _settle(self) -> None:
        if self.on_settled is not None:
            self.on_settled()
            self.on_settled = None

    def _is_unread(self, size: int) -> bool:
        """Return whether too many bytes wait for the application."""
        self._unread = 0 if self.application_queue.empty() else self._unread + size
        return self._unread > _MAX_UNREAD

    def _is_too_much(self, cost: int) -> bool:
        # What exceeds its own budget is not charged to the shared ones.
        return not all(budget.take(cost) for budget in self._budgets)

    def _drop(self, why: str) -> None:
        if self.state != self.STATE_CLOSED:
            metrics.dropped.labels(why).inc()
            self.dropConnection(abort=True)
