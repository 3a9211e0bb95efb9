"""The events of rooms, which are append-only, their archives, and chat."""

from django.db import models

from games.models.games import Game
from games.models.rooms import Room
from games.models.seats import Player


class Event(models.Model):
    """An accepted command, numbered in its room and never changed. Of a room's old events only the
    newest is kept; archives have those of games."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="events", db_index=False)
    number = models.PositiveBigIntegerField()
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="events")
    # The game's ply after this event; null where no game was touched.
    ply = models.PositiveIntegerField(null=True)
    # The Player.seat that acted; null if no player did.
    player = models.PositiveIntegerField(null=True)
    # [{"e": name, ...}], with players by seat, never by name, and without what a person typed
    # (`games.protocol.events`), except names of rooms and seasons.
    events = models.JSONField()
    command = models.CharField(max_length=40)
    # The sender (a Person's key, whose row may be gone one day) and the digest of the request
    # (`Command.intent`). A resend must match both.
    asker = models.PositiveBigIntegerField(null=True)
    intent = models.CharField(max_length=32)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(name="event_number", fields=("room", "number")),
            models.UniqueConstraint(name="event_command", fields=("room", "command")),
        )

    def __str__(self) -> str:
        return f"event {self.number} of room {self.room_id}"


class Archive(models.Model):
    """The events and turns of a game that ended long ago, in place of their rows."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="archive")
    # See `games.state.archive`.
    packed = models.BinaryField()

    def __str__(self) -> str:
        return f"archive of game {self.game_id}"


class Message(models.Model):
    """A chat message. It is not an event, and is stored without the room's lock."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="messages", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    text = models.CharField(max_length=200)
    at = models.DateTimeField()
    # The command's id. A resend is the same message.
    command = models.CharField(max_length=40)

    class Meta:
        indexes = (models.Index(name="message_room", fields=("room", "id")),)
        constraints = (models.UniqueConstraint(name="message_command", fields=("room", "command")),)

    def __str__(self) -> str:
        return f"message {self.pk}"
