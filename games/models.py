"""The tables: people, rooms, players, games and the events of each room.

Only `games.services` and `games.people.identity` write to them. Events are append-only; turns and
standings can be derived from them again. Clients know a player by `Player.seat`. A foreign key has
no index of its own where a constraint that begins with it provides one.
"""

from typing import Final, Self

from django.conf import settings
from django.db import models
from django.db.models import ExpressionWrapper, Q, Value
from django.utils import timezone

from farkle.engine.fairness import Terms, fingerprint_of

FOUNDER: Final = 1
"""The seat of the person who opened the room: the first one taken, and never anybody else's."""


class Person(models.Model):
    """An account, or the guest of one browser, identified by the key in its cookie."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="person"
    )
    # SHA-256 of the key in hex. Emptying it revokes the cookie.
    key_hash = models.CharField(  # noqa: DJ001  # null is not a duplicate, "" is
        max_length=64, null=True, unique=True
    )
    name = models.CharField(max_length=24, blank=True)
    settings = models.JSONField(default=dict)
    created = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="person_is_known_somehow",
                condition=models.Q(user__isnull=False) | models.Q(key_hash__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return self.name or f"guest {self.pk}"


class SavedRules(models.Model):
    """A rule set that a person has saved under a name."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="saved", db_index=False)
    name = models.CharField(max_length=40)
    # RuleSet.to_dict(), and the preset its description starts from.
    rules = models.JSONField()
    base = models.CharField(max_length=20)
    saved = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(name="saved_name", fields=("person", "name")),)

    def __str__(self) -> str:
        return self.name


class RoomQuerySet(models.QuerySet["Room"]):
    """Rooms, by whether anything may still happen in them."""

    def open(self) -> Self:
        """Return the rooms that are not closed."""
        return self.exclude(status=Room.Status.CLOSED)


class Room(models.Model):
    """A place with a link: house rules for the next game, seats, and a series of games."""

    class Status(models.TextChoices):
        LOBBY = "lobby"
        PLAYING = "playing"
        OVER = "over"
        CLOSED = "closed"

    code = models.CharField(max_length=8, unique=True)
    name = models.CharField(max_length=40, blank=True)
    opened_by = models.ForeignKey(Person, models.PROTECT, related_name="+")
    # A seat in this room, whose holder is the host. Null while nobody is left to be host.
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
    # What happens by itself, and when: {kind: ms since 1970}. `due_at` is the earliest of them.
    deadlines = models.JSONField(default=dict)
    due_at = models.DateTimeField(null=True)
    # AbsenceState.to_dict(): who is away, the votes, a pause.
    waits = models.JSONField(default=dict)
    # Who asks to come in, and whom the host declined: see `games.services.hosting.door`.
    knocks = models.JSONField(default=list)
    created = models.DateTimeField()

    objects = RoomQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(
                name="room_due", fields=("due_at",), condition=models.Q(due_at__isnull=False)
            ),
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


class PlayerQuerySet(models.QuerySet["Player"]):
    """Seats, by who holds them.

    A seat is held by its person and, on further devices, by the persons of its `holders`.
    `services.table.Table.is_held_by` is the same rule for a room in memory.
    """

    def held_by(self, person: Person | int) -> Self:
        """Return the seats that `person` holds, on whichever device."""
        return self.filter(_held_by(person))

    def ever_held_by(self, person: Person | int) -> Self:
        """Return those and the seats that the host gave away from `person`."""
        return self.filter(_held_by(person) | Q(before=person))

    def marked_for(self, person: Person | int | None) -> Self:
        """Set `is_mine` on each seat: whether `person` holds it, on whichever device."""
        mine = Value(value=False) if person is None else _held_by(person)
        return self.annotate(is_mine=ExpressionWrapper(mine, models.BooleanField()))

    def holdings(self) -> list[tuple[int, int]]:
        """Return (person, seat) for each person who holds one of these seats."""
        own = self.filter(person__isnull=False).values_list("person", "seat")
        further = self.filter(holders__isnull=False).values_list("holders__person", "seat")
        return list(own.union(further))

    def seated(self) -> Self:
        """Return the seats that nobody has left."""
        return self.filter(left=False)

    def in_turn_order(self) -> Self:
        """Sort the seats of a room as they take turns."""
        return self.order_by("place", "seat")


def _held_by(person: Person | int) -> Q:
    return Q(person=person) | Q(pk__in=Holder.objects.filter(person=person).values("player"))


class Player(models.Model):
    """A seat in a room. One person who shares a device may hold several."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="players", db_index=False)
    # Counts from 1 in the order of sitting down. A number is never used again.
    seat = models.PositiveIntegerField()
    person = models.ForeignKey(Person, models.PROTECT, null=True, related_name="players")
    # Who held the seat before the host gave it away, and may take it back.
    before = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+", db_index=False)
    # The level of a computer player; empty for a person.
    level = models.CharField(max_length=20, blank=True)
    # When the seat was first taken; null for seats that are older than this column.
    since = models.DateTimeField(null=True)
    name = models.CharField(max_length=24)
    colour = models.PositiveSmallIntegerField()
    # The position in the order of turns of the next game.
    place = models.PositiveIntegerField()
    # Counts from 0; null in a room without teams.
    team = models.PositiveSmallIntegerField(null=True)
    ready = models.BooleanField(default=False)
    left = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)
    # What the seat contributes to the dice of game number `string_game`.
    string = models.CharField(max_length=64, blank=True)
    string_game = models.PositiveIntegerField(default=0)

    objects = PlayerQuerySet.as_manager()
    # Only on players of a query that was `marked_for` somebody.
    is_mine: bool

    class Meta:
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
    """A further person who holds a seat: the same human on another device."""

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
    used_by = models.ForeignKey(Person, models.CASCADE, null=True, related_name="+", db_index=False)

    def __str__(self) -> str:
        return f"a code for {self.player}"


class GameQuerySet(models.QuerySet["Game"]):
    """Games, by how far they have come."""

    def started(self) -> Self:
        """Return the games that have begun, whether or not they have ended."""
        return self.exclude(status=Game.Status.WAITING)

    def running(self, room: Room) -> "Game | None":
        """Return the game that is being played in `room`."""
        return self.filter(room=room, status=Game.Status.PLAYING).first()

    def ended(self) -> Self:
        """Return the games that were won or abandoned."""
        return self.filter(status__in=Game.ENDED)


class Game(models.Model):
    """A game. Its row and its dice exist as soon as it could be the next one to start."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        PLAYING = "playing"
        OVER = "over"
        ABANDONED = "abandoned"

    ENDED = (Status.OVER, Status.ABANDONED)

    room = models.ForeignKey(Room, models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=9, choices=Status, default=Status.WAITING)
    commitment = models.CharField(max_length=64)
    # RuleSet.to_dict() as of the start, with its version.
    rules = models.JSONField(null=True)
    preset = models.CharField(max_length=20, blank=True)
    # By engine seat: Player.seat, and what it contributed to the dice.
    players = models.JSONField(default=list)
    strings = models.JSONField(default=list)
    teams = models.JSONField(null=True)
    # The hashes of its rules and names (farkle.engine.fairness.Terms); [] for older games.
    terms = models.JSONField(default=list)
    # {"state": GameState.to_dict(), "turn": TurnLog.to_dict()} after event number `snapshot_event`.
    # `ply` and `thrown` (how many throws the dice have seen) are as of the snapshot, too.
    snapshot = models.JSONField(null=True)
    snapshot_event = models.PositiveBigIntegerField(default=0)
    ply = models.PositiveIntegerField(default=0)
    thrown = models.PositiveIntegerField(default=0)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    # By engine seat.
    winners = models.JSONField(default=list)

    objects = GameQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(name="game_number", fields=("room", "number")),
            models.UniqueConstraint(
                name="game_one_at_a_time",
                fields=("room",),
                condition=models.Q(status__in=("waiting", "playing")),
            ),
        )

    def __str__(self) -> str:
        return f"game {self.number} of room {self.room_id}"

    @property
    def fingerprint(self) -> str | None:
        """The fingerprint that covers the dice, the rules and the names; None for older games."""
        if not self.terms:
            return None
        return fingerprint_of(self.commitment, self.strings, Terms(*self.terms))


class DiceSecret(models.Model):
    """A game's seed. Only services throw with it; nobody else reads it before the game ends."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="secret")
    # Sealed (games.state.sealing) until the game is over.
    seed = models.BinaryField()

    def __str__(self) -> str:
        return f"dice of game {self.game_id}"


class Standing(models.Model):
    """One player's result in a game that has ended, derived from its events.

    It repeats what lists and statistics need of the game and the player, so that they read no
    other table.
    """

    class Result(models.TextChoices):
        WON = "won"
        LOST = "lost"
        ABANDONED = "abandoned"

    FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")

    game = models.ForeignKey(Game, models.CASCADE, related_name="standings", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="standings")
    # Who held the seat when the game ended; null for a computer.
    person = models.ForeignKey(
        Person, models.PROTECT, null=True, related_name="standings", db_index=False
    )
    finished = models.DateTimeField()
    preset = models.CharField(max_length=20, blank=True)
    # How many played the game.
    players = models.PositiveIntegerField()
    # The engine seat.
    seat = models.PositiveIntegerField()
    score = models.IntegerField()
    rank = models.PositiveIntegerField()
    result = models.CharField(max_length=9, choices=Result)
    turns = models.PositiveIntegerField()
    farkles = models.PositiveIntegerField()
    best_turn = models.PositiveIntegerField()
    # The points of all turns, before penalties.
    points = models.PositiveBigIntegerField()
    throws = models.PositiveIntegerField()
    # How many farkles these throws made likely: the sum of their probabilities.
    deserved = models.FloatField()
    # How often each face came up.
    ones = models.PositiveIntegerField()
    twos = models.PositiveIntegerField()
    threes = models.PositiveIntegerField()
    fours = models.PositiveIntegerField()
    fives = models.PositiveIntegerField()
    sixes = models.PositiveIntegerField()

    class Meta:
        indexes = (models.Index(name="standing_person", fields=("person", "finished", "game")),)
        constraints = (models.UniqueConstraint(name="standing_seat", fields=("game", "seat")),)

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.game_id}: {self.score}"


class Accuracy(models.Model):
    """How well a player decided in a game, once that has been worked out (farkle/ai/winning.py).

    It is kept apart from the standing because it does not follow from the events alone: better
    estimates may change it.
    """

    standing = models.OneToOneField(
        Standing, models.CASCADE, related_name="accuracy", primary_key=True
    )
    # How many decisions had a choice, and the chance to win that they gave away together.
    decided = models.PositiveIntegerField()
    given = models.FloatField()

    def __str__(self) -> str:
        return f"{self.standing_id}: {self.given} in {self.decided}"


class Turn(models.Model):
    """A turn that has ended, derived from the events of its game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="turns", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    # The engine seat.
    seat = models.PositiveIntegerField()
    round = models.PositiveIntegerField()
    # [{"dice": [faces], "keep": "115", "points": n}]
    rolls = models.JSONField()
    outcome = models.CharField(max_length=8)
    points = models.PositiveIntegerField()
    # Points built on from the turn before; included in `points` if they were banked.
    built = models.PositiveIntegerField()
    penalty = models.PositiveIntegerField()
    total = models.IntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(name="turn_number", fields=("game", "number")),)

    def __str__(self) -> str:
        return f"turn {self.number} of {self.game_id}: {self.outcome} {self.points}"


class ImportedGame(models.Model):
    """A game imported from a file. It was checked before it was stored."""

    # A random part of its address.
    key = models.CharField(max_length=16, unique=True)
    person = models.ForeignKey(Person, models.CASCADE, related_name="imported", db_index=False)
    # GameFile.to_dict() as JSON, compressed with zlib.
    packed = models.BinaryField()
    at = models.DateTimeField()
    # When somebody last looked at it, to the day.
    opened = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(name="imported_person", fields=("person", "at")),)

    def __str__(self) -> str:
        return self.key


class Event(models.Model):
    """An accepted command, numbered in its room. It is never changed or deleted."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="events", db_index=False)
    number = models.PositiveBigIntegerField()
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="events", db_index=False)
    # The game's ply after this event; null where no game was touched.
    ply = models.PositiveIntegerField(null=True)
    # Player.seat of whoever acted; null for what happens by itself.
    player = models.PositiveIntegerField(null=True)
    # [{"e": name, ...}], with players by seat, never by name.
    events = models.JSONField()
    command = models.CharField(max_length=40)
    # Who sent the command (a Person's key, which may be gone one day) and a hash of what it asked:
    # a resend must agree in both.
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


class Message(models.Model):
    """A chat message. It is no event, and is stored without the room's lock."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="messages", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    text = models.CharField(max_length=200)
    at = models.DateTimeField()
    # The id of the command: sent again, it is the same message.
    command = models.CharField(max_length=40)

    class Meta:
        indexes = (models.Index(name="message_room", fields=("room", "id")),)
        constraints = (models.UniqueConstraint(name="message_command", fields=("room", "command")),)

    def __str__(self) -> str:
        return f"message {self.pk}"
