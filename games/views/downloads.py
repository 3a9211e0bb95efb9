"""Files of past games, and whether a review is ready: answers that are no pages."""

import json
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game
from games.people import identity
from games.replay.analysis import luck_of
from games.replay.export import as_csv, as_text
from games.replay.game import NoSuchGame, NotForYou, PastGame, imported_game, past_game

_Answer = Callable[[PastGame], HttpResponse]


def _json(game: PastGame) -> HttpResponse:
    text = json.dumps(game.file().to_dict(), ensure_ascii=False, separators=(",", ":"))
    return _file(game, text, "json", "application/json")


def _csv(game: PastGame) -> HttpResponse:
    return _file(game, as_csv(game), "csv", "text/csv; charset=utf-8")


def _text(game: PastGame) -> HttpResponse:
    return _file(game, as_text(game), "txt", "text/plain; charset=utf-8")


def _luck(game: PastGame) -> HttpResponse:
    return JsonResponse({"ready": luck_of(game) is not None})


def _file(game: PastGame, text: str, ending: str, kind: str) -> HttpResponse:
    name = f"farkle-{game.code or 'game'}-{game.number}.{ending}"
    response = HttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _of_a_game(answer: _Answer) -> Callable[..., HttpResponse]:
    """The answer for an ended game of a room: 404 for none, 403 where the host shows it to players
    only."""

    @require_safe
    @never_cache
    def view(request: HttpRequest, code: str, number: int) -> HttpResponse:
        try:
            game = past_game(code.upper(), number, identity.person_of(request))
        except NoSuchGame as error:
            raise Http404 from error
        except NotForYou:
            return HttpResponse(status=403)
        if game.status not in Game.ENDED:
            raise Http404
        return answer(game)

    return view


def _of_an_import(answer: _Answer) -> Callable[..., HttpResponse]:
    """The same for a game that was brought in."""

    @require_safe
    @never_cache
    def view(_request: HttpRequest, key: str) -> HttpResponse:
        try:
            return answer(imported_game(key))
        except NoSuchGame as error:
            raise Http404 from error

    return view


game_json = _of_a_game(_json)
game_csv = _of_a_game(_csv)
game_text = _of_a_game(_text)
game_luck = _of_a_game(_luck)
imported_json = _of_an_import(_json)
imported_csv = _of_an_import(_csv)
imported_text = _of_an_import(_text)
imported_luck = _of_an_import(_luck)
