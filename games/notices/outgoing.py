"""Send an HTTP request, and read only the head of the answer, within limits of time and size."""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from functools import cache
from http.client import BadStatusLine, HTTPConnection, HTTPException, HTTPResponse, LineTooLong
from typing import Any, BinaryIO, Final, NamedTuple

from games.notices.targets import BadTarget, Target, address_of

SECONDS: Final = 10.0
"""Time limit of the whole exchange. A slow name server can take longer."""


_HEAD_BYTES: Final = 16 * 1024


class Answer(NamedTuple):
    """The result of a request; `status` is 0 without an answer. `was_sent`: the request may have
    arrived, answered or not."""

    status: int
    was_sent: bool
    headers: Mapping[str, str] = {}
    problem: str = ""

    @property
    def is_taken(self) -> bool:
        """True if the server has accepted the request."""
        return 200 <= self.status < 300


class _Lines:
    """The lines of a file, up to _HEAD_BYTES in all."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._left = file, _HEAD_BYTES
        self.close, self.flush = file.close, file.flush

    def readline(self, size: int) -> bytes:
        line = self._file.readline(min(size, self._left + 1))
        self._left -= len(line)
        if self._left < 0:
            raise LineTooLong("head")
        return line


class _Head(HTTPResponse):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fp: Any = _Lines(self.fp)


class _Connection(HTTPConnection):
    """Connects to one address of the target, and requires a certificate for its name."""

    response_class = _Head

    def __init__(self, target: Target, address: str, until: float) -> None:
        super().__init__(target.host, target.port)
        self.default_port = 80 if target.is_plain else 443
        self._target, self._address, self._until = target, address, until

    def connect(self) -> None:
        left = max(0.001, self._until - time.monotonic())
        self.sock = socket.create_connection((self._address, self._target.port), left)
        if not self._target.is_plain:
            self.sock = _context().wrap_socket(
                self.sock, server_hostname=self._target.host, do_handshake_on_connect=False
            )
        if time.monotonic() >= self._until:  # `cut` came before there was a socket
            raise TimeoutError
        if isinstance(self.sock, ssl.SSLSocket):
            self.sock.do_handshake()

    def cut(self) -> None:
        """End the exchange from another thread; socket timeouts only limit each read."""
        if (sock := self.sock) is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)


def post(
    target: Target, headers: Mapping[str, str], body: bytes, seconds: float = SECONDS
) -> Answer:
    """Send a POST request, following no redirect. Never raises."""
    was_sent, until = False, time.monotonic() + seconds
    try:
        connection = _Connection(target, address_of(target), until)
        limit = threading.Timer(until - time.monotonic(), connection.cut)
        limit.daemon = True
        limit.start()
        try:
            connection.connect()
            was_sent = True
            every = {"User-Agent": "Farkle", **headers, "Connection": "close"}
            connection.request("POST", target.path, body, every)
            with connection.getresponse() as response:
                if not 200 <= response.status < 600:
                    raise BadStatusLine(str(response.status))
                named = {name.lower(): value for name, value in response.getheaders()}
                return Answer(response.status, was_sent=True, headers=named)
        finally:
            limit.cancel()
            connection.close()
    except BadTarget as bad:
        return Answer(0, was_sent=False, problem=str(bad))
    except (OSError, ValueError, HTTPException) as error:
        is_late = isinstance(error, TimeoutError) or time.monotonic() >= until
        return Answer(0, was_sent, problem="no answer in time" if is_late else type(error).__name__)


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()
