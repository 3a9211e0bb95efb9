"""Rows derived from the events of a game: its turns, and each player's result and accuracy."""

from django.db import models

from games.models.games import Game
from games.models.people import Person
from games.models.seats import Player


class Standing(models.Model):
    """One player's result in an ended game, derived from its events. It copies columns of the game
    and the player, so that lists and statistics need no other table."""

    class Result(models.TextChoices):
        WON = "won"
        LOST = "lost"
        ABANDONED = "abandoned"
        ALONE = "alone"

    AGAINST_OTHERS = (Result.WON, Result.LOST)
    """The results of games against others that were played to the end."""

    FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")

    game = models.ForeignKey(Game, models.CASCADE, related_name="standings", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="standings")
    # The holder of the seat when the game ended; null for a computer.
    person = models.ForeignKey(
        Person, models.PROTECT, null=True, related_name="standings", db_index=False
    )
    finished = models.DateTimeField()
    preset = models.CharField(max_length=20, blank=True)
    # Number of players.
    players = models.PositiveIntegerField()
    # The engine seat.
    seat = models.PositiveIntegerField()
    score = models.IntegerField()
    rank = models.PositiveIntegerField()
    result = models.CharField(max_length=9, choices=Result)
    turns = models.PositiveIntegerField()
    farkles = models.PositiveIntegerField()
    best_turn = models.PositiveIntegerField()
    # The dice kept in that turn, roll by roll: ["111", "5"].
    best_dice = models.JSONField(default=list)
    # The points of all turns, before penalties.
    points = models.PositiveBigIntegerField()
    throws = models.PositiveIntegerField()
    # The expected number of farkles: the sum of the throws' probabilities.
    deserved = models.FloatField()
    # Number of dice with each face.
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
    """The quality of a player's decisions in a game, once analysed (farkle/ai/review/winning.py).
    It is not part of the standing because better estimates may change it."""

    standing = models.OneToOneField(
        Standing, models.CASCADE, related_name="accuracy", primary_key=True
    )
    # Number of decisions with a choice, and the chance to win that they lost in total.
    decided = models.PositiveIntegerField()
    loss = models.FloatField()

    def __str__(self) -> str:
        return f"{self.standing_id}: {self.loss} in {self.decided}"


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


class SiteTotals(models.Model):
    """Sums over all standings up to a certain one, so that statistics of the site need not read
    them all. There is at most one row."""

    # The newest standing that is added up.
    upto = models.PositiveBigIntegerField(default=0)
    games = models.PositiveBigIntegerField(default=0)
    turns = models.PositiveBigIntegerField(default=0)
    throws = models.PositiveBigIntegerField(default=0)
    farkles = models.PositiveBigIntegerField(default=0)
    deserved = models.FloatField(default=0.0)
    ones = models.PositiveBigIntegerField(default=0)
    twos = models.PositiveBigIntegerField(default=0)
    threes = models.PositiveBigIntegerField(default=0)
    fours = models.PositiveBigIntegerField(default=0)
    fives = models.PositiveBigIntegerField(default=0)
    sixes = models.PositiveBigIntegerField(default=0)

    SUMMED = ("turns", "throws", "farkles", "deserved", *Standing.FACES)

    def __str__(self) -> str:
        return f"{self.games} games, up to standing {self.upto}"
