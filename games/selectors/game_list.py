"""The finished games of a person, newest first, in pages, with a search.

A page takes three queries. It starts after a position (time and key of a game) instead of an
offset, so that the last page costs as much as the first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _

from farkle.ai.review.winning import accuracy
from games.models import Accuracy, Game, Person, Room, Standing
from games.people.blocks import codes_for
from games.rules.card import name_in_game
from games.rules.catalogue import rules_of
from games.selectors.room_list import Entry, rooms_of

PAGE: Final = 20
OWN_RULES: Final = "own"  # stands for rule sets that are no preset

_NAMES_SHOWN: Final = 6
_OF_GAMES: Final = ("number", "status", "rules", "preset", "room__code", "room__name")
_OF_STANDINGS: Final = (
    *("game", "person", "finished", "result", "rank", "score", "players", "best_turn", "seat"),
    *("player__name", "accuracy__decided", "accuracy__loss"),
)


@dataclass(frozen=True)
class Search:
    """The conditions of a search. An empty field matches every game."""

    people: str = ""  # part of another player's name
    rules: str = ""  # a preset's key or OWN_RULES
    result: str = ""  # a Standing.Result
    since: date | None = None  # first and last day on which the game ended
    until: date | None = None
    room: str = ""  # a room's code


@dataclass(frozen=True)
class GameRow:
    """A game with the results of the reader's best seat. `names` are the first few other players,
    and `more` is the number of the rest. If the reader had several seats, as on a shared device,
    `whose` is the name of the best one, else empty."""

    code: str
    number: int
    room_name: str
    rules_name: str
    preset: str
    finished: datetime
    status: str
    result: str
    whose: str
    names: tuple[str, ...]
    more: int
    score: int
    place: int
    players: int
    best_turn: int
    accuracy: float | None

    @property
    def url(self) -> str:
        return reverse("game", args=[self.code, self.number])


@dataclass(frozen=True)
class GamesPage:
    """A page of the list. `next` is the position to pass as `after` for the next one, or None."""

    rows: tuple[GameRow, ...]
    next: str | None


def games_of(person: Person, search: Search, after: str = "") -> GamesPage:
    """Return a page of the games of `person`, starting after a position."""
    standings = _matching(person, search)
    position = _position(after)
    if position is not None:
        at, number = position
        # The first condition is for the index.
        standings = standings.filter(
            Q(finished__lte=at), Q(finished__lt=at) | Q(finished=at, game_id__lt=number)
        )
    newest = (
        standings.order_by("-finished", "-game_id").values_list("finished", "game_id").distinct()
    )
    keys = list(newest[: PAGE + 1])
    following = None
    if len(keys) > PAGE:
        keys = keys[:PAGE]
        at, number = keys[-1]
        following = f"{_microseconds(at)}-{number}"
    return GamesPage(tuple(_rows(person, keys)), following)


def running_games_of(person: Person) -> list[Entry]:
    """Return the rooms in which a game with `person` is running, the most urgent first."""
    return [entry for entry in rooms_of(person) if entry.playing]


def _matching(person: Person, search: Search) -> QuerySet[Standing]:
    standings = Standing.objects.filter(person=person)
    same_game = Standing.objects.filter(game=OuterRef("game"))
    if search.people:
        # Somebody else on the same device has another seat of this person.
        others = same_game.exclude(pk=OuterRef("pk")).filter(player__name__icontains=search.people)
        # A scalar subquery runs game by game. With `Exists`, PostgreSQL might start from all
        # players of the site who have such a name.
        standings = standings.alias(other=Subquery(others.values("pk")[:1])).filter(
            other__isnull=False
        )
    if search.rules:
        standings = standings.filter(preset="" if search.rules == OWN_RULES else search.rules)
    if search.result:
        standings = standings.filter(result=search.result)
    if search.result == Standing.Result.LOST:  # with every seat, if several
        standings = standings.exclude(
            Exists(same_game.filter(person=person, result=Standing.Result.WON))
        )
    if search.since:
        standings = standings.filter(finished__gte=_midnight(search.since))
    if search.until and search.until < date.max:  # no day follows that one
        standings = standings.filter(finished__lt=_midnight(search.until + timedelta(days=1)))
    if search.room:
        former = Room.objects.once_at(search.room).values("pk")
        standings = standings.filter(Q(game__room__code=search.room) | Q(game__room__in=former))
    return standings


def _rows(person: Person, keys: Sequence[tuple[datetime, int]]) -> list[GameRow]:
    if not keys:
        return []
    numbers = [number for _at, number in keys]
    games = Game.objects.select_related("room").only(*_OF_GAMES).in_bulk(numbers)
    # Read only the first few seats and the reader's own. The times let the index skip the reader's
    # other games.
    own = Q(person=person, finished__gte=keys[-1][0], finished__lte=keys[0][0])
    near = own | Q(seat__lte=_NAMES_SHOWN)
    standings = Standing.objects.filter(near, game__in=numbers).select_related("player", "accuracy")
    standings = standings.only(*_OF_STANDINGS)
    by_game: dict[int, list[Standing]] = {}
    for standing in standings.order_by("seat"):
        by_game.setdefault(standing.game_id, []).append(standing)
    codes = codes_for(person, {game.room for game in games.values()})
    return [
        _row(person, games[number], codes[games[number].room_id], by_game[number])
        for number in numbers
    ]


def _row(person: Person, game: Game, code: str, standings: Sequence[Standing]) -> GameRow:
    own = [standing for standing in standings if standing.person_id == person.pk]
    best = min(own, key=lambda standing: (standing.result != Standing.Result.WON, standing.rank))
    others = [standing.player.name for standing in standings if standing != best]
    names = tuple(others[:_NAMES_SHOWN])
    return GameRow(
        code=code,
        number=game.number,
        room_name=game.room.name or _("Farkle"),
        rules_name=name_in_game(rules_of(game.rules or {})),
        preset=game.preset,
        finished=best.finished,
        status=game.status,
        result=best.result,
        whose=best.player.name if len(own) > 1 else "",
        names=names,
        more=best.players - 1 - len(names),
        score=best.score,
        place=best.rank,
        players=best.players,
        best_turn=max(standing.best_turn for standing in own),
        accuracy=accuracy_of(best),
    )


def accuracy_of(standing: Standing) -> float | None:
    """Return the accuracy (0 to 100), or None before the analysis."""
    stored: Accuracy | None = getattr(standing, "accuracy", None)
    return accuracy(stored.loss, stored.decided) if stored and stored.decided else None


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=get_current_timezone())


def _microseconds(at: datetime) -> int:
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def _position(after: str) -> tuple[datetime, int] | None:
    """Parse `after`; None if it is empty or malformed."""
    at, _dash, number = after.partition("-")
    if not (at.isdecimal() and number.isdecimal()) or len(at) > 17 or len(number) > 18:
        return None
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=int(at)), int(number)
