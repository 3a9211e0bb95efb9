"""Pages of games that have been played: a game step by step, and the check of its dice."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.people import identity
from games.replay.analysis import luck_of
from games.replay.game import NoSuchGame, NotForYou, PastGame, imported_game, past_game, replay
from games.replay.links import Links
from games.replay.page import PastPage
from games.replay.text import room_name, subtitle


@require_safe
@never_cache
def game(
    request: HttpRequest, code: str, number: int, scene: int | None = None
) -> HttpResponseBase:
    """A game played here: as it ended, or at one scene."""
    if code != code.upper():
        more = () if scene is None else (scene,)
        return redirect("game_step" if more else "game", code.upper(), number, *more)
    return _game(request, _played(request, code, number), scene)


@require_safe
@never_cache
def imported(request: HttpRequest, key: str, scene: int | None = None) -> HttpResponseBase:
    """A game that was brought in as a file."""
    return _game(request, _brought(key), scene)


@require_safe
@never_cache
def dice(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The check of a game's dice, made in the reader's own browser."""
    return _dice(request, _played(request, code, number))


@require_safe
@never_cache
def imported_dice(request: HttpRequest, key: str) -> HttpResponse:
    """The same for a game that was brought in."""
    return _dice(request, _brought(key))


def _played(request: HttpRequest, code: str, number: int) -> PastGame | HttpResponse:
    try:
        found = past_game(code.upper(), number, identity.person_of(request))
    except NoSuchGame as error:
        raise Http404 from error
    except NotForYou:
        return _not_for_you(request, code)
    return _still_on(request, found) if found.status == "playing" else found


def _brought(key: str) -> PastGame:
    try:
        return imported_game(key)
    except NoSuchGame as error:
        raise Http404 from error


def _game(request: HttpRequest, found: PastGame | HttpResponse, scene: int | None) -> HttpResponse:
    if isinstance(found, HttpResponse):
        return found
    page = PastPage(found, replay(found), luck_of(found))
    if scene is not None and scene > page.last:
        raise Http404
    number = page.last if scene is None else scene
    if "part" in request.GET:
        return render(request, "replay/parts.html", page.parts(number))
    context = page.whole(number, step=scene is not None)
    if "luck" in request.GET:
        return render(request, "replay/luck.html", context)
    return render(request, "replay/game.html", {**context, **_back(found)})


def _back(found: PastGame) -> dict[str, Any]:
    if found.imported:
        return {"back": reverse("my_games"), "back_words": _("My games")}
    return {"back": reverse("room", args=[found.code]), "back_words": _("To the room")}


def _dice(request: HttpRequest, found: PastGame | HttpResponse) -> HttpResponse:
    if isinstance(found, HttpResponse):
        return found
    links = Links(found)
    context = {
        "title": _("Were the dice fair? %(room)s, game %(number)s")
        % {"room": room_name(found), "number": found.number},
        "room_name": room_name(found),
        "subtitle": subtitle(found),
        "links": links,
        "proof": found.proof,
        "seed": found.proof.seed.hex() if found.proof else "",
    }
    return render(request, "replay/dice.html", context)


def _still_on(request: HttpRequest, found: PastGame) -> HttpResponse:
    context = {
        "heading": _("This game is still on"),
        "words": _("Once it has ended, every throw and every decision can be gone through here."),
        "link": reverse("room", args=[found.code]),
        "link_words": _("To the table"),
    }
    return render(request, "replay/none.html", context)


def _not_for_you(request: HttpRequest, code: str) -> HttpResponse:
    context = {
        "heading": _("Only for those who played"),
        "words": _("The host shows the games of this room to its players alone."),
        "link": reverse("room", args=[code.upper()]),
        "link_words": _("To the room"),
    }
    return render(request, "replay/none.html", context, status=403)
