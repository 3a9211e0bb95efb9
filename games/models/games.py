"""Games: those that run, have ended or could start next, and their dice."""

from typing import Self

from django.db import models

from farkle.engine.fairness import Terms, fingerprint_of
from games.models.deals import Deal
from games.models.rooms import Room


class GameQuerySet(models.QuerySet["Game"]):
    def started(self) -> Self:
        """Return the games that have begun, whether or not they have ended."""
        return self.exclude(status=Game.Status.WAITING)

    def running(self, room: Room) -> "Game | None":
        return self.filter(room=room, status=Game.Status.PLAYING).first()

    def ended(self) -> Self:
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
    # The deal that its dice come from, which has the seed then; null for dice of its own.
    deal = models.ForeignKey(Deal, models.PROTECT, null=True, related_name="games")
    commitment = models.CharField(max_length=64)
    # RuleSet.to_dict() as of the start, with its version.
    rules = models.JSONField(null=True)
    preset = models.CharField(max_length=20, blank=True)
    # By engine seat: Player.seat, and the string it contributed to the dice.
    players = models.JSONField(default=list)
    strings = models.JSONField(default=list)
    teams = models.JSONField(null=True)
    # The hashes of its rules and names (farkle.engine.fairness.Terms); [] until the start.
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
    # Time at which its events and turns were put into its archive (games.state.archive).
    archived = models.DateTimeField(null=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = (
            # Games that are yet to be archived.
            models.Index(
                name="game_finished",
                fields=("finished",),
                condition=models.Q(finished__isnull=False, archived__isnull=True),
            ),
        )
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
    def fingerprint(self) -> str:
        """The fingerprint of a started game, which covers the dice, the rules and the names."""
        return fingerprint_of(self.commitment, self.strings, Terms(*self.terms))


class DiceSecret(models.Model):
    """The seed of a game with dice of its own. Only services roll with it; it is not read elsewhere
    before the game ends."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="secret")
    # Sealed (games.state.sealing) until the game is over.
    seed = models.BinaryField()

    def __str__(self) -> str:
        return f"dice of game {self.game_id}"
