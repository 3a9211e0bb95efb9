"""The standings of a room over its seasons and evenings.

They are computed from completed games, read in two queries. A player is a seat, on any device.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final, NamedTuple

from games.models import Person, Player, Room, Standing
from games.models.rooms import Season, seasons_of

EVENING_GAP: Final = timedelta(hours=6)  # break after which another evening begins
MOST_RESULTS: Final = 20_000  # maximum number of results that are read, newest games first


class Result(NamedTuple):
    """A player's result in a game. Players of a team have its rank."""

    seat: int
    rank: int
    score: int
    won: bool
    best_turn: int


@dataclass(frozen=True)
class PlayedGame:
    """A completed game."""

    number: int
    started: datetime
    finished: datetime
    results: tuple[Result, ...]


@dataclass(frozen=True)
class Line:
    """A player's totals over some games. `place` is the average one, from 1."""

    seat: int
    games: int
    wins: int
    place: float
    best_turn: int
    points: int

    @property
    def average(self) -> float:
        """The points of an average game."""
        return self.points / self.games


@dataclass(frozen=True)
class Evening:
    """Games with breaks shorter than EVENING_GAP."""

    games: tuple[PlayedGame, ...]

    @property
    def at(self) -> datetime:
        return self.games[0].started

    def wins(self) -> list[tuple[int, int]]:
        """Return seats and their numbers of wins, the most first."""
        won = Counter(result.seat for game in self.games for result in game.results if result.won)
        return sorted(won.items(), key=lambda wins: (-wins[1], wins[0]))


@dataclass(frozen=True)
class SeasonGames:
    """A season and its games, oldest first."""

    season: Season
    games: tuple[PlayedGame, ...]


@dataclass(frozen=True)
class RoomHistory:
    """All games of a room, without the oldest if `cut`. `players` are all seats ever taken."""

    seasons: tuple[SeasonGames, ...]
    players: dict[int, Player]
    cut: bool

    def last_played(self) -> dict[int, datetime]:
        """Return the end of each player's last game by seat."""
        games = (game for season in self.seasons for game in season.games)
        return {result.seat: game.finished for game in games for result in game.results}


def history_of(room: Room, person: Person | None, since: int = 0) -> RoomHistory:
    """Return the history of `room` from game number `since` on, its players marked for `person`, in
    two queries."""
    rows = list(
        Standing.objects.filter(game__room=room, game__number__gte=since)
        .filter(result__in=Standing.AGAINST_OTHERS)
        .order_by("-game__number", "rank", "seat")
        .values_list(
            *("game__number", "game__started", "finished"),
            *("player__seat", "rank", "score", "result", "best_turn"),
        )[: MOST_RESULTS + 1]
    )
    cut = len(rows) > MOST_RESULTS
    if cut:  # results of the oldest game may be missing
        oldest = rows[-1][0]
        rows = [row for row in rows if row[0] != oldest]
    results: dict[int, list[Result]] = defaultdict(list)
    times: dict[int, tuple[datetime, datetime]] = {}
    for number, started, finished, seat, rank, score, result, best in reversed(rows):
        times[number] = (started or finished, finished)
        won = result == Standing.Result.WON
        results[number].append(Result(seat, rank, score, won, best))
    games = [PlayedGame(number, *times[number], tuple(results[number])) for number in results]
    players = Player.objects.filter(room=room).marked_for(person)
    by_seat = {player.seat: player for player in players}
    return RoomHistory(tuple(_by_season(seasons_of(room), games)), by_seat, cut)


def _by_season(seasons: Sequence[Season], games: Sequence[PlayedGame]) -> Iterable[SeasonGames]:
    ends = [*(season.first for season in seasons[1:]), math.inf]
    for season, end in zip(seasons, ends, strict=True):
        here = (game for game in games if season.first <= game.number < end)
        yield SeasonGames(season, tuple(here))


def lines_of(games: Iterable[PlayedGame]) -> list[Line]:
    """Return each player's totals, sorted by wins, average place and points."""
    played: dict[int, list[Result]] = defaultdict(list)
    for game in games:
        for result in game.results:
            played[result.seat].append(result)
    lines = [
        Line(
            seat=seat,
            games=len(results),
            wins=sum(result.won for result in results),
            place=sum(result.rank for result in results) / len(results),
            best_turn=max(result.best_turn for result in results),
            points=sum(result.score for result in results),
        )
        for seat, results in played.items()
    ]
    return sorted(lines, key=lambda line: (-line.wins, line.place, -line.points, line.seat))


def ranked(lines: Iterable[Line], players: Mapping[int, Player]) -> list[tuple[int, Line]]:
    """Return sorted lines with their places: people first, then computers, whose place is 0."""
    everybody = list(lines)
    people = [line for line in everybody if not players[line.seat].level]
    computers = [line for line in everybody if players[line.seat].level]
    return [*enumerate(people, 1), *((0, line) for line in computers)]


def evenings_of(games: Iterable[PlayedGame]) -> list[Evening]:
    """Group games by evenings, oldest first."""
    evenings: list[list[PlayedGame]] = []
    for game in games:
        if evenings and game.started - evenings[-1][-1].finished < EVENING_GAP:
            evenings[-1].append(game)
        else:
            evenings.append([game])
    return [Evening(tuple(games)) for games in evenings]


def meetings_of(
    games: Iterable[PlayedGame], seats: Sequence[int]
) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the numbers of games in which the first and the second player came out ahead, for each
    ordered pair of `seats` that met."""
    ahead: Counter[tuple[int, int]] = Counter()
    met: set[tuple[int, int]] = set()
    for game in games:
        here = (result for result in game.results if result.seat in seats)
        for first, second in combinations(here, 2):
            pair = (first.seat, second.seat)
            met.update((pair, pair[::-1]))
            if first.rank != second.rank:
                ahead[pair if first.rank < second.rank else pair[::-1]] += 1
    return {pair: (ahead[pair], ahead[pair[::-1]]) for pair in met}
