"""Limit plain connections before daphne knows of them: their number, their time and their bodies.

Daphne reads a whole request, however large and slow, before the application sees it, and accepts
connections until no file descriptor is left, not even for the database. So this module replaces
Twisted's HTTPChannel in daphne. docs/develop/attacks.md lists the limits; guard.py limits web
sockets.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from autobahn.websocket import protocol as autobahn_protocol
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from twisted.internet.tcp import Port
from twisted.web.http import HTTPChannel

from games import metrics
from games.models import Player
from games.people import identity
from games.people.address import network_of
from games.realtime.limits import ConnectionLimits, most_connections
from games.realtime.process import ServerProcess
from games.realtime.threads import DatabaseThreads
from games.realtime.wire.admission import Admission
from games.realtime.wire.guard import GuardedSocket

logger = logging.getLogger(__name__)

BODY_BYTES = 64 * 1024
IMPORT_BYTES = 5_000_000
"""Maximum size of an imported game, sent by a person with a seat or an account."""
IMPORTS_AT_ONCE = 4
"""Maximum number of such bodies that arrive at the same time, at most one per person."""
HEADER_SECONDS = 10
REQUEST_SECONDS = 60
IDLE_SECONDS = 60
"""Time a connection may wait for another request after an answer."""
REFUSED_SECONDS = 5
REFUSED_BYTES = 16 * 1024 * 1024
"""Bytes read and discarded after a refusal: a client cut off earlier may miss the answer."""

ACCEPTED_AT_ONCE = 4
"""Number of connections that are accepted in one turn of the event loop."""

_Channel: Any = HTTPChannel  # Twisted declares only some of its types

_REFUSALS = {
    400: ("Bad Request", "400.html"),
    408: ("Request Timeout", "408.html"),
    413: ("Content Too Large", "413.html"),
    503: ("Service Unavailable", "busy.html"),
}
"""The reason and the template of each status."""


class Connections:
    """The plain connections of one process."""

    def __init__(
        self,
        threads: DatabaseThreads,
        limits: ConnectionLimits,
        headers: Mapping[str, str],
        most: int,
    ) -> None:
        self.threads = threads
        self.admission = Admission()
        self.import_path = reverse("bring_in").encode()
        self.importing: set[int] = set()
        """Persons whose large bodies are arriving or being read."""
        self._limits = limits
        self._most = most
        self._headers = headers
        self._refusals: dict[int, bytes] = {}
        self._number = 0
        self._number_of: Counter[str] = Counter()
        self._waiting: dict[PlainConnection, None] = {}
        """Connections without a whole request since their last answer, oldest first."""

    def add(self, connection: "PlainConnection") -> None:
        """Count a new connection. If it is one too many, drop the one that has waited longest."""
        address = connection.address
        self._number += 1
        self._number_of[address] += 1
        self._waiting[connection] = None
        is_direct = not settings.TRUSTED_PROXIES
        if is_direct and self._number_of[address] > settings.CONNECTIONS_OF_ADDRESS:
            # Behind a proxy, all connections are the proxy's, which limits its clients itself.
            next(other for other in self._waiting if other.address == address).drop("address")
        elif self._number + self._limits.sockets > self._most:
            next(iter(self._waiting)).drop("files")

    def remove(self, connection: "PlainConnection") -> None:
        """Stop counting a connection that is lost, or has become a web socket."""
        self._waiting.pop(connection, None)
        self._number -= 1
        self._number_of[connection.address] -= 1
        if not self._number_of[connection.address]:
            del self._number_of[connection.address]

    def set_waiting(self, connection: "PlainConnection", *, waiting: bool) -> None:
        """Note that the connection waits for a request, or that its client waits for the answer."""
        self._waiting.pop(connection, None)
        if waiting:
            self._waiting[connection] = None

    def refusal(self, status: int) -> bytes:
        """Return the complete response with this status."""
        if status not in self._refusals:
            self._refusals[status] = _response(status, self._headers)
        return self._refusals[status]


class PlainConnection(_Channel):
    """One connection, until it is lost or becomes a web socket. In Twisted, each piece of data
    moves the deadline; here `setTimeout` sets one that stays."""

    abortTimeout = 5  # noqa: N815  # Twisted's name: seconds after which a close becomes an abort

    def __init__(self, connections: Connections) -> None:
        super().__init__()
        self.address = ""
        self.length: int | None = 0  # of the body: None while it is unknown
        self._connections = connections
        self._is_idle = False
        """True from an answer until the next request begins to arrive."""
        self._is_answering = False
        """True while a whole request waits for its answer."""
        self._is_refused = False
        self._is_counted = False
        self._is_queued = False
        """True while it waits to become a web socket."""
        self._left = 0
        """Bytes that may still arrive, of the body or after a refusal."""
        self._person: int | None = None
        """The person whose large body this connection carries."""

    def drop(self, why: str) -> None:
        """Cut the connection. Its file descriptor is free in the next turn of the event loop."""
        metrics.dropped.labels(why).inc()
        self._connections.admission.forget(self)
        self._uncount()
        self.transport.abortConnection()

    # Twisted calls these.

    def connectionMade(self) -> None:  # noqa: N802
        # Twisted's first deadline. To bring one forward later would take a search among all timers.
        self.timeOut = HEADER_SECONDS
        # Twisted would parse the fields of a form on the event loop, for nothing.
        self.requestFactory = partial(WebRequest, parsePOSTFormSubmission=False)
        super().connectionMade()
        self.address = network_of(getattr(self.transport.getPeer(), "host", ""))
        self._is_counted = True
        self._connections.add(self)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self._connections.admission.forget(self)
        self._uncount()
        super().connectionLost(reason)

    def resetTimeout(self) -> None:  # noqa: N802
        """Restart the time for the headers of the next request. Data moves no other deadline."""
        if self._is_idle:
            self._is_idle = False
            self.setTimeout(HEADER_SECONDS)

    def allHeadersReceived(self) -> None:  # noqa: N802
        request = self.requests[-1]
        # Daphne would trust this header, and put its value at the start of links.
        request.requestHeaders.removeHeader(b"daphne-root-path")
        self.setTimeout(REQUEST_SECONDS)
        self._left = BODY_BYTES
        if self.length != 0 and request.requestHeaders.hasHeader(b"upgrade"):
            self._refuse(400)
        elif self.length is None or self.length <= BODY_BYTES:
            super().allHeadersReceived()
        elif self.length <= IMPORT_BYTES and self._is_import():
            super().allHeadersReceived()
            self.transport.pauseProducing()
            asyncio.get_running_loop().create_task(self._authorize_import(request))
        else:
            self._refuse(413)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self._is_queued:  # nothing may follow its request before the answer
            self.drop("early")
            return
        if not self._is_refused:
            super().dataReceived(data)
            return
        self._left -= len(data)
        if self._left < 0:
            self.transport.abortConnection()

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.length is None and not self._is_answering:  # chunked
            self._left -= len(data)
            if self._left < 0 and not self._is_refused:
                self._refuse(413)
        if not self._is_refused:
            super().rawDataReceived(data)

    def allContentReceived(self) -> None:  # noqa: N802
        self._is_answering = True
        self._connections.set_waiting(self, waiting=False)
        if self.requests[-1].requestHeaders.hasHeader(b"upgrade"):
            self._is_queued = True
            self._connections.admission.ask(self)
        else:
            super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802
        self._release_import()
        self._is_answering, self._is_idle = False, True
        if self._is_counted:
            self._connections.set_waiting(self, waiting=True)
        super().requestDone(request)  # resumes the deadline, and reads the data since
        if self._is_idle:
            self.setTimeout(IDLE_SECONDS)

    def timeoutConnection(self) -> None:  # noqa: N802
        if self._is_refused:
            self.transport.abortConnection()
        elif self.requests:
            self._refuse(408)
        else:
            metrics.dropped.labels("silent").inc()
            super().timeoutConnection()

    # Our own.

    def enter(self) -> None:
        """Let daphne make a web socket of this connection, now that its turn has come."""
        self._is_queued = False
        super().allContentReceived()
        socket = getattr(self.transport, "protocol", self)
        if isinstance(socket, GuardedSocket):
            self._uncount()
            socket.on_settled = self._connections.admission.leave
        else:  # an upgrade to something else
            self._connections.admission.leave()

    def _is_import(self) -> bool:
        path: bytes = self._path.partition(b"?")[0]
        return path == self._connections.import_path

    def _refuse(self, status: int) -> None:
        """Answer without the application, read a little further, and close the connection."""
        metrics.dropped.labels(str(status)).inc()
        self._connections.admission.forget(self)
        self._is_refused, self._is_queued = True, False
        self.length = None  # what follows is not the body of a request
        self._left = REFUSED_BYTES
        self._release_import()
        self.transport.write(self._connections.refusal(status))
        self.transport.loseWriteConnection()
        self.transport.resumeProducing()
        self.setTimeout(REFUSED_SECONDS)

    async def _authorize_import(self, request: Any) -> None:
        """Continue to read a large body if its sender has a seat or an account."""
        importing = self._connections.importing
        headers = [
            (name.lower(), value)
            for name, values in request.requestHeaders.getAllRawHeaders()
            for value in values
        ]
        try:
            person = await self._connections.threads.read(_known_person, headers)
        except Exception:
            logger.exception("could not tell who is sending a large body")
            person = None
        if self._is_refused or not self._is_counted:
            return  # it took too long, or the client has gone
        if person is None:
            self._refuse(413)
        elif person in importing or len(importing) >= IMPORTS_AT_ONCE:
            self._refuse(503)
        else:
            self._person = person
            importing.add(person)
            self.transport.resumeProducing()

    def _release_import(self) -> None:
        if self._person is not None:
            self._connections.importing.discard(self._person)
            self._person = None

    def _uncount(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self._release_import()
            self._connections.remove(self)


def install(process: ServerProcess, headers: Mapping[str, str]) -> Connections:
    """Make daphne use the limited connections of this module."""
    connections = Connections(process.threads, process.limits, headers, most_connections())
    HTTPFactory.protocol = lambda _factory: PlainConnection(connections)
    WebSocketFactory.protocol = GuardedSocket
    # Twisted would accept a hundred waiting connections and more before it does anything else.
    fixed: Any = property(lambda _port: ACCEPTED_AT_ONCE, lambda _port, _number: None)
    Port.numberAccepts = fixed
    # Autobahn prints all its options for a log that nobody reads: 0.14 ms for each web socket.
    library: Any = autobahn_protocol
    library.pformat = repr
    return connections


def _known_person(headers: list[tuple[bytes, bytes]]) -> int | None:
    """Return the key of the person with these cookies, if they have a seat or an account."""
    person = identity.person_in_scope({"headers": headers})
    if person is None:
        return None
    known = person.user_id is not None or Player.objects.held_by(person).exists()
    return person.pk if known else None


def _response(status: int, headers: Mapping[str, str]) -> bytes:
    reason, template = _REFUSALS[status]
    body = render_to_string(template).encode()
    lines = [f"HTTP/1.1 {status} {reason}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += ["Content-Type: text/html; charset=utf-8", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + body
