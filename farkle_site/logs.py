"""Logging: readable lines at home, one JSON object per line in production.

Lines of a request carry its id, which the response has as well (`X-Request-ID`); lines about a
command or a socket carry that one's id. Logs hold no names, keys, cookies or seeds. Room codes and
links in emails are keys, too, so they are removed from paths.
"""

import logging
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

from farkle_site.outages import unavailable_part

_CODE = re.compile(r"(/(?:r|room)/)\w+")
# A room code typed after the site's name, at an address that does not exist.
_TYPED_CODE = re.compile(r"(?<=/)[2-9A-Za-z]{4}[- ]?[2-9A-Za-z]{4}(?=/|$)")
# Links in emails, one of which even contains the email address, and those to imported games.
_LINK = re.compile(r"(/(?:imported|mail/confirm|mail/stop|account/reset)/)[^\s?#]+")

FLOOD_SECONDS = 1.0
"""Minimum time between two records of the same flood, in seconds."""
_LONGEST_REFUSAL = 300

json_lines = JsonFormatter(
    ["levelname", "name", "message"],
    rename_fields={"levelname": "level", "name": "logger", "exc_info": "traceback"},
    timestamp="time",
    # Django attaches the whole request to its records; cookies do not belong in a log.
    reserved_attrs=[*RESERVED_ATTRS, "request", "flood"],
    json_ensure_ascii=False,
)
"""Formats a record as one line of JSON: time, level, logger, message, `extra`, traceback."""

_request_id: ContextVar[str | None] = ContextVar("request_id", default=None)


class RequestIdMiddleware(MiddlewareMixin):
    """Gives each request an id, which the log and the response contain."""

    def process_request(self, _request: HttpRequest) -> None:
        # It is never reset: each request has its own context, and Django logs after the response.
        _request_id.set(secrets.token_hex(8))

    def process_response(
        self, _request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        response.headers["X-Request-ID"] = str(_request_id.get())
        return response


def annotate(record: logging.LogRecord) -> bool:
    """Add the request's id to a record and hide the keys in paths. Passes every record."""
    if (request_id := _request_id.get()) is not None:
        record.request_id = request_id
    message = _LINK.sub(r"\1…", record.getMessage())
    message = _CODE.sub(r"\1…", message)
    request = getattr(record, "request", None)
    if request is not None and getattr(request, "resolver_match", None) is None:
        message = _TYPED_CODE.sub("…", message)
    record.msg, record.args = message, ()
    return True


class FloodFilter:
    """Passes one record a second of each flood: database errors, Redis errors, requests that Django
    refuses, and records that name their `flood`.

    Each may come thousands of times a second. A record that passes has the number of dropped ones.
    Only database errors keep their traceback: otherwise the running code does not matter.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._now = monotonic
        self._lock = threading.Lock()
        self._next: dict[str, float] = {}
        self._dropped: Counter[str] = Counter()

    def __call__(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        is_refusal = (record.name or "").startswith("django.security.")
        flood = (
            "refusals" if is_refusal else getattr(record, "flood", None) or unavailable_part(error)
        )
        if flood is None:
            return True
        with self._lock:
            now = self._now()
            if now < self._next.get(flood, now):
                self._dropped[flood] += 1
                return False
            self._next[flood] = now + FLOOD_SECONDS
            dropped = self._dropped.pop(flood, 0)
        if is_refusal:  # it repeats what the client sent
            record.msg, record.args = record.getMessage()[:_LONGEST_REFUSAL], ()
        if dropped:
            record.unlogged = dropped
        if flood == "redis":
            record.msg, record.args = f"{record.getMessage()}: Redis is unavailable: {error}", ()
        if flood != "database":
            record.exc_info = record.exc_text = None
        return True


def configuration(level: str, *, as_json: bool) -> dict[str, Any]:
    """Return Django's LOGGING: all to standard error, other libraries from WARNING up."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": lambda: json_lines},
            "plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "json" if as_json else "plain",
                "filters": [annotate, FloodFilter()],
            }
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            # Replace Django's own handlers, which depend on DEBUG and mail administrators.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.db.backends": {"level": "WARNING"},
            "django.utils.autoreload": {"level": "WARNING"},
            "games": {"level": level},
            "farkle_site": {"level": level},
        },
    }
