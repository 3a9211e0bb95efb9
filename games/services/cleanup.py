"""Delete expired data, and archive old games.

- Lobbies without a game, and guests who left nothing behind.
- Practice rooms of guests, in which they had nobody but computers for company, not even somebody
  at the same device.
- Imported games that nobody looks at.

Games that people played with each other, and those of accounts, stay for ever. The scheduler closes
idle lobbies, and puts other idle rooms to sleep, long before they get here. Of a game that ended
long ago, events and turns are packed into one row.
"""

import time
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import clock
from games.models import Archive, Event, Game, Holder, ImportedGame, Person, Player, Room, Turn
from games.state.archive import events_in, pack, turns_in, unpack

LOBBIES_AFTER = timedelta(days=30)
PRACTICE_AFTER = timedelta(days=90)
IMPORTS_AFTER = timedelta(days=90)
GUESTS_AFTER = timedelta(days=90)
ARCHIVED_AFTER = timedelta(days=30)
QUIET = timedelta(days=1)
"""The longest time that a site in use goes without an event."""

_ROWS_AT_ONCE = 500
_GAMES_AT_ONCE = 20
"""Fewer than of other rows, because hundreds of rows belong to each."""
_REST = 4
"""The pause after archiving a game, as a multiple of the time it took: SQLite has one writer, which
should nearly always be the site."""


class Expired(NamedTuple):
    """How many were deleted."""

    lobbies: int
    practice: int
    imports: int
    guests: int


def expire(now: datetime) -> Expired:
    """Delete what has expired, a few hundred rows at a time, so that no move waits for long."""
    return Expired(
        lobbies=_delete(_lobbies(now - LOBBIES_AFTER), _ROWS_AT_ONCE),
        practice=_delete(_practice(now - PRACTICE_AFTER), _GAMES_AT_ONCE),
        imports=_delete(
            ImportedGame.objects.filter(opened__lt=now - IMPORTS_AFTER), _GAMES_AT_ONCE
        ),
        guests=_delete(_guests(now - GUESTS_AFTER), _ROWS_AT_ONCE),
    )


def archive(now: datetime) -> int:
    """Archive the games that ended long ago, the oldest first; return how many."""
    old = Game.objects.ended().filter(finished__lt=now - ARCHIVED_AFTER, archived=None)
    count = 0
    for key in list(old.order_by("finished").values_list("pk", flat=True)):
        start = time.monotonic()
        count += _archive(key, now)
        time.sleep(_REST * (time.monotonic() - start))
    return count


def _archive(key: int, now: datetime) -> bool:
    """Archive one game; return False if it is gone or another process was faster."""
    game = Game.objects.select_related("room").filter(pk=key).first()
    if game is None:
        return False
    # Read and packed before the database is locked: a game that has ended never changes. The newest
    # event of a room stays, because lists and cleanup look at it.
    events = Event.objects.filter(room=game.room, game=game, number__lte=game.snapshot_event)
    events = events.exclude(number=game.room.head)
    turns = Turn.objects.filter(game=game)
    packed = pack(events_in(events), turns_in(turns))
    if pack(*unpack(game, packed)) != packed:
        raise ValueError(f"the archive of {game} would not be what is stored")
    with transaction.atomic():
        if not Game.objects.filter(pk=key, archived=None).update(archived=now):
            return False
        Archive.objects.create(game=game, packed=packed)
        events.delete()
        turns.delete()
    return True


def sure_time() -> datetime:
    """Return the time, but at most a little later than the newest event, so that a wrong clock
    deletes nothing. (A site on which nothing happens any more needs no cleanup.)"""
    newest = Event.objects.order_by("-pk").values_list("at", flat=True).first()
    return clock.now() if newest is None else min(clock.now(), newest + QUIET)


def _lobbies(before: datetime) -> QuerySet[Room]:
    """Return the closed rooms that were opened before then and never had a game."""
    started = Game.objects.started().filter(room=OuterRef("pk"))
    dead = Room.objects.filter(status=Room.Status.CLOSED, created__lt=before)
    return dead.exclude(Exists(started))


def _practice(before: datetime) -> QuerySet[Room]:
    """Return the rooms of guests with one seat that is not a computer's, in which nothing has
    happened since then and nothing is due any more."""
    people = Player.objects.filter(room=OuterRef("pk"), person__isnull=False)
    company = people.filter(Q(seat__gt=1) | Q(person__user__isnull=False))
    newest = Event.objects.filter(room=OuterRef("pk"), number=OuterRef("head"), at__gte=before)
    alone = Room.objects.filter(
        due_at__isnull=True, created__lt=before, opened_by__user__isnull=True
    )
    return alone.exclude(Exists(company)).exclude(Exists(newest))


def _guests(before: datetime) -> QuerySet[Person]:
    """Return guests of before then who hold no seat on any device, opened no room, saved no rules
    and imported no game."""
    idle = Person.objects.filter(user=None, saved=None, created__lt=before)
    for left in (Player, Holder, ImportedGame):
        idle = idle.exclude(Exists(left.objects.filter(person=OuterRef("pk"))))
    return idle.exclude(Exists(Room.objects.filter(opened_by=OuterRef("pk"))))


def _delete(rows: QuerySet[Any], at_once: int) -> int:
    count = 0
    while keys := list(rows.values_list("pk", flat=True)[:at_once]):
        with transaction.atomic():
            rows.model._default_manager.filter(pk__in=keys).delete()
        count += len(keys)
    return count
