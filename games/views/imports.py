"""A record brought in from a file, to be looked at: checked throw by throw before it is shown."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.people import identity
from games.services.imports import NotAGame, import_game

MOST_BYTES = 4_000_000


@never_cache
def import_game(request: HttpRequest) -> HttpResponseBase:
    """The form, and from it to the game's page."""
    if request.method != "POST":
        return _page(request)
    file = request.FILES.get("file")
    if file is not None and (file.size or 0) > MOST_BYTES:
        return _page(request, _("That file is too large for a game."), status=413)
    text = request.POST.get("record", "")
    if file is not None:
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            return _page(request, _("That file is no text, so it is no record of a game."), 422)
    if not text.strip():
        return _page(request, _("Choose a file, or paste a record."), status=422)
    try:
        key = import_game(identity.ensure_person(request), text)
    except NotAGame as problem:
        return _page(request, str(problem), status=422, given=text)
    return redirect("imported", key)


def _page(
    request: HttpRequest, problem: str = "", status: int = 200, given: str = ""
) -> HttpResponse:
    # A pasted record is given back; one from a file is still there.
    kept = given if "file" not in request.FILES else ""
    context = {"problem": problem, "given": kept}
    return render(request, "history/import_game.html", context, status=status)
