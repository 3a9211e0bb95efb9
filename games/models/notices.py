"""Notices outside the page: the devices and chats that receive them, and the queue."""

from django.db import models

from games.models.people import Person
from games.models.rooms import Room


class Device(models.Model):
    """A browser in which a person has turned notices on: a push subscription (RFC 8030)."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="devices")
    # With this address anyone can send to the browser, so no page and no log shows it.
    endpoint = models.TextField()
    # SHA-256 of the endpoint in hex: a text of any length cannot be unique in every database.
    endpoint_hash = models.CharField(max_length=64, unique=True)
    # The browser's public key and its secret (RFC 8291), in base64url.
    p256dh = models.CharField(max_length=90)
    auth = models.CharField(max_length=24)
    # Its name in the list of devices, such as "Firefox on Android".
    name = models.CharField(max_length=60)
    # The browser's IANA time zone, for quiet hours, and its language, for the texts.
    zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=16, default="en")
    created = models.DateTimeField()
    # Time at which a notice last reached its push service, and number of refusals since.
    reached = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class RoomMark(models.Model):
    """The event up to which the notices of a room have been planned."""

    room = models.OneToOneField(Room, models.CASCADE, primary_key=True, related_name="notice_mark")
    seen = models.PositiveBigIntegerField()
    # True if the room was awake then. If it was not, and is not now, nothing has happened.
    awake = models.BooleanField(default=True)

    class Meta:
        indexes = (
            models.Index(name="mark_awake", fields=("room",), condition=models.Q(awake=True)),
        )

    def __str__(self) -> str:
        return f"room {self.room_id} up to event {self.seen}"


class Webhook(models.Model):
    """The chat that receives a room's notices: an address at Discord, Slack or another service."""

    class Format(models.TextChoices):
        DISCORD = "discord"
        SLACK = "slack"
        MATRIX = "matrix"
        JSON = "json"

    class OffReason(models.TextChoices):
        GONE = "gone"
        FAILING = "failing"
        # The operator has chosen other hosts since.
        BLOCKED = "blocked"
        # It was sealed under a key that the site does not have any more.
        SEALED = "sealed"

    room = models.OneToOneField(Room, models.CASCADE, related_name="webhook")
    # With this address anyone can write in the chat: it is sealed (games.state.sealing).
    address = models.BinaryField()
    # Its host and port, which are no secret.
    target = models.CharField(max_length=255)
    format = models.CharField(max_length=8, choices=Format)
    # The seat of the host who set it, and that host's base URL and language.
    set_by = models.PositiveIntegerField()
    site = models.CharField(max_length=300)
    language = models.CharField(max_length=16, default="en")
    # Earlier events are not announced.
    since = models.DateTimeField()
    # The latest response: its status, or 0 and the error.
    answered = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=40, blank=True)
    # Number of consecutive requests that have failed, and the time of the first.
    failures = models.PositiveSmallIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    off = models.DateTimeField(null=True)
    why = models.CharField(max_length=8, choices=OffReason, blank=True)

    def __str__(self) -> str:
        return f"webhook of room {self.room_id}"


class Notice(models.Model):
    """One notice for one device or chat. `key` is unique, so that nothing is planned twice."""

    class State(models.TextChoices):
        WAITING = "waiting"
        # A process is sending it, or died while it did. It is never sent again.
        CLAIMED = "claimed"
        DONE = "done"

    kind = models.CharField(max_length=12)
    # One of the two is null.
    device = models.ForeignKey(Device, models.CASCADE, null=True, related_name="notices")
    webhook = models.ForeignKey(Webhook, models.CASCADE, null=True, related_name="notices")
    room = models.ForeignKey(Room, models.CASCADE, related_name="+")
    # Values for the text besides the room: the number of the game, the turn, a name.
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
        constraints = (
            models.CheckConstraint(
                name="notice_for_one",
                condition=models.Q(device__isnull=False, webhook__isnull=True)
                | models.Q(device__isnull=True, webhook__isnull=False),
            ),
        )

    def __str__(self) -> str:
        if self.device_id is None:
            return f"{self.kind} for webhook {self.webhook_id}"
        return f"{self.kind} for device {self.device_id}"

    def its_device(self) -> Device:
        """Return the device. Raise ValueError if the notice is for a chat."""
        if self.device is None:
            raise ValueError("for a chat")
        return self.device

    def its_webhook(self) -> Webhook:
        """Return the webhook. Raise ValueError if the notice is for a device."""
        if self.webhook is None:
            raise ValueError("for a device")
        return self.webhook
