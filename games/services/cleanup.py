"""Delete what nobody will miss: lobbies without a game, and guests who left nothing behind.

Games that were played stay for ever. The ticker closes idle rooms long before they get here.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef

from games import clock
from games.models import Event, Game, Holder, ImportedGame, Person, Player, Room

LOBBIES_AFTER = timedelta(days=30)
GUESTS_AFTER = timedelta(days=90)
QUIET = timedelta(days=1)
"""How long a site in use is without any event, at most."""

_ROWS_AT_ONCE = 500


class Expired(NamedTuple):
    """How many were deleted."""

    lobbies: int
    guests: int


def expire(now: datetime) -> Expired:
    """Delete what has expired, a few hundred rows at a time, so that no move waits for long."""
    return Expired(_delete_lobbies(now - LOBBIES_AFTER), _delete_guests(now - GUESTS_AFTER))


def sure_time() -> datetime:
    """Return the time, but not much later than the newest event: if the clock is set wrong, nothing
    is deleted for that. (Of a site on which nothing happens any more, nothing need be deleted.)"""
    newest = Event.objects.order_by("-pk").values_list("at", flat=True).first()
    return clock.now() if newest is None else min(clock.now(), newest + QUIET)


def _delete_lobbies(before: datetime) -> int:
    """Delete closed rooms that were opened before then and never had a game."""
    started = Game.objects.started().filter(room=OuterRef("pk"))
    dead = Room.objects.filter(status=Room.Status.CLOSED, created__lt=before).exclude(
        Exists(started)
    )
    count = 0
    while keys := list(dead.values_list("pk", flat=True)[:_ROWS_AT_ONCE]):
        with transaction.atomic():
            Room.objects.filter(pk__in=keys).delete()
        count += len(keys)
    return count


def _delete_guests(before: datetime) -> int:
    """Delete guests of before then who hold no seat on any device, opened no room, saved no rules
    and imported no game."""
    idle = Person.objects.filter(user=None, saved=None, created__lt=before)
    for left in (Player, Holder, ImportedGame):
        idle = idle.exclude(Exists(left.objects.filter(person=OuterRef("pk"))))
    idle = idle.exclude(Exists(Room.objects.filter(opened_by=OuterRef("pk"))))
    count = 0
    while keys := list(idle.values_list("pk", flat=True)[:_ROWS_AT_ONCE]):
        with transaction.atomic():
            Person.objects.filter(pk__in=keys).delete()
        count += len(keys)
    return count
