"""The results of a deal, in a number of queries that does not grow with its tries.

Nobody may see them before their own first try has ended: see `games.replay.game.may_see_tries`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from games import clock
from games.models import Deal, Person, Player, Room, Try
from games.selectors.company import companions_of

MOST_ON_BOARD: Final = 20
MOST_KNOWN: Final = 20
"""Number of people on a board with whom the reader has played."""
MOST_BARS: Final = 14
FASTEST_TURN: Final = timedelta(seconds=1.5)
"""Average time of a turn below which a try is marked."""
MANY: Final = 2000
"""Number of results from which on their counts are kept: counting 100,000 takes some 20 ms."""
KEPT_SECONDS: Final = 10
LOOKED_AT: Final = 200
"""Number of the newest tries that a turn is compared with."""
MOST_DAYS: Final = 400
"""Length of the longest streak that is counted."""
_WIDTHS: Final = (250, 500, 1000, 2000, 2500, 5000, 10_000)


Spread = tuple[Counter[int], Counter[int]]
"""How often each result was reached, by people with an account and by guests."""


@dataclass(frozen=True)
class Bar:
    """The number of results from `low` to `high`: by account, and by guest. `levels` are the
    computers with such a result."""

    low: int
    high: int
    players: int
    guests: int
    levels: tuple[str, ...]
    is_mine: bool

    @property
    def count(self) -> int:
        return self.players + self.guests


@dataclass(frozen=True)
class Row:
    """A line of a board. `place` counts those on this board."""

    attempt: Try
    name: str
    place: int
    is_mine: bool

    @property
    def is_fast(self) -> bool:
        """True if hardly a person, but a script, plays as fast as that."""
        attempt = self.attempt
        if attempt.ended is None:
            return False
        return attempt.ended - attempt.began < FASTEST_TURN * len(attempt.turns)


@dataclass(frozen=True)
class Turn:
    """A change of the score in one turn, and those of `count` others: how many made `nothing`,
    their `average`, and the `best`."""

    number: int
    own: int
    count: int
    nothing: int
    average: float
    best: int


def counted_tries(deal: Deal) -> QuerySet[Try]:
    """Return the ended first tries, which count."""
    return Try.objects.filter(deal=deal, is_first=True, points__isnull=False)


def running_tries(deal: Deal) -> QuerySet[Try]:
    """Return the first tries that are being played."""
    return Try.objects.filter(deal=deal, is_first=True, ended=None)


def is_over(deal: Deal) -> bool:
    """Return True if no try that counts can show its player a die any more: none can begin, and
    none is being played."""
    if deal.closed is not None:
        return True
    return deal.until <= clock.now() and not running_tries(deal).exists()


def home_of(deal: Deal) -> str:
    """Return the address at which a deal is played: of a race, its room."""
    room = Room.objects.filter(players__tries__deal=deal).first()
    return deal.get_absolute_url() if room is None else reverse("room", args=[room.code])


def names_of(tries: Iterable[Try]) -> dict[int, str]:
    """Return the names under which tries are played, by room."""
    rooms = {attempt.game.room_id for attempt in tries}
    seats = Player.objects.filter(room__in=rooms).order_by("-seat")
    return dict(seats.values_list("room", "name"))


def spread_of(deal: Deal) -> Spread:
    """Return the results of a deal. Those of a deal that many play may be KEPT_SECONDS old."""
    key = f"deal-spread-{deal.key}"
    spread: Spread = cache.get(key) or (Counter(), Counter())
    if spread[0] or spread[1]:
        return spread
    rows = counted_tries(deal).order_by().values_list("by_guest", "points")
    for by_guest, points, count in rows.annotate(count=Count("*")):
        spread[by_guest][points] = count
    if spread[0].total() + spread[1].total() >= MANY:
        cache.set(key, spread, KEPT_SECONDS)
    return spread


def bars_of(spread: Spread, levels: Mapping[str, int], own: int | None) -> list[Bar]:
    """Return the spread as bars of equal width, the lowest first. `levels` are the results of the
    computers, and `own` is the reader's."""
    players, guests = spread
    every = {*players, *guests, *levels.values(), *(() if own is None else (own,))}
    if not every:
        return []
    low, high = min(every), max(every)
    width = next((w for w in _WIDTHS if high // w - low // w < MOST_BARS), high - low + 1)
    bars = []
    for start in range(low // width * width, high + 1, width):
        within = range(start, start + width)
        bars.append(
            Bar(
                low=start,
                high=start + width - 1,
                players=sum(count for points, count in players.items() if points in within),
                guests=sum(count for points, count in guests.items() if points in within),
                levels=tuple(level for level, points in levels.items() if points in within),
                is_mine=own in within,
            )
        )
    return bars


def board_of(deal: Deal, person: Person | None, own: Try | None) -> tuple[list[Row], list[Row]]:
    """Return the best tries of people whom `person` has played with, and of those who agreed to be
    seen, each with their own. Who has the link of a challenge sees everybody who played it."""
    known, blocked = _company_of(person)
    tries = _seen(deal, known, blocked).select_related("game__room").order_by("-points", "ended")
    others = tries.exclude(person__in={*known, *([person.pk] if person else [])})
    mine = [] if own is None else [own]
    friends = [*tries.filter(person__in=known)[:MOST_KNOWN], *mine] if known else mine
    shown = [*others[:MOST_ON_BOARD], *mine]
    names = names_of((*friends, *shown))
    return _rows(friends, names, own), _rows(shown, names, own)


def tries_seen_by(person: Person | None, deal: Deal) -> QuerySet[Try]:
    """Return the tries that count whose player's name `person` may see: of a daily deal, those of
    people whom they have played with, and of those who agreed to be seen."""
    return _seen(deal, *_company_of(person))


def _seen(deal: Deal, known: set[int], blocked: set[int]) -> QuerySet[Try]:
    tries = counted_tries(deal).exclude(person__in=blocked)
    if deal.kind == Deal.Kind.DAILY:
        tries = tries.filter(Q(is_shown=True) | Q(person__in=known))
    return tries


def _company_of(person: Person | None) -> tuple[set[int], set[int]]:
    """Return those with whom the person has played, and those whom they have blocked."""
    known, blocked = set[int](), set[int]()
    for companion in companions_of(person) if person else ():
        (blocked if companion.blocked else known).update(companion.persons)
    return known, blocked


def _rows(tries: Iterable[Try], names: Mapping[int, str], own: Try | None) -> list[Row]:
    best = sorted(tries, key=lambda attempt: -(attempt.points or 0))
    rows, place = list[Row](), 1
    for _points, level in groupby(best, key=attrgetter("points")):
        group = list(level)
        rows += (
            Row(attempt, names.get(attempt.game.room_id, ""), place, attempt == own)
            for attempt in group
        )
        place += len(group)
    return rows


def turns_of(deal: Deal, own: Try) -> list[Turn]:
    """Return the turns of a try beside those of the newest others."""
    newest = counted_tries(deal).exclude(pk=own.pk).order_by("-pk")[:LOOKED_AT]
    others: list[Sequence[int]] = [
        turns for turns in newest.values_list("turns", flat=True) if len(turns) == len(own.turns)
    ]
    return [
        _turn(number, change, [turns[number - 1] for turns in others])
        for number, change in enumerate(own.turns, 1)
    ]


def _turn(number: int, own: int, others: Collection[int]) -> Turn:
    nothing = sum(change <= 0 for change in others)
    average = sum(others) / len(others) if others else 0
    return Turn(number, own, len(others), nothing, average, max(others, default=0))


def deciding_turn(turns: Iterable[Turn]) -> Turn | None:
    """Return the turn that was furthest from the average of the others; None without others."""
    compared = (turn for turn in turns if turn.count)
    return max(compared, key=lambda turn: abs(turn.own - turn.average), default=None)


def days_played(person: Person) -> dict[date, int]:
    """Return the points of the person's last daily deals that count, by day, the newest first."""
    played = Try.objects.filter(person=person, is_first=True, points__isnull=False)
    newest = played.filter(deal__kind=Deal.Kind.DAILY).order_by("-deal__day")
    rows = newest.values_list("deal__day", "points")[:MOST_DAYS]
    return {day: points for day, points in rows if day is not None and points is not None}


def streak_of(played: Iterable[date], today: date) -> int:
    """Return for how many days in a row, the newest first, there is a result up to today, or up to
    yesterday as long as today's is not played."""
    days = [day for day in played if day <= today]
    if not days or days[0] < today - timedelta(days=1):
        return 0
    gaps = (at for at, day in enumerate(days) if day != days[0] - timedelta(days=at))
    return next(gaps, len(days))
