"""How accurately the games that have ended were played: kept for lists and statistics."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, connections

from farkle.ai.winning import MOST_SIDES
from farkle.ai.winning import Accuracy as Found
from games import clock
from games.models import Accuracy, Game, Player, Standing
from games.replay.game import PastGame, whole

_SINCE: Final = timedelta(hours=6)
"""Older games are worked out when somebody looks at them."""
_LOOKED_AT: Final = 200
"""How many of the newest games are looked at."""


def keep(game: int, found: Sequence[Found]) -> None:
    """Keep the accuracies of a game by its row, in place of those from before.

    This is for a thread of its own: it closes the connection.
    """
    by_seat = {one.seat: one for one in found}
    try:
        rows = [
            Accuracy(standing_id=pk, decided=by_seat[seat].decided, given=by_seat[seat].given)
            for pk, seat in Standing.objects.filter(game=game).values_list("pk", "seat")
            if seat in by_seat
        ]
        Accuracy.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["standing"],
            update_fields=["decided", "given"],
        )
    except IntegrityError:  # the game was deleted meanwhile
        pass
    finally:
        connections.close_all()


def unknown(most: int) -> list[PastGame]:
    """Return games that ended lately and have no accuracies yet, the newest first."""
    # The key is the one index that needs no person: this runs again and again.
    newest = Game.objects.order_by("-pk").values_list("pk", flat=True)[:_LOOKED_AT]
    lately = Standing.objects.filter(
        game__in=list(newest), accuracy__isnull=True, seat=0, finished__gte=clock.now() - _SINCE
    )
    numbers = lately.filter(players__lte=MOST_SIDES, turns__gt=0).order_by("-game")
    games = Game.objects.filter(pk__in=list(numbers.values_list("game", flat=True)[:most]))
    found = []
    for game in games.select_related("room"):
        players = Player.objects.marked_for(None).filter(room=game.room)
        found.append(whole(game, {player.seat: player for player in players}))
    return found
