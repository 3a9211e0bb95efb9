"""Believe forwarded headers only from this machine, where a tunnel ends."""

import ipaddress
from collections.abc import Awaitable, Callable
from typing import Any

_Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
_PREFIX = b"x-forwarded-"


def from_this_machine_only(application: _Application) -> _Application:
    """Return the ASGI application, with forwarded headers from other machines removed."""

    async def checked(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if not _is_local(scope.get("client")):
            kept = [pair for pair in scope["headers"] if not pair[0].startswith(_PREFIX)]
            scope = {**scope, "headers": kept}
        await application(scope, receive, send)

    return checked


def _is_local(client: Any) -> bool:
    """Return whether the other end of the connection is on this machine."""
    try:
        address = ipaddress.ip_address(client[0])
    except (TypeError, ValueError):
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)
