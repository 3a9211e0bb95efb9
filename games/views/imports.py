"""Importing a record of a game: it is checked throw by throw before it is shown."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.people import identity
from games.people.throttle import IMPORTS
from games.protocol.errors import Refused
from games.services import imports
from games.services.imports import Disproved, NotAGame
from games.views.shared import counted_sender

MOST_BYTES = 4_000_000


@never_cache
def import_game(request: HttpRequest) -> HttpResponseBase:
    """The form, which leads to the page of the game that it imports."""
    if request.method != "POST":
        return _page(request)
    file = request.FILES.get("file")
    if file is not None and (file.size or 0) > MOST_BYTES:
        return _page(request, _("That file is too large."), status=413)
    text = request.POST.get("record", "")
    if file is not None:
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            return _page(request, _("That isn't a text file."), 422)
    if not text.strip():
        return _page(request, _("Choose a file, or paste its contents."), status=422)
    # A pasted record stays in the form. The sender still has a file.
    given = text if file is None else ""
    try:
        with counted_sender(request, IMPORTS, "Import", counted=Disproved) as person:
            key = imports.import_game(person, text)
    except Refused as refused:
        return _page(request, refused.text, status=429, given=given)
    except NotAGame as problem:
        return _page(request, str(problem), status=429 if problem.later else 422, given=given)
    return redirect("imported", key)


def _page(
    request: HttpRequest, problem: str = "", status: int = 200, given: str = ""
) -> HttpResponse:
    identity.offer_key(request)
    context = {"problem": problem, "given": given}
    return render(request, "history/import_game.html", context, status=status)
