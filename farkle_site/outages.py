"""Answer errors that mean the database, the disk or Redis is away or full.

These are no bugs: pages answer with status 503, and the log mentions it once a second.
"""

import sys

from django.db.utils import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views import defaults

RETRY_SECONDS = 60


def part_away(error: BaseException | None) -> str | None:
    """Return the part that this error says is away or full, `database` or `redis`; None for other
    errors."""
    # PostgreSQL reports a database that may only be read as an internal error.
    if isinstance(error, OperationalError | InterfaceError | InternalError):
        return "database"
    if type(error).__module__.partition(".")[0] == "redis":
        return "redis"
    return None


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for the exception that a view has just raised."""
    if part_away(sys.exception()) is None:
        return defaults.server_error(request)
    # Without the request: who is asking would be looked up in the database.
    page = loader.get_template("503.html").render()
    return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_SECONDS)})
