"""Answer /healthz (the process runs), /readyz (it can do its work) and /metrics, before any check
of host name, scheme or session: a container's probe uses any name, over plain HTTP."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from farkle_site.forwarded import FORWARDED_HEADERS, is_local
from games import clock
from games.db import postgres
from games.services.upkeep.runs import failed_steps

if TYPE_CHECKING:
    from games.realtime.process import ServerProcess


_PROBE_SECONDS: Final = 3.0
CUT_OFF: Final = "REDIS_URL is missing: another process uses this database"
"""A warning, not a failure, which would keep a platform from ending the old process after it has
started the new one."""


class HealthMiddleware(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.path_info == "/healthz":
            return _answer({"process": "ok"})
        if request.path_info == "/readyz":
            with postgres.patience(_PROBE_SECONDS):
                return _answer(readiness(_process_of(request)), _notes())
        if request.path_info == "/metrics":
            return _metrics(request)
        return None


def _process_of(request: HttpRequest) -> "ServerProcess | None":
    """Return the server process; None outside of one."""
    process: ServerProcess | None = getattr(request, "scope", {}).get("state", {}).get("process")
    return process


def _metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics: in play mode only to this machine, in production only past the proxy."""
    is_forwarded = any(name in request.headers for name in FORWARDED_HEADERS)
    if is_forwarded or (settings.MODE == "play" and not is_local(request.META.get("REMOTE_ADDR"))):
        return HttpResponse(status=404)
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def readiness(process: "ServerProcess | None" = None) -> dict[str, str]:
    """Return the state of each thing this process needs: "ok" or the kind of failure."""
    is_stopping = process is not None and process.is_stopping
    parts = {"process": "leaving" if is_stopping else "ok", "database": _state_of(_ask_database)}
    if process is not None and process.heartbeat.is_stuck:
        parts["writer"] = "stuck"
    if settings.REDIS_URL:
        parts["redis"] = _state_of(lambda: cache.get("readyz"))
    elif process is not None and process.is_cut_off:
        parts["redis"] = CUT_OFF
    return parts


def _notes() -> dict[str, str]:
    """Return problems for the operator that do not keep the process from its work."""
    try:
        failed = failed_steps(clock.now())
    except DatabaseError:  # which `readiness` reports
        return {}
    return {"upkeep": f"failed: {', '.join(failed)}"} if failed else {}


def _answer(parts: dict[str, str], notes: Mapping[str, str] | None = None) -> JsonResponse:
    is_ok = all(state in ("ok", CUT_OFF) for state in parts.values())
    response = JsonResponse({**parts, **(notes or {})}, status=200 if is_ok else 503)
    response["Cache-Control"] = "no-store"
    return response


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")


def _state_of(ask: Callable[[], object]) -> str:
    try:
        ask()
    except Exception as error:  # noqa: BLE001  # any failure means "not ready"
        return type(error).__name__
    return "ok"
