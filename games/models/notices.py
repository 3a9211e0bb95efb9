"""Notices outside the page: devices that want them, and what is still to be sent."""

from django.db import models

from games.models.people import Person
from games.models.rooms import Room


class Device(models.Model):
    """A browser in which somebody has turned notices on: a push subscription (RFC 8030)."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="devices")
    # Whoever knows this address can send to the browser, so no page and no log shows it.
    endpoint = models.TextField()
    # SHA-256 of the endpoint in hex: a text of any length cannot be unique in every database.
    endpoint_hash = models.CharField(max_length=64, unique=True)
    # The browser's public key and its secret (RFC 8291), in base64url.
    p256dh = models.CharField(max_length=90)
    auth = models.CharField(max_length=24)
    # What the list of devices calls it, such as "Firefox on Android".
    name = models.CharField(max_length=60)
    # The browser's IANA time zone, for quiet hours, and its language, for the texts.
    zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=16, default="en")
    created = models.DateTimeField()
    # When a notice last reached its push service, and how often in a row one was refused.
    reached = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class RoomMark(models.Model):
    """The event up to which the notices of a room have been planned."""

    room = models.OneToOneField(Room, models.CASCADE, primary_key=True, related_name="notice_mark")
    seen = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"room {self.room_id} up to event {self.seen}"


class Notice(models.Model):
    """One notice for one device. `key` is unique, so that nothing is planned twice."""

    class State(models.TextChoices):
        WAITING = "waiting"
        # A process is sending it, or died while it did. Nobody ever sends it again.
        CLAIMED = "claimed"
        DONE = "done"

    kind = models.CharField(max_length=12)
    device = models.ForeignKey(Device, models.CASCADE, related_name="notices")
    room = models.ForeignKey(Room, models.CASCADE, related_name="+", db_index=False)
    # What the text needs beside the room: the number of the game, the turn, a name.
    body = models.JSONField(default=dict)
    key = models.CharField(max_length=120, unique=True)
    # The host and port it goes to. One that is down must not hold up the others.
    target = models.CharField(max_length=255)
    due = models.DateTimeField()
    # After this it is useless.
    until = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    changed = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(name="notice_due", fields=("due",), condition=models.Q(state="waiting")),
            models.Index(name="notice_changed", fields=("state", "changed")),
        )

    def __str__(self) -> str:
        return f"{self.kind} for device {self.device_id}"
