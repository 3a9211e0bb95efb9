"""Requests written byte by byte, as no browser would send them, and every address of the site."""

import re
import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.urls import URLPattern, URLResolver, get_resolver

Pairs = Iterable[tuple[bytes, bytes]]

_SECONDS = 30
_HOLE = re.compile(r"<(?:(\w+):)?(\w+)>")


@dataclass(frozen=True)
class Address:
    """An address of the site: its fixed parts, and between them holes, each with its converter."""

    parts: tuple[str, ...]
    holes: tuple[str, ...] = ()

    def filled(self, *values: bytes) -> bytes:
        """Return the path with these values, which are quoted already, in the holes."""
        path = self.parts[0].encode()
        for value, part in zip(values, self.parts[1:], strict=True):
            path += value + part.encode()
        return path


def every_address(
    patterns: Iterable[URLPattern | URLResolver] = (), before: str = "/"
) -> Iterator[Address]:
    """Yield every address in the URLconf."""
    for one in patterns or get_resolver().url_patterns:
        route = before + _route(str(one.pattern))
        if isinstance(one, URLResolver):
            yield from every_address(one.url_patterns, route)
        else:
            found = list(_HOLE.finditer(route))
            ends = [0, *(hole.end() for hole in found)]
            starts = [*(hole.start() for hole in found), len(route)]
            parts = tuple(route[end:start] for end, start in zip(ends, starts, strict=True))
            yield Address(parts, tuple(hole[1] or "str" for hole in found))


def _route(pattern: str) -> str:
    """Return a pattern as `path` writes it; ours that are regular expressions take a rule set."""
    if not pattern.startswith("^"):
        return pattern
    text = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", r"<rules:\1>", pattern)
    return text.lstrip("^").rstrip("$").replace("\\", "")


@dataclass(frozen=True)
class RawRequest:
    """A request, not yet on its way. Nothing in it is quoted or checked."""

    path: bytes
    method: bytes = b"GET"
    query: bytes = b""
    headers: tuple[tuple[bytes, bytes], ...] = ()
    cookies: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    upgrade: bool = field(default=False)

    def to_bytes(self, port: int) -> bytes:
        """Return what goes over the wire."""
        target = self.path + (b"?" + self.query if self.query else b"")
        lines = [b"%s %s HTTP/1.1" % (self.method, target), b"Host: 127.0.0.1:%d" % port]
        lines += [name + b": " + value for name, value in self.headers]
        if self.cookies:
            lines.append(b"Cookie: " + b"; ".join(b"=".join(pair) for pair in self.cookies))
        if self.upgrade:
            lines += [
                b"Origin: http://127.0.0.1:%d" % port,
                b"Upgrade: websocket",
                b"Connection: Upgrade",
                b"Sec-WebSocket-Version: 13",
                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ]
        else:
            lines.append(b"Connection: close")
        if self.body:
            lines.append(b"Content-Length: %d" % len(self.body))
        return b"\r\n".join([*lines, b"", self.body])


def status(port: int, request: RawRequest) -> int:
    """Send the request and return the status of the answer; 0 if the server just hung up."""
    with socket.create_connection(("127.0.0.1", port), timeout=_SECONDS) as connection:
        connection.sendall(request.to_bytes(port))
        answer = b""
        try:
            while chunk := connection.recv(65536):
                answer += chunk
                if request.upgrade:
                    break
        except ConnectionResetError:
            pass
    found = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    return int(found[1]) if found else 0
