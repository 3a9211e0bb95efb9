"""/healthz says that this process answers, /readyz that it can do its work, /metrics what it does.

All are answered before anything looks at the host name, the scheme or a session, so that a
container's own probe can ask under any name, over plain http.
"""

import threading
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

# Set when the process was told to stop: a proxy should send new visitors elsewhere.
leaving = threading.Event()


class HealthMiddleware:
    """Answers these addresses itself and passes everything else on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info == "/healthz":
            return _answer({"process": "ok"})
        if request.path_info == "/readyz":
            return _answer(readiness())
        if request.path_info == "/metrics":
            return _metrics(request)
        return self.get_response(request)


def _metrics(request: HttpRequest) -> HttpResponse:
    """For whoever runs the site: not for who comes through its proxy."""
    if settings.BEHIND_PROXY and "X-Forwarded-For" in request.headers:
        return HttpResponse(status=404)
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def readiness() -> dict[str, str]:
    """Each thing this process needs, with "ok" or what is wrong with it (never an address)."""
    parts = {"process": "leaving" if leaving.is_set() else "ok", "database": _database()}
    if settings.REDIS_URL:
        parts["redis"] = _redis()
    return parts


def _answer(parts: dict[str, str]) -> JsonResponse:
    fine = all(state == "ok" for state in parts.values())
    response = JsonResponse(parts, status=200 if fine else 503)
    response["Cache-Control"] = "no-store"
    return response


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
    except Exception as error:  # noqa: BLE001  any failure means "not ready"; its kind is told
        return type(error).__name__
    return "ok"


def _redis() -> str:
    try:
        cache.get("readyz")
    except Exception as error:  # noqa: BLE001  same
        return type(error).__name__
    return "ok"
