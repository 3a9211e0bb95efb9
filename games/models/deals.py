"""Deals, whose dice are the same for everybody, and the tries that people make of them."""

from django.db import models
from django.db.models import Q
from django.urls import reverse

from games.models.people import Person


class Deal(models.Model):
    """A rule set with a number of turns, and a seed that stays secret until the deal closes."""

    class Kind(models.TextChoices):
        DAILY = "daily"
        CHALLENGE = "challenge"
        ROOM = "room"

    # A random part of its address.
    key = models.CharField(max_length=12, unique=True)
    kind = models.CharField(max_length=9, choices=Kind)
    # RuleSet.to_dict(): its `rounds` are the turns of the deal.
    rules = models.JSONField()
    preset = models.CharField(max_length=20, blank=True)
    commitment = models.CharField(max_length=64, unique=True)
    # Sealed (games.state.sealing) until the deal is closed. No game of the deal has a copy.
    seed = models.BinaryField()
    maker = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+")
    # The day of a daily deal.
    day = models.DateField(null=True, unique=True)
    created = models.DateTimeField()
    # Time from which first tries are no longer counted, and time at which the seed was opened.
    until = models.DateTimeField()
    closed = models.DateTimeField(null=True)
    # Of a race with a clock: the seconds after which everybody's turn ends; 0 without a clock.
    turn_seconds = models.PositiveIntegerField(default=0)
    # What the computers and perfect sight make of it (games.workers); null until it is known.
    spread = models.JSONField(null=True)

    class Meta:
        indexes = (
            models.Index(name="deal_open", fields=("until",), condition=Q(closed__isnull=True)),
            models.Index(name="deal_maker", fields=("maker", "created")),
        )
        constraints = (
            models.CheckConstraint(
                name="deal_daily_has_a_day",
                condition=Q(kind="daily", day__isnull=False) | ~Q(kind="daily") & Q(day=None),
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} deal {self.key}"

    def get_absolute_url(self) -> str:
        if self.day is not None:
            return reverse("daily_of", args=[self.day])
        return reverse("deal", args=[self.key])


class Try(models.Model):
    """A game of a deal. The first one of a person counts, and later ones are practice. In a race
    each player has one try, computers too."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="tries")
    # Null for a computer.
    person = models.ForeignKey(Person, models.PROTECT, null=True, related_name="tries")
    # The seat in the room where all play the deal at the same time; null outside of a race.
    player = models.ForeignKey("games.Player", models.CASCADE, null=True, related_name="tries")
    game = models.OneToOneField("games.Game", models.CASCADE, related_name="attempt")
    is_first = models.BooleanField()
    # True if the person had no account then.
    by_guest = models.BooleanField()
    # True if the person agreed to be seen on boards.
    is_shown = models.BooleanField(default=False)
    began = models.DateTimeField()
    # Null while it is played, as are the points.
    ended = models.DateTimeField(null=True)
    points = models.IntegerField(null=True)
    # The change of the score by turn.
    turns = models.JSONField(default=list)
    # What the board of a race shows: the score, the turn, and "hot" or "farkled" (or "").
    total = models.IntegerField(default=0)
    turn = models.PositiveIntegerField(default=1)
    light = models.CharField(max_length=7, blank=True)
    # From 0 to 100; null until the game is analysed, and without a choice.
    accuracy = models.FloatField(null=True)
    # Known with it: [turn, roll, points] of each choice that gave away a point or more.
    costs = models.JSONField(default=list)

    class Meta:
        indexes = (
            # All columns of the query, which counts a hundred thousand rows.
            models.Index(
                name="try_spread",
                fields=("deal", "by_guest", "points", "is_first"),
                condition=Q(is_first=True, points__isnull=False),
            ),
            models.Index(
                name="try_newest",
                fields=("deal", "id"),
                condition=Q(is_first=True, points__isnull=False),
            ),
            models.Index(
                name="try_board",
                fields=("deal", "points"),
                condition=Q(is_first=True, is_shown=True, points__isnull=False),
            ),
        )
        constraints = (
            models.UniqueConstraint(
                name="try_first",
                fields=("deal", "person"),
                condition=Q(is_first=True, player=None),
            ),
            models.UniqueConstraint(
                name="try_of_player",
                fields=("deal", "player"),
                condition=Q(player__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"try of {self.deal_id} by {self.person_id}"


class Question(models.Model):
    """A position of a deal that is over, which its maker puts to everybody who has played it."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="questions")
    # A try that came to the position, and the number of the action that was decided there.
    attempt = models.ForeignKey(Try, models.CASCADE, related_name="+")
    step = models.PositiveIntegerField()
    # See `games.replay.questions.position_of`.
    position = models.JSONField()
    asked = models.DateTimeField()
    # Null while people vote.
    shown = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"question {self.pk} of {self.deal_id}"


class Vote(models.Model):
    """An answer to a question, of the player of a try that counts."""

    question = models.ForeignKey(Question, models.CASCADE, related_name="votes", db_index=False)
    attempt = models.ForeignKey(Try, models.CASCADE, related_name="+")
    # "roll" or "bank", and the faces to keep.
    do = models.CharField(max_length=4)
    keep = models.CharField(max_length=12, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(name="vote_once", fields=("question", "attempt")),)

    def __str__(self) -> str:
        return f"vote on {self.question_id} of {self.attempt_id}"
