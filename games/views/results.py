"""The result of a game, which the room's page fetches when the game has ended."""

from typing import Any, Final

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from farkle.ai.players import LEVELS
from farkle.ai.review.winning import ACCURACIES, whole
from games.models import Game, Standing
from games.people import identity
from games.replay.analysis import analysis_of
from games.replay.context import ReplayContext
from games.replay.game import may_see, past_game
from games.replay.turning import biggest_swing
from games.selectors.game_list import accuracy_of

_BEST: Final = 99
"""A computer with this accuracy or more is hardly different from one that plays best."""


@require_GET
@never_cache
def result(request: HttpRequest, code: str, number: int) -> JsonResponse:
    """An ended game as {turns, minutes, rows: [{best, farkles, turns, accuracy}] by engine seat,
    swing: {where, words, seat, mine, before, after}, computers: [[name, accuracy], ...]}.

    `swing` is the moment that changed a chance to win most: that of the reader (`mine`), or of
    whoever sat at `seat`. `accuracy` and `swing` are null until they have been worked out.
    `computers` are those that do not play best, from the weakest on.
    """
    ended = Game.objects.ended().select_related("room")
    game = get_object_or_404(ended, room__code=code, number=number)
    if not may_see(game.room, identity.person_of(request)):
        return JsonResponse({}, status=403)
    standings = Standing.objects.filter(game=game).order_by("seat").select_related("accuracy")
    rows = [
        {
            "best": one.best_turn,
            "farkles": one.farkles,
            "turns": one.turns,
            "accuracy": None if (percent := accuracy_of(one)) is None else whole(percent),
        }
        for one in standings
    ]
    computers = [[LEVELS[key].name, value] for key, value in ACCURACIES.items() if value < _BEST]
    length = game.finished - game.started if game.finished and game.started else None
    return JsonResponse(
        {
            "turns": max((one.turns for one in standings), default=0),
            "minutes": round(length.total_seconds() / 60) if length else 0,
            "rows": rows,
            "computers": computers,
            "swing": _swing(code, number, request) if _is_analysed(rows) else None,
        }
    )


def _is_analysed(rows: list[dict[str, Any]]) -> bool:
    return any(row["accuracy"] is not None for row in rows)


def _swing(code: str, number: int, request: HttpRequest) -> dict[str, Any] | None:
    found = past_game(code, number, identity.person_of(request))
    return biggest_swing(ReplayContext.of(found, analysis_of(found)))
