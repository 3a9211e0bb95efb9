"""Find ended games whose accuracies have not been worked out yet."""

from datetime import timedelta
from typing import Final

from farkle.ai.review.winning import MOST_SIDES
from games import clock
from games.models import Game, Player, Standing
from games.replay.game import PastGame, whole

_SINCE: Final = timedelta(hours=6)
"""Older games are analysed when somebody opens them."""
_LOOKED_AT: Final = 200
"""How many of the newest games are checked."""


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
