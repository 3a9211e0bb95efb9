"""Send one HTTP request to another server, and read only the head of the answer.

Everything has a limit: the time for the whole, the bytes of the answer. Redirects are not followed.
"""

import asyncio
import contextlib
import ssl
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from games.notices.targets import BadTarget, Target, address_of

SECONDS: Final = 10.0
"""For the whole exchange, name server included."""
_HEAD_BYTES: Final = 16 * 1024
_STATUSES: Final = range(100, 600)
_FINAL: Final = 200
"""Lower statuses announce another answer (RFC 9110)."""


class Answer(NamedTuple):
    """The result of a request. `status` is 0 if there was no answer.

    `was_sent`: the request may have arrived, whether or not it was answered.
    """

    status: int
    was_sent: bool
    headers: Mapping[str, str] = {}
    problem: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether the other server has accepted the request."""
        return 200 <= self.status < 300


async def post(
    target: Target, headers: Mapping[str, str], body: bytes, seconds: float = SECONDS
) -> Answer:
    """Send a POST request and return the answer. Never raises."""
    was_sent = False
    try:
        async with asyncio.timeout(seconds):
            address = await address_of(target)
            reader, writer = await _connect(target, address)
            try:
                was_sent = True
                writer.write(_request(target, headers, body))
                await writer.drain()
                status = 0
                while status < _FINAL:  # interim answers, such as 100 Continue, come before it
                    status, found = _read(await reader.readuntil(b"\r\n\r\n"))
            finally:
                writer.transport.abort()  # whatever else comes is not read
    except BadTarget as bad:
        return Answer(0, was_sent=False, problem=str(bad))
    except TimeoutError:
        return Answer(0, was_sent, problem="no answer in time")
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
        return Answer(0, was_sent, problem=type(error).__name__)
    return Answer(status, was_sent=True, headers=found)


def post_now(
    target: Target, headers: Mapping[str, str], body: bytes, seconds: float = SECONDS
) -> Answer:
    """Do the same in a thread that may wait."""
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(post(target, headers, body, seconds))
    finally:
        loop.close()  # unlike asyncio.run, this does not wait for a slow name server


async def _connect(
    target: Target, address: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to this address, but still require the certificate of the host's name."""
    if target.is_plain:
        return await asyncio.open_connection(address, target.port, limit=_HEAD_BYTES)
    return await asyncio.open_connection(
        address,
        target.port,
        ssl=_context(),
        server_hostname=target.host,
        limit=_HEAD_BYTES,
    )


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    host = f"[{target.host}]" if ":" in target.host else target.host
    usual = target.port == (80 if target.is_plain else 443)
    every = {
        "Host": host if usual else f"{host}:{target.port}",
        "User-Agent": "Farkle",
        **headers,
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"POST {target.path} HTTP/1.1", *(f"{name}: {value}" for name, value in every.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _read(head: bytes) -> tuple[int, dict[str, str]]:
    """Return the status and the headers of an answer. Raise ValueError."""
    first, *lines = head.decode("latin-1").split("\r\n")
    version, _, rest = first.partition(" ")
    status = int(rest[:3])
    if not version.startswith("HTTP/1.") or status not in _STATUSES:
        raise ValueError("not HTTP")
    headers = {}
    for line in lines:
        with contextlib.suppress(ValueError):
            name, value = line.split(":", 1)
            headers[name.strip().lower()] = value.strip()
    return status, headers
