"""Seats: their holders and devices, and the codes that move them."""

from collections.abc import Collection
from typing import Any, Final, Self

from django.db import models
from django.db.models import ExpressionWrapper, Q, Value

from farkle.rules.declaration import MAX_DICE
from games.models.people import Person
from games.models.rooms import Room

FOUNDER: Final = 1
"""The seat of the person who opened the room: the first one taken, and never another's."""


MATERIALS: Final = ("ivory", "bone", "dark")
"""What a player's dice can be made of; the first until the player chooses."""


class PlayerQuerySet(models.QuerySet["Player"]):
    """Seats. One is held by its person and, on further devices, by the persons of its `holders`. In
    memory, `Table.is_held_by` applies the same rule."""

    def held_by(self, person: Person | int) -> Self:
        return self.held_by_any([_key_of(person)])

    def held_by_any(self, persons: Collection[int]) -> Self:
        """Return the seats that any of `persons` holds, on any device."""
        return self.filter(pk__in=_own(persons).union(_on_devices(persons)))

    def ever_held_by(self, person: Person | int) -> Self:
        return self.ever_held_by_any([_key_of(person)])

    def ever_held_by_any(self, persons: Collection[int]) -> Self:
        """Return the seats that any of `persons` holds, or held until the host gave them away."""
        lost = Player.objects.filter(before__in=persons).order_by().values("pk")
        return self.filter(pk__in=_own(persons).union(_on_devices(persons), lost))

    def marked_for(self, person: Person | int | None) -> Self:
        """Annotate each seat with `is_mine`: True if `person` holds it, on any device."""
        is_held: Value | Q = Value(value=False)
        if person is not None:
            is_held = Q(person=person) | Q(pk__in=_on_devices([_key_of(person)]))
        return self.annotate(is_mine=ExpressionWrapper(is_held, models.BooleanField()))

    def holdings(self) -> set[tuple[int, int, int]]:
        """Return (person, room, seat) for each holder of these seats, on any device. One query."""
        seats = self.order_by()
        own = seats.filter(person__isnull=False).values_list("person", "room", "seat")
        further = seats.filter(holders__isnull=False).values_list("holders__person", "room", "seat")
        return set(own.union(further))

    def seated(self) -> Self:
        return self.filter(left=False)

    def in_turn_order(self) -> Self:
        """Sort the seats of a room as they take turns."""
        return self.order_by("place", "seat")


# Conditions on several columns are unions of queries: an index serves each of them, and none serves
# their disjunction on PostgreSQL.


def _own(persons: Collection[int]) -> models.QuerySet["Player", Any]:
    return Player.objects.filter(person__in=persons).order_by().values("pk")


def _on_devices(persons: Collection[int]) -> models.QuerySet["Holder", Any]:
    return Holder.objects.filter(person__in=persons).values("player")


def _key_of(person: Person | int) -> int:
    return person if isinstance(person, int) else person.pk


class Player(models.Model):
    """A seat in a room. One person who shares a device may hold several."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="players", db_index=False)
    # Counts from 1 in the order of sitting down. A number is never used again.
    seat = models.PositiveIntegerField()
    person = models.ForeignKey(Person, models.PROTECT, null=True, related_name="players")
    # The holder before the host gave the seat away, who may take it back.
    before = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+", db_index=False)
    # The level of a computer player; empty for a person.
    level = models.CharField(max_length=20, blank=True)
    # Time at which the seat was first taken.
    since = models.DateTimeField()
    name = models.CharField(max_length=24)
    colour = models.PositiveSmallIntegerField()
    # One of `MATERIALS`.
    material = models.CharField(max_length=10, default=MATERIALS[0])
    # The letters of its named dice, in order (farkle.rules.named_dice); empty for ordinary ones.
    dice = models.CharField(max_length=MAX_DICE, blank=True)
    # The position in the order of turns of the next game.
    place = models.PositiveIntegerField()
    # Counts from 0; null in a room without teams.
    team = models.PositiveSmallIntegerField(null=True)
    ready = models.BooleanField(default=False)
    left = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)
    # The seat's contribution to the dice of game number `string_game`.
    string = models.CharField(max_length=64, blank=True)
    string_game = models.PositiveIntegerField(default=0)

    objects = PlayerQuerySet.as_manager()
    # Only on players of a query that was `marked_for` a person.
    is_mine: bool

    class Meta:
        indexes = (
            models.Index(
                name="player_before", fields=("before",), condition=models.Q(before__isnull=False)
            ),
        )
        constraints = (
            models.UniqueConstraint(name="player_seat", fields=("room", "seat")),
            models.CheckConstraint(
                name="player_person_or_level",
                condition=models.Q(person__isnull=False, level="")
                | (models.Q(person__isnull=True) & ~models.Q(level="")),
            ),
        )

    def __str__(self) -> str:
        return self.name


class Holder(models.Model):
    """Another person who holds the seat: the same human on another device."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="holders", db_index=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="held")

    class Meta:
        constraints = (models.UniqueConstraint(name="holder", fields=("player", "person")),)

    def __str__(self) -> str:
        return f"{self.person} holds {self.player}"


class SeatCode(models.Model):
    """The newest code of a seat, with which another device can take it once."""

    class How(models.TextChoices):
        MOVE = "move"
        DOUBLE = "double"

    player = models.OneToOneField(Player, models.CASCADE, related_name="code")
    # HMAC-SHA256 of the code in hex.
    code_hash = models.CharField(max_length=64, unique=True)
    how = models.CharField(max_length=6, choices=How)
    until = models.DateTimeField()
    used_by = models.ForeignKey(Person, models.CASCADE, null=True, related_name="+")

    def __str__(self) -> str:
        return f"a code for {self.player}"
