"""Headers of proxies: believed only from this machine behind a tunnel, required in production."""

import ipaddress
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

logger = logging.getLogger(__name__)

_Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
_PREFIX = b"x-forwarded-"
FORWARDED_HEADERS = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "X-Real-IP", "Via")
"""Any of them shows that a request came through a proxy."""
_MISSING = (
    "The proxy in front of this site must send the header X-Forwarded-Proto, which says whether a "
    "visitor came by https. This request has none, so the site cannot answer it. "
    "docs/run/server.md has the settings of common proxies."
)


class ProxyMiddleware(MiddlewareMixin):
    """Helps an operator to set up the proxy, through which all visitors come in production. Without
    X-Forwarded-Proto, a redirect to https would loop, so an error names the header instead. The
    first visit shows whether the number of proxies is right."""

    _awaits_first = True
    _has_logged_missing = False

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if settings.MODE != "production":
            return None
        if "X-Forwarded-Proto" not in request.headers:
            if not self._has_logged_missing:
                self._has_logged_missing = True
                logger.error(_MISSING)
            return HttpResponse(f"{_MISSING}\n", content_type="text/plain", status=503)
        if self._awaits_first:
            self._awaits_first = False
            _check_first(request)
        return None


def _check_first(request: HttpRequest) -> None:
    """Log a warning if the headers of the first visit look wrong."""
    if not request.is_secure():
        logger.warning(
            "X-Forwarded-Proto of the first visit is not https, so the visitor was sent to https. "
            "If browsers report too many redirects, visitors come by https to a CDN or another "
            "proxy in front, and the header must pass on what that one says. docs/run/server.md "
            "has the settings."
        )
    entries = len(request.headers.get("X-Forwarded-For", "").split(","))
    if entries != settings.TRUSTED_PROXIES:
        logger.warning(
            "X-Forwarded-For of the first visit has %d addresses, but FARKLE_PROXIES is %d. With a "
            "wrong number the limits count all visitors together, or believe what they claim.",
            entries,
            settings.TRUSTED_PROXIES,
        )


def from_this_machine_only(application: _Application) -> _Application:
    """Return the ASGI application, with forwarded headers from other machines removed."""

    async def serve(scope: dict[str, Any], receive: Any, send: Any) -> None:
        client = scope.get("client")
        if not is_local(client[0] if client else None):
            kept = [pair for pair in scope["headers"] if not pair[0].startswith(_PREFIX)]
            scope = {**scope, "headers": kept}
        await application(scope, receive, send)

    return serve


def is_local(address: str | None) -> bool:
    """Return True if the other end of a connection is on this machine."""
    try:
        parsed = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return bool((mapped or parsed).is_loopback)
