"""The games somebody has played: newest first, a page at a time, searched and filtered.

Three queries a page, whatever there is. A page begins after a place in the list (time and number
of a game) and not after a count, so that the last page costs what the first does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _

from games.models import Game, Person, Standing
from games.rules.card import NAMES, name_of
from games.rules.catalogue import rules_of

PAGE: Final = 20
OWN_RULES: Final = "own"
"""What `Search.rules` says for rule sets that are no preset."""

_NAMES_SHOWN: Final = 6
_LONGEST: Final = 40
_OF_GAMES: Final = ("number", "status", "rules", "preset", "room__code", "room__name")
_OF_STANDINGS: Final = (
    *("game", "person", "finished", "result", "rank", "score", "players", "best_turn", "seat"),
    "player__name",
)


@dataclass(frozen=True)
class Search:
    """What is looked for; what is empty does not matter.

    `people`: part of a name of somebody else in the game; `rules`: a preset's key, or OWN_RULES;
    `result`: one of Standing.Result; `since`, `until`: days on which it ended; `room`: its code.
    """

    people: str = ""
    rules: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    room: str = ""

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> tuple["Search", dict[str, str]]:
        """The search in an address, and what is wrong in it by field, which is then left out."""
        errors: dict[str, str] = {}
        since, until = (_day(query, name, errors) for name in ("since", "until"))
        if since and until and since > until:
            errors["until"] = _("This day is before the other one.")
            until = None
        result, rules = query.get("result", ""), query.get("rules", "")
        found = cls(
            people=query.get("people", "").replace("\0", "").strip()[:_LONGEST],
            rules=rules if rules in NAMES or rules == OWN_RULES else "",
            result=result if result in Standing.Result else "",
            since=since,
            until=until,
            room=query.get("room", "").replace("\0", "").upper()[:_LONGEST],
        )
        return found, errors


def _day(query: Mapping[str, str], name: str, errors: dict[str, str]) -> date | None:
    typed = query.get(name, "").strip()
    try:
        day = parse_date(typed) if typed else None
    except ValueError:  # such as 30 February
        day = None
    if typed and day is None:
        errors[name] = _("Write the day as 2026-11-21.")
    return day


@dataclass(frozen=True)
class GameRow:
    """One game: `names` are the others' (the first few, `more` beside them); `score`, `place` and
    `best_turn` those of my best seat."""

    code: str
    number: int
    room_name: str
    rules_name: str
    preset: str
    finished: datetime
    status: str
    result: str
    names: tuple[str, ...]
    more: int
    score: int
    place: int
    players: int
    best_turn: int

    @property
    def url(self) -> str:
        """Its page."""
        return reverse("game", args=[self.code, self.number])


@dataclass(frozen=True)
class Series:
    """Games of one room that follow each other in the list."""

    code: str
    name: str
    rows: tuple[GameRow, ...]


@dataclass(frozen=True)
class GamesPage:
    """`next` is where the next page begins, None after the last."""

    rows: tuple[GameRow, ...]
    next: str | None
    series: tuple[Series, ...]


def games_of(person: Person, search: Search, after: str = "") -> GamesPage:
    """A page of what `person` has played, after the place `after` (of the page before)."""
    found = _found(person, search)
    place = _place(after)
    if place is not None:
        at, number = place
        # The first of the two is what an index can use.
        found = found.filter(
            Q(finished__lte=at), Q(finished__lt=at) | Q(finished=at, game_id__lt=number)
        )
    newest = found.order_by("-finished", "-game_id").values_list("finished", "game_id").distinct()
    keys = list(newest[: PAGE + 1])
    following = None
    if len(keys) > PAGE:
        keys = keys[:PAGE]
        at, number = keys[-1]
        following = f"{_microseconds(at)}-{number}"
    rows = _rows(person, keys)
    series = tuple(
        Series(code, some[0].room_name, tuple(some))
        for code, some in (
            (code, list(group)) for code, group in groupby(rows, lambda one: one.code)
        )
    )
    return GamesPage(tuple(rows), following, series)


def _found(person: Person, search: Search) -> QuerySet[Standing]:
    """The standings of `person` in the games that are looked for."""
    found = Standing.objects.filter(person=person)
    same_game = Standing.objects.filter(game=OuterRef("game"))
    if search.people:
        others = same_game.exclude(person=person).filter(player__name__icontains=search.people)
        found = found.filter(Exists(others))
    if search.rules:
        found = found.filter(preset="" if search.rules == OWN_RULES else search.rules)
    if search.result:
        found = found.filter(result=search.result)
    if search.result == Standing.Result.LOST:  # with all seats, where somebody had several
        found = found.exclude(Exists(same_game.filter(person=person, result=Standing.Result.WON)))
    if search.since:
        found = found.filter(finished__gte=_midnight(search.since))
    if search.until:
        found = found.filter(finished__lt=_midnight(search.until + timedelta(days=1)))
    if search.room:
        found = found.filter(game__room__code=search.room)
    return found


def _rows(person: Person, keys: Sequence[tuple[datetime, int]]) -> list[GameRow]:
    """The rows of these games, the newest first, each with the time it ended."""
    if not keys:
        return []
    numbers = [number for _at, number in keys]
    games = Game.objects.select_related("room").only(*_OF_GAMES).in_bulk(numbers)
    # Of a game with a thousand seats, the first few and mine; the times are for the index, which
    # would else go through all that is mine.
    mine = Q(person=person, finished__gte=keys[-1][0], finished__lte=keys[0][0])
    near = mine | Q(seat__lte=_NAMES_SHOWN)
    standings = Standing.objects.filter(near, game__in=numbers).select_related("player")
    standings = standings.only(*_OF_STANDINGS)
    by_game: dict[int, list[Standing]] = {}
    for standing in standings.order_by("seat"):
        by_game.setdefault(standing.game_id, []).append(standing)
    return [_row(person, games[number], by_game[number]) for number in numbers]


def _row(person: Person, game: Game, standings: Sequence[Standing]) -> GameRow:
    mine = [one for one in standings if one.person_id == person.pk]
    others = [one.player.name for one in standings if one.person_id != person.pk][:_NAMES_SHOWN]
    best = min(mine, key=lambda one: (one.result != Standing.Result.WON, one.rank))
    return GameRow(
        code=game.room.code,
        number=game.number,
        room_name=game.room.name or _("Farkle"),
        rules_name=name_of(rules_of(game.rules or {})),
        preset=game.preset,
        finished=best.finished,
        status=game.status,
        result=best.result,
        names=tuple(others),
        more=best.players - len(mine) - len(others),
        score=best.score,
        place=best.rank,
        players=best.players,
        best_turn=max(one.best_turn for one in mine),
    )


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=get_current_timezone())


def _microseconds(at: datetime) -> int:
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def _place(after: str) -> tuple[datetime, int] | None:
    """The place in `after`; None for none, or for what somebody typed there."""
    at, _dash, number = after.partition("-")
    if not (at.isdecimal() and number.isdecimal()) or len(at) > 17 or len(number) > 18:
        return None
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=int(at)), int(number)
