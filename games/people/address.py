"""Find the address a client connects from, by one rule for pages, forms and sockets.

Each proxy appends the address it was reached from to X-Forwarded-For, so with `n` proxies of our
own the n-th entry from the right is the client's. Every entry further left is the client's own
claim and proves nothing.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest

MAX_LENGTH = 64
"""Longer entries are cut: addresses become keys of the cache."""


def address_of(request: HttpRequest) -> str:
    """Return the address of the client that sent this request."""
    return _client_address(
        request.META.get("HTTP_X_FORWARDED_FOR", ""), request.META.get("REMOTE_ADDR", "")
    )


def address_in(scope: Mapping[str, Any]) -> str:
    """Return the address of the client that opened this socket, from its ASGI scope."""
    client = scope.get("client")
    forwarded = (
        value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
    )
    return _client_address(",".join(forwarded), client[0] if client else "")


def _client_address(forwarded: str, peer: str) -> str:
    """Return the client's address; `peer` is the other end of the connection itself."""
    proxies = settings.TRUSTED_PROXIES
    if not proxies:
        return peer
    entries = [entry.strip() for entry in forwarded.split(",")]
    # Fewer entries than proxies: the request came past a proxy, and only its peer is certain.
    found = entries[-proxies] if len(entries) >= proxies else ""
    return (found or peer)[:MAX_LENGTH]
