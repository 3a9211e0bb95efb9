"""The games and statistics of a person, and the statistics of the whole site."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from farkle import PRESETS
from games.formats import decimal, percent, points
from games.people import identity
from games.rules.choices import CHOICES
from games.selectors.game_list import OWN_RULES, GamesPage, Search, games_of, running_games_of
from games.selectors.statistics import ENOUGH, Faces, of_person, of_site

_DOUBTFUL = 0.05
"""The dice look odd below this probability."""

_LARGE = 100
"""From this number on, averages have no decimal."""

_SEARCH_FIELDS = ("people", "rules", "result", "since", "until", "room")


@require_safe
@never_cache
def my_games(request: HttpRequest) -> HttpResponse:
    """The games of this person, newest first, a page at a time, with a search."""
    person = identity.person_of(request)
    search, errors = Search.from_query(request.GET)
    after = request.GET.get("after", "")
    found = GamesPage((), None) if person is None else games_of(person, search, after)
    asked = {name: request.GET[name] for name in _SEARCH_FIELDS if request.GET.get(name)}
    context = {
        "person": person,
        "page": found,
        # Games under way stand where the list begins.
        "running": [] if person is None or asked or after else running_games_of(person),
        "errors": errors,
        "given": {**asked, "after": after},
        # A list of one room's games is not what the search form asked for.
        "searching": bool(asked.keys() - {"room"}),
        "rule_names": [
            *((key, one.name) for key, one in CHOICES.items() if key in PRESETS),
            (OWN_RULES, _("Custom rules")),
        ],
        "results": [("won", _("won")), ("lost", _("lost")), ("abandoned", _("abandoned"))],
        "newest": _list_url(asked),
        "all_rooms": _list_url({**asked, "room": ""}),
        "older": _list_url({**asked, "after": found.next or ""}),
    }
    return render(request, "history/my_games.html", context, status=422 if errors else 200)


def _list_url(search: dict[str, str]) -> str:
    return reverse("my_games", query={name: value for name, value in search.items() if value})


@require_safe
@never_cache
def my_statistics(request: HttpRequest) -> HttpResponse:
    """The statistics of this person."""
    person = identity.person_of(request)
    stats = None if person is None else of_person(person)
    more = {} if stats is None else _faces(stats.faces)
    return render(request, "history/my_statistics.html", {"stats": stats, **more})


@require_safe
def site_statistics(request: HttpRequest) -> HttpResponse:
    """Every die ever thrown here, and whether the dice look fair."""
    stats = of_site()
    return render(request, "history/site_statistics.html", {"stats": stats, **_faces(stats.faces)})


def _faces(faces: Faces) -> dict[str, Any]:
    """Return bars in percent of the longest, the expected length, and what the test says."""
    longest = max(*faces.counts, faces.expected, 1)
    return {
        "bars": [
            {"face": (face,), "count": count, "wide": round(100 * count / longest, 2)}
            for face, count in enumerate(faces.counts, 1)
        ],
        "expected": round(100 * faces.expected / longest, 2),
        "average": _average(faces.expected),
        "fairness": fairness(faces),
    }


def _average(expected: float) -> str:
    """Return how often each face is expected: with a decimal if that is not a whole number, and not
    so large that nobody would see the difference."""
    return points(expected) if expected >= _LARGE or expected.is_integer() else decimal(expected)


def fairness(faces: Faces) -> str:
    """Return what the test of fairness shows, in a sentence."""
    if faces.p is None:
        return _("Not enough dice to test yet: it takes %(dice)s.") % {"dice": points(ENOUGH)}
    values = {"percent": percent(faces.p)}
    if faces.p >= _DOUBTFUL:
        words = _("As fair dice do: %(percent)s%% of the time they are at least this uneven.")
        return words % values
    return (
        _(
            "Fair dice are this uneven in only %(percent)s%% of cases. That happens by chance "
            "now and then; if it stays like this over many more rolls, something is wrong."
        )
        % values
    )
