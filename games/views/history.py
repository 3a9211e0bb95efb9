"""A person's games and statistics, the import of games, and the statistics of the site."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.formats import decimal, percent, points
from games.people import identity
from games.people.form_fields import file_field, text_area
from games.people.throttle import IMPORTS
from games.protocol.errors import Refused
from games.selectors.game_list import GamesPage, games_of, running_games_of
from games.selectors.statistics import ENOUGH, Faces, of_person, of_site
from games.services import imports
from games.services.imports import Disproved, NotAGame
from games.views.profile import profile_for
from games.views.search import SearchForm
from games.views.shared import counted_sender, form_page, private_page

MOST_BYTES = 4_000_000
"""Largest file that can be imported."""

_DOUBTFUL = 0.05
"""Below this probability the dice look unfair."""

_LARGE = 100
"""From this number on, averages are shown without a decimal."""


@private_page
def my_games(request: HttpRequest) -> HttpResponse:
    """Show a page of this person's games, newest first, with a search."""
    person = identity.person_of(request)
    form = SearchForm(request.GET, auto_id="%s")
    search, after = form.search(), request.GET.get("after", "")
    page = GamesPage((), None) if person is None else games_of(person, search, after)
    fields = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    context = {
        **({} if fields or after else profile_for(person)),
        "person": person,
        "page": page,
        # Running games are shown on the first page only.
        "running": [] if person is None or fields or after else running_games_of(person),
        "form": form,
        "room": search.room,
        "after": after,
        # A list of one room's games is not a result of the search form.
        "searching": bool(fields.keys() - {"room"}),
        "newest": _list_url(fields),
        "all_rooms": _list_url({**fields, "room": ""}),
        "older": _list_url({**fields, "after": page.next or ""}),
    }
    return render(request, "history/my_games.html", context, status=422 if form.errors else 200)


def _list_url(search: dict[str, str]) -> str:
    return reverse("my_games", query={name: value for name, value in search.items() if value})


@private_page
def my_statistics(request: HttpRequest) -> HttpResponse:
    person = identity.person_of(request)
    stats = None if person is None else of_person(person)
    more = {} if stats is None else _faces(stats.faces)
    context = {"stats": stats, **more, **profile_for(person)}
    return render(request, "history/my_statistics.html", context)


@require_safe
def site_statistics(request: HttpRequest) -> HttpResponse:
    """Show the counts of all dice ever rolled here, and a test of their fairness."""
    stats = of_site()
    return render(request, "history/site_statistics.html", {"stats": stats, **_faces(stats.faces)})


def _faces(faces: Faces) -> dict[str, Any]:
    """Return bars in percent of the longest, the expected length, and the test's result."""
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
    return points(expected) if expected >= _LARGE or expected.is_integer() else decimal(expected)


def fairness(faces: Faces) -> str:
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


class ImportForm(forms.Form):
    """The record of a game: in a file, or pasted."""

    file = file_field(gettext_lazy("File"), ".json,application/json")
    record = forms.CharField(
        label=gettext_lazy("Or paste the file's contents"), required=False, widget=text_area(5)
    )


@form_page
def import_game(request: HttpRequest) -> HttpResponseBase:
    """Import the record of a game from a file or pasted text, and redirect to its page."""
    if request.method != "POST":
        return _import_page(request)
    file = request.FILES.get("file")
    if file is not None and (file.size or 0) > MOST_BYTES:
        return _import_page(request, _("That file is too large."), 413)
    text = request.POST.get("record", "")
    if file is not None:
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            return _import_page(request, _("That isn't a text file."), 422)
    if not text.strip():
        return _import_page(request, _("Choose a file, or paste its contents."), 422)
    try:
        with counted_sender(request, IMPORTS, "Import", counted=Disproved) as person:
            key = imports.import_game(person, text)
    except Refused as refused:
        return _import_page(request, refused.text, 429)
    except NotAGame as problem:
        return _import_page(request, str(problem), 429 if problem.later else 422)
    return redirect("imported", key)


def _import_page(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    identity.offer_key(request)
    # A pasted record stays in the form; a file must be chosen again.
    form = ImportForm(request.POST if problem else None)
    if problem:
        form.add_error("file" if "file" in request.FILES else "record", problem)
    return render(request, "history/import_game.html", {"form": form}, status=status)
