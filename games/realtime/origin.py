"""Whether a socket is opened by one of this site's own pages."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host


def is_same_origin(scope: Mapping[str, Any]) -> bool:
    """Return whether scheme, host and port of the Origin header are this site's own."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin", "")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    host = headers.get(b"host", "")
    domain, _ = split_domain_port(host.lower())
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    secure = scope.get("scheme") == "wss"
    if settings.BEHIND_PROXY:
        secure = headers.get(b"x-forwarded-proto") == "https"
    try:
        parts = urlsplit(origin)
        return (parts.scheme, parts.netloc.lower()) == ("https" if secure else "http", host.lower())
    except ValueError:
        return False
