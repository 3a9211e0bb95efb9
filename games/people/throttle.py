"""Whoever tries codes of rooms is stopped: so many wrong ones from one address, then no more.

There are 10^11 codes and more, so this spares the database rather than the secret. A whole school
shares one address, and people mistype; hence the generous number (FARKLE_WRONG_CODES).
"""

import logging
import re
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from games.people.address import address_of

logger = logging.getLogger(__name__)

SPAN_SECONDS = 600
_PAGES = re.compile(r"/(r/|find/)")


def too_many(address: str) -> bool:
    """Whether this address has asked for too many rooms that do not exist."""
    try:
        return int(cache.get(_key(address), 0)) >= settings.WRONG_CODES
    except Exception:
        logger.warning("nobody to ask who guesses", exc_info=True)
        return False


def wrong(address: str) -> None:
    """It has asked for one more."""
    try:
        cache.add(_key(address), 0, SPAN_SECONDS)
        cache.incr(_key(address))
    except Exception:  # the cache is away, or the span has just ended
        logger.warning("a wrong code was not counted", exc_info=True)


def _key(address: str) -> str:
    return f"wrong-codes:{address}"


class GuessingMiddleware:
    """Counts the pages of rooms that were not found; sockets count theirs themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _PAGES.match(request.path_info):
            return self.get_response(request)
        address = address_of(request)
        if too_many(address):
            return render(request, "429.html", status=429)
        response = self.get_response(request)
        if response.status_code == 404:
            wrong(address)
        return response
