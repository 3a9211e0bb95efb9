"""The page that a browser keeps for when it is offline, and the service worker that shows it."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.people import identity
from games.selectors.game_list import GamesPage, Search, games_of


@require_safe
@never_cache
def offline(request: HttpRequest) -> HttpResponse:
    """The offline page: the last games of this person, and what needs a connection."""
    person = identity.person_of(request)
    found = GamesPage((), None) if person is None else games_of(person, Search())
    return render(request, "history/offline.html", {"page": found})


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker. Its address is at the root, because it may answer only what is below."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _worker() -> bytes:
    return bytes((settings.BASE_DIR / "static/js/pages/worker.js").read_bytes())
