"""Decide whether a socket is opened by one of this site's own pages."""

import logging
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import OriginValidator, WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from games import metrics

logger = logging.getLogger(__name__)

_LOG_SECONDS = 60.0
"""Minimum time between two logged refusals: any client can cause them. The metric counts all."""

_next_log = 0.0


class SameOriginValidator(OriginValidator):
    """Accepts sockets of trusted origins and, by the host of each request, of the site's own pages.
    Refusals are logged: if the site's own pages are refused, its proxy sends wrong headers."""

    def __init__(self, application: Any) -> None:
        super().__init__(application, settings.CSRF_TRUSTED_ORIGINS)

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        origin, site = headers.get(b"origin", "").lower(), _site(scope, headers)
        allowed = [*self.allowed_origins, *([] if site is None else [site])]
        application = self.application
        if not _is_allowed(OriginValidator(application, allowed), origin):
            metrics.refused_origins.inc()
            _log(origin, site or "", headers)
            application = WebsocketDenier()
        await application(scope, receive, send)


def _is_allowed(validator: OriginValidator, origin: str) -> bool:
    try:
        return bool(validator.valid_origin(urlsplit(origin)))
    except ValueError:  # not a URL, for example one with letters as its port
        return False


def _site(scope: Mapping[str, Any], headers: Mapping[bytes, str]) -> str | None:
    """Return the origin of the site's own pages; None if the request is for another host."""
    host = headers.get(b"host", "").lower()
    domain, _ = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return None
    scheme = scope.get("scheme", "")
    if settings.BEHIND_PROXY:
        # The first entry of a list counts, as in Django. Some proxies, such as Traefik, send wss.
        scheme = headers.get(b"x-forwarded-proto", "").split(",")[0].strip().lower()
    return f"{'https' if scheme in {'https', 'wss'} else 'http'}://{host}"


def _log(origin: str, site: str, headers: Mapping[bytes, str]) -> None:
    global _next_log  # noqa: PLW0603  # one process, one log
    if (now := time.monotonic()) < _next_log:
        return
    _next_log = now + _LOG_SECONDS
    logger.warning(
        "A socket was refused: its page is from %r, but this site is %r by Host %r and "
        "X-Forwarded-Proto %r. If that page is yours, mend the proxy's headers or set "
        "ALLOWED_HOSTS or TRUSTED_ORIGINS.",
        origin[:200],
        site[:200],
        headers.get(b"host", "")[:200],
        headers.get(b"x-forwarded-proto", "")[:200],
    )
