"""Delete expired rows: lobbies without a game, practice rooms of guests, imported games, chat,
events of no game, guests, sessions.

Games that people played with each other, and those of accounts, stay for ever. The scheduler closes
idle lobbies, and puts other idle rooms to sleep, long before they get here.
"""

from datetime import datetime, timedelta
from typing import Final

from django.contrib.sessions.models import Session
from django.db.models import Exists, F, ForeignObjectRel, OuterRef, Q, QuerySet

from games import clock
from games.models import Event, Game, ImportedGame, Message, Person, Player, Room, Turn
from games.services.chat import RECENT
from games.services.upkeep.slices import Slices, delete, delete_locked, keys_of, lock

LOBBIES_AFTER: Final = timedelta(days=30)
PRACTICE_AFTER: Final = timedelta(days=90)
IMPORTS_AFTER: Final = timedelta(days=90)
GUESTS_AFTER: Final = timedelta(days=90)
MESSAGES_AFTER: Final = timedelta(days=30)
EVENTS_AFTER: Final = timedelta(days=30)
ADDRESSES_AFTER: Final = timedelta(days=30)
QUIET: Final = timedelta(days=1)
"""The longest time that a site in use goes without an event."""

_MOST_EVENTS: Final = 200
"""Maximum number of events of a room that is deleted at once."""


def safe_now() -> datetime:
    """Return the time, but at most a little later than the newest event, so that a wrong clock
    deletes nothing. (A site on which nothing happens any more needs no cleanup.)"""
    newest = Event.objects.order_by("-pk").values_list("at", flat=True).first()
    return clock.now() if newest is None else min(clock.now(), newest + QUIET)


def expire_lobbies(now: datetime) -> int:
    """Delete old closed rooms that never had a game."""
    started = Game.objects.started().filter(room=OuterRef("pk"))
    dead = Room.objects.filter(status=Room.Status.CLOSED, created__lt=now - LOBBIES_AFTER)
    return _delete_rooms(dead.exclude(Exists(started)))


def expire_practice(now: datetime) -> int:
    """Delete old rooms of guests who had only computers for company, not even another person at the
    same device, if nothing is due any more."""
    before = now - PRACTICE_AFTER
    people = Player.objects.filter(room=OuterRef("pk"), person__isnull=False)
    company = people.filter(Q(seat__gt=1) | Q(person__user__isnull=False))
    newest = Event.objects.filter(room=OuterRef("pk"), number=OuterRef("head"), at__gte=before)
    alone = Room.objects.filter(
        due_at__isnull=True, created__lt=before, opened_by__user__isnull=True
    )
    return _delete_rooms(alone.exclude(Exists(company)).exclude(Exists(newest)))


def expire_imports(now: datetime) -> int:
    """Delete imported games that were not opened for long."""
    return delete(ImportedGame.objects.filter(opened__lt=now - IMPORTS_AFTER))


def expire_messages(now: datetime) -> int:
    """Delete old chat messages, except the newest of each room, which pages show."""
    later = Message.objects.filter(room=OuterRef("room"), pk__gt=OuterRef("pk"))
    unseen = Exists(later.order_by("pk")[RECENT - 1 :])
    return delete(Message.objects.filter(unseen, at__lt=now - MESSAGES_AFTER))


def expire_events(now: datetime) -> int:
    """Delete old events of no game, except each room's newest, which lists and this module read."""
    old = Event.objects.filter(game=None, at__lt=now - EVENTS_AFTER)
    return delete(old.exclude(number=F("room__head")))


def forget_addresses(now: datetime) -> int:
    """Empty `opened_from` of old rooms: it tells apart who opens many at a time."""
    old = Room.objects.filter(created__lt=now - ADDRESSES_AFTER).exclude(opened_from="")
    slices, count = Slices(), 0
    for key in keys_of(old):
        with slices.transaction():
            count += old.filter(pk=key).update(opened_from="")
    return count


def expire_guests(now: datetime) -> int:
    """Delete old guests that no row refers to."""
    idle = Person.objects.filter(user=None, created__lt=now - GUESTS_AFTER)
    for relation in Person._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel):
            named = {relation.field.name: OuterRef("pk")}
            idle = idle.exclude(Exists(relation.related_model._default_manager.filter(**named)))
    return delete(idle)


def expire_sessions(now: datetime) -> int:
    """Delete expired sessions."""
    ended, slices, count = Session.objects.filter(expire_date__lt=now), Slices(), 0
    while keys := list(ended.values_list("pk", flat=True)[: slices.rows]):
        with slices.transaction():
            count += ended.filter(pk__in=keys).delete()[0]
    return count


def _delete_rooms(rooms: QuerySet[Room]) -> int:
    """Delete rooms with all their rows, one after the other, and those in which their races were
    played. Return their number."""
    slices, count = Slices(), 0
    for key in keys_of(rooms):
        tries = Room.objects.filter(games__attempt__player__room__in=rooms.filter(pk=key))
        count += _delete_rooms(tries) if tries.exists() else 0
        _thin_out(rooms.filter(pk=key))
        count += delete_locked(rooms, [key], slices)
    return count


def _thin_out(expired: QuerySet[Room]) -> None:
    """Delete events and turns of an expired room with too many for one transaction, oldest first.
    Stop if the room is no longer expired."""
    room, slices = expired.first(), Slices()
    if room is None or room.head <= _MOST_EVENTS:
        return
    events = Event.objects.filter(room=room).exclude(number=room.head)
    for rows in (events, Turn.objects.filter(game__room=room)):
        while True:
            with slices.transaction():
                lock(Room, [room.pk])
                keys = list(rows.order_by("pk").values_list("pk", flat=True)[: slices.rows])
                if not keys or not expired.exists():
                    break
                rows.model._default_manager.filter(pk__in=keys).delete()
