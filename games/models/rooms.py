"""Rooms, with their links, house rules, deadlines and seasons."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, Self

from django.db import models

from games.models.people import Person


class RoomQuerySet(models.QuerySet["Room"]):
    def open(self) -> Self:
        """Return the rooms that are not closed."""
        return self.exclude(status=Room.Status.CLOSED)

    def once_at(self, code: str) -> Self:
        """Return the room, if any, that had this code before the host made a new link."""
        return self.filter(former_links__code=code)


def _worked_out(condition: models.Q) -> models.GeneratedField:
    """Return a generated column that is True if a row fulfils the condition."""
    return models.GeneratedField(
        expression=models.ExpressionWrapper(condition, models.BooleanField()),
        output_field=models.BooleanField(),
        db_persist=True,
    )


class Room(models.Model):
    """A place with a link. It has house rules for the next game, seats, and a series of games."""

    class Status(models.TextChoices):
        LOBBY = "lobby"
        PLAYING = "playing"
        OVER = "over"
        CLOSED = "closed"

    code = models.CharField(max_length=8, unique=True)
    name = models.CharField(max_length=40, blank=True)
    opened_by = models.ForeignKey(Person, models.PROTECT, related_name="+")
    # See `games.people.address.origin_of`.
    opened_from = models.CharField(max_length=16, blank=True)
    # A seat in this room, whose holder is the host. Null while no person has a seat.
    host = models.PositiveIntegerField(null=True)
    rules = models.JSONField()
    preset = models.CharField(max_length=20, blank=True)
    # The preset that the rules started from and are compared with.
    base = models.CharField(max_length=20, default="family")
    # How many teams play; 0 where everybody plays alone.
    teams = models.PositiveSmallIntegerField(default=0)
    settings = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status, default=Status.LOBBY)
    played = models.PositiveIntegerField(default=0)
    # The number of the newest event.
    head = models.PositiveBigIntegerField(default=0)
    # The deadlines: {kind: ms since 1970}. `due_at` is the earliest of them.
    deadlines = models.JSONField(default=dict)
    due_at = models.DateTimeField(null=True)
    # AbsenceState.to_dict(): who is away, the votes, a pause.
    waits = models.JSONField(default=dict)
    # The players who wait at the door or were declined: see `games.services.commands.door`.
    knocks = models.JSONField(default=list)
    # [number, name, first game] of each season; [] until the host names or starts one.
    seasons = models.JSONField(default=list)
    # The holidays of its players, by seat: see `games.state.holidays`.
    holidays = models.JSONField(default=dict)
    created = models.DateTimeField()
    # What queries over all rooms look for in the JSON; the database works it out. Whether the room
    # is awake and on the home page, and whether a player has knocked.
    is_offered = _worked_out(models.Q(settings__listed=True, due_at__isnull=False))
    has_knocks = _worked_out(~models.Q(knocks=[]))

    objects = RoomQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(name="room_offered", fields=("id",), condition=models.Q(is_offered=True)),
            models.Index(name="room_knocked", fields=("id",), condition=models.Q(has_knocks=True)),
            models.Index(
                name="room_due", fields=("due_at",), condition=models.Q(due_at__isnull=False)
            ),
            models.Index(name="room_playing", fields=("id",), condition=models.Q(status="playing")),
            models.Index(name="room_opened", fields=("opened_by", "created")),
        )
        constraints = (
            models.CheckConstraint(
                name="room_status_known",
                condition=models.Q(status__in=("lobby", "playing", "over", "closed")),
            ),
        )

    def __str__(self) -> str:
        return self.code


class FormerLink(models.Model):
    """A former link of a room, replaced by the host."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="former_links")
    code = models.CharField(max_length=8, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.code


MOST_SEASONS: Final = 200


class Season(NamedTuple):
    """Season `number` of a room, from game number `first` to the next season's."""

    number: int
    name: str
    first: int


def seasons_of(room: Room) -> list[Season]:
    """Return the seasons, oldest first. The last one is the current one."""
    return [Season(*values) for values in room.seasons] or [Season(1, "", 0)]


def as_stored(seasons: Iterable[Season]) -> list[list[Any]]:
    """Return the value of `Room.seasons`."""
    return [list(season) for season in seasons]
