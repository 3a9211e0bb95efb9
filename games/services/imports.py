"""Keeping games that were brought in: so many of each person, the newest ones."""

import json
import zlib
from datetime import timedelta
from secrets import token_urlsafe

from farkle.engine.gamefile import GameFile
from games import clock
from games.models import ImportedGame, Person

MOST_KEPT = 50
MOST_AN_HOUR = 30


def keep(person: Person, game: GameFile) -> str | None:
    """Its key; None where this person has brought in too many lately. The oldest make way."""
    now = clock.now()
    mine = ImportedGame.objects.filter(person=person)
    if mine.filter(at__gt=now - timedelta(hours=1)).count() >= MOST_AN_HOUR:
        return None
    packed = zlib.compress(json.dumps(game.to_dict()).encode())
    kept = ImportedGame.objects.create(key=token_urlsafe(12), person=person, packed=packed, at=now)
    old = mine.order_by("-at", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
    ImportedGame.objects.filter(pk__in=list(old)).delete()
    return kept.key
