"""Archive old games: pack the events and turns of each into one row. The packed rows are deleted
afterwards, in slices; until then they are in both places, and readers take each once."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import F

from games.models import Archive, Event, Game, Turn
from games.services.upkeep.slices import Slices, delete
from games.state.archive import events_in, pack, turns_in, unpack

ARCHIVED_AFTER: Final = timedelta(days=30)


def archive(now: datetime) -> int:
    """Archive the games that ended long ago, oldest first, and return their number. Then delete the
    rows of all archived games, except the newest event of each room, which lists read."""
    old = Game.objects.ended().filter(finished__lt=now - ARCHIVED_AFTER, archived=None)
    keys = list(old.order_by("finished").values_list("pk", flat=True))
    slices = Slices()
    count = sum(_archive(key, now, slices) for key in keys)
    packed = Event.objects.filter(
        game__archived__isnull=False, number__lte=F("game__snapshot_event")
    )
    delete(packed.exclude(number=F("room__head")))
    delete(Turn.objects.filter(game__archived__isnull=False))
    return count


def _archive(key: int, now: datetime, slices: Slices) -> bool:
    """Archive one game; return False if it is gone or another process was faster."""
    game = Game.objects.filter(pk=key).first()
    if game is None:
        return False
    # Read and packed before the database is locked: a game that has ended never changes.
    events = Event.objects.filter(room=game.room_id, game=game, number__lte=game.snapshot_event)
    packed = pack(events_in(events), turns_in(Turn.objects.filter(game=game)))
    if pack(*unpack(game, packed)) != packed:
        raise ValueError(f"the archive of {game} would not be what is stored")
    with slices.transaction():
        if not Game.objects.filter(pk=key, archived=None).update(archived=now):
            return False
        Archive.objects.create(game=game, packed=packed)
    return True
