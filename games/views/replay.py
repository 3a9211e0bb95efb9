"""Past games: their pages step by step, the check of their dice, and their files."""

import json
from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from farkle import RuleSet
from games.models import Game
from games.people import identity
from games.replay.analysis import analysis_of, why_missing
from games.replay.context import (
    ReplayContext,
    has_other_names,
    links_of,
    proof_words,
    room_name,
    subtitle,
)
from games.replay.export import as_csv, as_text
from games.replay.game import PastGame, imported_game, past_game
from games.replay.page import step_page, whole_page
from games.rules.card import card_of
from games.services.imports import note_opened
from games.views.shared import players_only, preview_of

# Pages


@require_safe
@never_cache
def game(
    request: HttpRequest, code: str, number: int, scene: int | None = None
) -> HttpResponseBase:
    """A game played here: as it ended, or at one step."""
    if code not in request.path_info:  # typed in small letters
        more = () if scene is None else (scene,)
        return redirect("game_step" if more else "game", code, number, *more)
    found = _past_game(request, code, number)
    return found if isinstance(found, HttpResponse) else _game(request, found, scene)


@require_safe
@never_cache
def imported(request: HttpRequest, key: str, scene: int | None = None) -> HttpResponseBase:
    """A game imported from a file: as it ended, or at one step."""
    found = imported_game(key)
    note_opened(key)
    return _game(request, found, scene)


@require_safe
@never_cache
def dice(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The check of a game's dice, made in the reader's own browser."""
    found = _past_game(request, code, number)
    return found if isinstance(found, HttpResponse) else _dice(request, found)


@require_safe
@never_cache
def imported_dice(request: HttpRequest, key: str) -> HttpResponse:
    """The check of the dice of an imported game."""
    return _dice(request, imported_game(key))


def _past_game(request: HttpRequest, code: str, number: int) -> PastGame | HttpResponse:
    """Return the game, or a page that says why there is none to see. Raises Http404."""
    try:
        found = past_game(code, number, identity.person_of(request))
    except PermissionDenied:
        return players_only(request, code)
    return _still_on(request, found) if found.status == "playing" else found


def _game(request: HttpRequest, found: PastGame, step: int | None) -> HttpResponse:
    context = ReplayContext.of(found, analysis_of(found))
    if step is not None and step > context.last:
        raise Http404
    number = context.last if step is None else step
    if "part" in request.GET:
        return render(request, "replay/parts.html", step_page(context, number))
    if "rules" in request.GET:
        return _rules(request, context)
    page = whole_page(context, number, step=step is not None)
    page["missing"] = None if context.winning else why_missing(found)
    if "luck" in request.GET:
        return render(request, "replay/analysed.html", page)
    about = preview_of(request, page["title"], page["description"], page["links"]["preview"])
    more = {**_back(found), "preview": about, "proved": proof_words(found)}
    more["other_names"] = has_other_names(found)
    return render(request, "replay/game.html", {**page, **more})


def _rules(request: HttpRequest, context: ReplayContext) -> HttpResponse:
    """Return the page of the game's rules, whose card the page of the game inserts."""
    game = context.game
    card = card_of(game.rules, teams=game.teams is not None)
    back = links_of(game)["page"]
    words = {"room_name": room_name(game), "subtitle": subtitle(game)}
    return render(request, "replay/rules.html", {"card": card, "back": back, **words})


def _back(found: PastGame) -> dict[str, Any]:
    if found.imported:
        return {"back": reverse("my_games"), "back_words": _("My games")}
    return {"back": reverse("room", args=[found.code]), "back_words": _("Back to the room")}


def _dice(request: HttpRequest, found: PastGame) -> HttpResponse:
    context = {
        "title": _("Were the dice fair? %(room)s, game %(number)s")
        % {"room": room_name(found), "number": found.number},
        "room_name": room_name(found),
        "subtitle": subtitle(found),
        "links": links_of(found),
        "proof": found.proof,
        "seed": found.proof.seed.hex() if found.proof else "",
        "base_rules": json.dumps(RuleSet().to_dict()),
        # For what the browser noted while it played.
        "room": found.code,
        "number": found.number,
        "seats": " ".join(map(str, found.players)),
    }
    return render(request, "replay/dice.html", context)


def _still_on(request: HttpRequest, found: PastGame) -> HttpResponse:
    context = {
        "heading": _("This game isn't finished"),
        "words": _("You can replay every roll here when it's over."),
        "link": reverse("room", args=[found.code]),
        "link_words": _("Back to the room"),
    }
    return render(request, "replay/none.html", context)


# Files, and whether the analysis is ready or was given up

_Answer = Callable[[PastGame], HttpResponse]


def _json(game: PastGame) -> HttpResponse:
    text = json.dumps(game.file().to_dict(), ensure_ascii=False, separators=(",", ":"))
    return _file(game, text, "json", "application/json")


def _csv(game: PastGame) -> HttpResponse:
    # The byte order mark tells spreadsheets that it is UTF-8.
    return _file(game, f"\ufeff{as_csv(game)}", "csv", "text/csv; charset=utf-8")


def _text(game: PastGame) -> HttpResponse:
    return _file(game, as_text(game), "txt", "text/plain; charset=utf-8")


def _luck(game: PastGame) -> HttpResponse:
    return JsonResponse({"ready": analysis_of(game) is not None or why_missing(game) != "waiting"})


def _file(game: PastGame, text: str, ending: str, content_type: str) -> HttpResponse:
    # Not the room's code, which lets in whoever is sent the file.
    name = f"farkle-{slugify(game.room_name) or 'game'}-{game.number}.{ending}"
    response = HttpResponse(text, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _of_a_game(answer: _Answer) -> Callable[..., HttpResponse]:
    """Make the view of an ended game: 404 for none, 403 where only its players may see it."""

    @require_safe
    @never_cache
    def view(request: HttpRequest, code: str, number: int) -> HttpResponse:
        try:
            found = past_game(code, number, identity.person_of(request))
        except PermissionDenied:
            return HttpResponse(status=403)
        if found.status not in Game.ENDED:
            raise Http404
        return answer(found)

    return view


def _of_an_import(answer: _Answer) -> Callable[..., HttpResponse]:
    """Make the same view of an imported game."""

    @require_safe
    @never_cache
    def view(_request: HttpRequest, key: str) -> HttpResponse:
        found = imported_game(key)
        note_opened(key)
        return answer(found)

    return view


game_json = _of_a_game(_json)
game_csv = _of_a_game(_csv)
game_text = _of_a_game(_text)
game_luck = _of_a_game(_luck)
imported_json = _of_an_import(_json)
imported_csv = _of_an_import(_csv)
imported_text = _of_an_import(_text)
imported_luck = _of_an_import(_luck)
