"""Answer errors that are not bugs: with 503 while the database, the disk or Redis is away or full,
and with a page of its own for a game whose archive is damaged."""

import sys
from collections.abc import Callable
from typing import Final

from django.db.utils import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template import loader
from django.views import defaults

from games.db import postgres

RETRY_SECONDS = 60
STATEMENT_SECONDS: Final = 10.0
"""Maximum time of a statement of a page."""


class PatienceMiddleware:
    """Limits how long a page waits for the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with postgres.patience(STATEMENT_SECONDS):
            return self.get_response(request)


def unavailable_part(error: BaseException | None) -> str | None:
    """Return the part that is away or full, "database" or "redis"; None for other errors."""
    # PostgreSQL reports a read-only database as an internal error.
    if isinstance(error, OperationalError | InterfaceError | InternalError):
        return "database"
    if type(error).__module__.partition(".")[0] == "redis":
        return "redis"
    return None


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the error page for the exception that a view has just raised."""
    # Settings import this module before there are models.
    from games.state.archive import BrokenArchive

    error = sys.exception()
    if isinstance(error, BrokenArchive):
        return HttpResponse(loader.get_template("replay/damaged.html").render(), status=500)
    if unavailable_part(error) is None:
        return defaults.server_error(request)
    # Without the request, for which the database would be queried.
    page = loader.get_template("503.html").render()
    return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_SECONDS)})
