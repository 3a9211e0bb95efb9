"""Statistics of a person and of the site, as sums over standings.

Most of the site's sums are stored (`SiteTotals`); the result is cached for KEPT_SECONDS.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import erfc, exp, pi, sqrt
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.db.models.functions import TruncMonth
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import PRESETS
from farkle.ai.review.winning import accuracy
from games.models import Person, SiteTotals, Standing
from games.people.blocks import codes_for
from games.rules.choices import CHOICES
from games.selectors.company import Companion, companions_of

KEPT_SECONDS: Final = 600
_CACHE_KEY: Final = "site-sums"
ENOUGH: Final = 300
"""Minimum number of dice for a test of fairness: fifty of each face are expected."""

MOST_OTHERS: Final = 20
_MOST_GROUPS: Final = 200
_MOST_MONTHS: Final = 12
_MOST_LATEST: Final = 1000
"""Maximum number of results that are read for streaks and the curve."""
_DRAWN: Final = 40
_AVERAGED: Final = 10


@dataclass(frozen=True)
class Faces:
    """The counts of each face, and Pearson's test of fairness with five degrees of freedom."""

    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def expected(self) -> float:
        return self.total / 6

    @property
    def chi2(self) -> float:
        if not self.total:
            return 0.0
        return sum((count - self.expected) ** 2 for count in self.counts) / self.expected

    @property
    def p(self) -> float | None:
        """The chance that fair dice are at least as uneven; None with too few dice."""
        return _chance_beyond(self.chi2) if self.total >= ENOUGH else None


def _chance_beyond(x: float) -> float:
    """Return the probability of a chi-square of at least `x` with five degrees of freedom."""
    return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)


@dataclass(frozen=True)
class GroupStats:
    """Games of a month, with a preset or with a number of players."""

    key: str
    label: str
    games: int
    won: int
    average_turn: float
    accuracy: float | None


@dataclass(frozen=True)
class SiteStats:
    """Statistics of all games."""

    games: int
    turns: int
    throws: int
    faces: Faces
    farkles: int
    deserved: float  # the farkles expected from the rolls taken; it may exceed the turns


@dataclass(frozen=True)
class PersonStats(SiteStats):
    """Statistics of a person. The accuracy covers all decisions in analysed games, if any;
    `is_shared`: others played on the person's devices, and are counted too."""

    won: int
    is_shared: bool
    average_turn: float
    best_turn: int
    accuracy: float | None
    by_month: tuple[GroupStats, ...]
    by_rules: tuple[GroupStats, ...]
    by_players: tuple[GroupStats, ...]
    against: tuple[Companion, ...]


@dataclass(frozen=True)
class BestTurn:
    """The best turn of a person, in game `number` of the room with this code. `dice`: those kept,
    roll by roll."""

    points: int
    dice: list[list[int]]
    code: str
    number: int


@dataclass(frozen=True)
class Profile:
    """A person's games in a few lines. `curve` has the points per turn of the latest games, oldest
    first: of each game, and the average of the ten games up to it. `streak` is the number of games
    won in a row up to now, `longest` the maximum."""

    games: int
    won: int
    curve: tuple[tuple[float, float], ...]
    streak: int
    longest: int
    best: BestTurn
    favourite: GroupStats


_WON: Final = Q(result=Standing.Result.WON)


def of_person(person: Person) -> PersonStats:
    """Return the statistics of `person` in a few queries."""
    standings = _standings_of(person)
    sums = _sums(standings)
    return PersonStats(
        **_totals(sums),
        won=sums["won"],
        is_shared=sums["seats"] > sums["games"],
        average_turn=_rate(sums["points"], sums["turns"]) or 0.0,
        best_turn=sums["best"] or 0,
        accuracy=_accuracy(sums["loss"], sums["decided"]),
        by_month=_groups(standings.annotate(month=TruncMonth("finished")), "month"),
        by_rules=_groups(standings, "preset"),
        by_players=_groups(standings, "players"),
        against=_against(person),
    )


def profile_of(person: Person) -> Profile | None:
    """Return the profile of `person` in three queries; None before the first game."""
    standings = _standings_of(person)
    by_rules = _groups(standings, "preset")
    if not by_rules:
        return None
    best = standings.select_related("game__room").order_by("-best_turn", "-finished")[0]
    room = best.game.room
    games = _latest_games(standings)
    streaks = [len(list(run)) if won else 0 for won, run in groupby(game[0] for game in games)]
    return Profile(
        games=sum(group.games for group in by_rules),
        won=sum(group.won for group in by_rules),
        curve=tuple(
            (_per_turn(games[at : at + 1]), _per_turn(games[at : at + _AVERAGED]))
            for at in reversed(range(min(len(games), _DRAWN)))
        ),
        streak=streaks[0],
        longest=max(streaks),
        best=BestTurn(
            points=best.best_turn,
            dice=[[int(face) for face in kept] for kept in best.best_dice],
            code=codes_for(person, {room})[room.pk],
            number=best.game.number,
        ),
        favourite=by_rules[0],
    )


def _latest_games(standings: QuerySet[Standing]) -> list[tuple[bool, int, int]]:
    """Return whether each game was won, with all points and turns of the person's seats, the newest
    game first."""
    games: dict[int, tuple[bool, int, int]] = {}
    rows = standings.order_by("-finished", "-game_id").values_list(
        "game_id", "result", "points", "turns"
    )
    for game, result, made, taken in rows[:_MOST_LATEST]:
        won, points, turns = games.get(game, (False, 0, 0))
        games[game] = (won or result == Standing.Result.WON, points + made, turns + taken)
    return list(games.values())


def _per_turn(games: Sequence[tuple[bool, int, int]]) -> float:
    return _rate(sum(made for _, made, _ in games), sum(taken for _, _, taken in games)) or 0.0


def _standings_of(person: Person) -> QuerySet[Standing]:
    """Return the standings of `person` in completed games."""
    return Standing.objects.filter(person=person).filter(result__in=Standing.AGAINST_OTHERS)


def of_site() -> SiteStats:
    """Return the statistics of all games, at most KEPT_SECONDS old."""
    sums: Any = cache.get_or_set(_CACHE_KEY, _sum_site, KEPT_SECONDS)
    return SiteStats(**_totals(sums))


def _sum_site() -> dict[str, Any]:
    totals = SiteTotals.objects.first() or SiteTotals()
    newest = site_sums(Standing.objects.filter(pk__gt=totals.upto))
    return {name: getattr(totals, name) + newest[name] for name in newest}


def site_sums(standings: QuerySet[Standing]) -> dict[str, Any]:
    """Return the sums that SiteTotals stores, over the standings of whole games."""
    return standings.aggregate(
        games=Count("pk", filter=Q(seat=0)),
        **{name: Sum(name, default=0) for name in SiteTotals.SUMMED},
    )


def _sums(standings: QuerySet[Standing]) -> dict[str, Any]:
    names = ("turns", "points", "farkles", "deserved", "throws", *Standing.FACES)
    sums = standings.aggregate(
        games=Count("game", distinct=True),
        seats=Count("pk"),
        won=Count("game", filter=_WON, distinct=True),
        best=Max("best_turn"),
        loss=Sum("accuracy__loss", default=0.0),
        decided=Sum("accuracy__decided", default=0),
        # An aggregate must not be named like its field.
        **{f"all_{name}": Sum(name, default=0) for name in names},
    )
    return {name.removeprefix("all_"): value for name, value in sums.items()}


def _rate(part: float, whole: int) -> float | None:
    return float(part) / whole if whole else None


def _totals(sums: dict[str, Any]) -> dict[str, Any]:
    return {
        "games": sums["games"],
        "turns": sums["turns"],
        "throws": sums["throws"],
        "faces": Faces(tuple(sums[name] for name in Standing.FACES)),
        "farkles": sums["farkles"],
        "deserved": float(sums["deserved"]),
    }


def _groups(standings: QuerySet[Standing], by: str) -> tuple[GroupStats, ...]:
    grouped = standings.values(by).annotate(
        games=Count("game", distinct=True),
        won=Count("game", filter=_WON, distinct=True),
        made=Sum("points"),
        taken=Sum("turns"),
        loss=Sum("accuracy__loss", default=0.0),
        decided=Sum("accuracy__decided", default=0),
    )
    order, most = ["-games", by], _MOST_GROUPS
    if by == "month":
        order, most = ["-month"], _MOST_MONTHS
    return tuple(
        GroupStats(
            key=str(group[by]),
            label=_label(by, group[by]),
            games=group["games"],
            won=group["won"],
            average_turn=_rate(group["made"], group["taken"]) or 0.0,
            accuracy=_accuracy(group["loss"], group["decided"]),
        )
        for group in grouped.order_by(*order)[:most]
    )


def _accuracy(loss: float, decided: int) -> float | None:
    return accuracy(loss, decided) if decided else None


def _label(by: str, value: Any) -> str:
    if by == "players":
        return ngettext("%(count)s player", "%(count)s players", value) % {"count": value}
    if by == "month":
        return date_format(value, "YEAR_MONTH_FORMAT")
    return CHOICES[value].name if value in PRESETS else _("Custom rules")


def _against(person: Person) -> tuple[Companion, ...]:
    """Return the people with the most common games."""
    met = [companion for companion in companions_of(person) if companion.games]
    met.sort(key=lambda companion: (-companion.games, companion.name))
    return tuple(met[:MOST_OTHERS])
