"""What nobody will miss: lobbies in which nothing was ever played, guests who left nothing behind.

Games that were played are history and stay; rooms that rest are closed by the ticker long before.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Game, Holder, ImportedGame, Person, Player, Room

LOBBIES_AFTER = timedelta(days=30)
GUESTS_AFTER = timedelta(days=90)
_AT_ONCE = 500


class Expired(NamedTuple):
    """How many of each were deleted."""

    lobbies: int
    guests: int


def expire(now: datetime) -> Expired:
    """Delete them, a few hundred at a time, so that nobody who plays waits long."""
    return Expired(_lobbies(now - LOBBIES_AFTER), _guests(now - GUESTS_AFTER))


def _lobbies(before: datetime) -> int:
    """Closed rooms, opened before then, without a game that ever started."""
    started = Game.objects.started().filter(room=OuterRef("pk"))
    dead = Room.objects.filter(status=Room.Status.CLOSED, created__lt=before).exclude(
        Exists(started)
    )
    count = 0
    while keys := list(dead.values_list("pk", flat=True)[:_AT_ONCE]):
        with transaction.atomic():
            Room.objects.filter(pk__in=keys).delete()
        count += len(keys)
    return count


def _guests(before: datetime) -> int:
    """Guests of then without an account who hold no seat, on whichever device, opened no room,
    saved nothing and brought nothing in."""
    idle = Person.objects.filter(user=None, saved=None, created__lt=before)
    for left in (Player, Holder, ImportedGame):
        idle = idle.exclude(Exists(left.objects.filter(person=OuterRef("pk"))))
    idle = idle.exclude(Exists(Room.objects.filter(opened_by=OuterRef("pk"))))
    count = 0
    while keys := list(idle.values_list("pk", flat=True)[:_AT_ONCE]):
        with transaction.atomic():
            Person.objects.filter(pk__in=keys).delete()
        count += len(keys)
    return count
