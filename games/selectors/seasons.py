"""The standings of a room over a season, its evenings and its members.

Everything follows from the standings of games that were played to the end, in two queries. A player
is a seat of the room, whoever holds it on whichever device.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final, NamedTuple

from games.models import Person, Player, Room, Standing
from games.models.seasons import Season, seasons_of

EVENING_GAP: Final = timedelta(hours=6)
"""After a break this long, another evening begins."""

MOST_RESULTS: Final = 20_000
"""How many results are read at most: those of the newest games."""


class Result(NamedTuple):
    """A player's result in a game. A team's players all have its rank."""

    seat: int
    rank: int
    score: int
    won: bool
    best_turn: int


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to the end."""

    number: int
    started: datetime
    finished: datetime
    results: tuple[Result, ...]


@dataclass(frozen=True)
class Line:
    """A player's part in some games. `place` is the average, from 1."""

    seat: int
    games: int
    wins: int
    place: float
    best_turn: int
    points: int


@dataclass(frozen=True)
class Evening:
    """Games with less than EVENING_GAP between one and the next."""

    games: tuple[PlayedGame, ...]

    @property
    def at(self) -> datetime:
        return self.games[0].started

    def wins(self) -> list[tuple[int, int]]:
        """Return (seat, wins) of everybody who won a game, most wins first."""
        won = Counter(one.seat for game in self.games for one in game.results if one.won)
        return sorted(won.items(), key=lambda one: (-one[1], one[0]))


@dataclass(frozen=True)
class SeasonGames:
    """A season and its games, oldest first."""

    season: Season
    games: tuple[PlayedGame, ...]


@dataclass(frozen=True)
class RoomHistory:
    """All that was played in a room. `players` are all seats ever taken, marked for the reader.

    `cut` says that the oldest games are left out.
    """

    seasons: tuple[SeasonGames, ...]
    players: dict[int, Player]
    cut: bool

    def last_played(self) -> dict[int, datetime]:
        """Return when each player's last game ended."""
        games = (game for season in self.seasons for game in season.games)
        return {one.seat: game.finished for game in games for one in game.results}


def history_of(room: Room, person: Person | None) -> RoomHistory:
    """Return the history of `room` for `person` to see, in two queries."""
    found = list(
        Standing.objects.filter(game__room=room)
        .exclude(result=Standing.Result.ABANDONED)
        .order_by("-game__number", "rank", "seat")
        .values_list(
            *("game__number", "game__started", "finished"),
            *("player__seat", "rank", "score", "result", "best_turn"),
        )[: MOST_RESULTS + 1]
    )
    cut = len(found) > MOST_RESULTS
    if cut:  # results of the oldest game may be missing
        oldest = found[-1][0]
        found = [row for row in found if row[0] != oldest]
    results: dict[int, list[Result]] = defaultdict(list)
    times: dict[int, tuple[datetime, datetime]] = {}
    for number, started, finished, seat, rank, score, result, best in reversed(found):
        times[number] = (started or finished, finished)
        won = result == Standing.Result.WON
        results[number].append(Result(seat, rank, score, won, best))
    games = [PlayedGame(number, *times[number], tuple(results[number])) for number in results]
    players = Player.objects.filter(room=room).marked_for(person)
    by_seat = {player.seat: player for player in players}
    return RoomHistory(tuple(_by_season(seasons_of(room), games)), by_seat, cut)


def _by_season(seasons: Sequence[Season], games: Sequence[PlayedGame]) -> Iterable[SeasonGames]:
    ends = [*(one.first for one in seasons[1:]), None]
    for season, end in zip(seasons, ends, strict=True):
        mine = (game for game in games if season.first <= game.number)
        yield SeasonGames(season, tuple(game for game in mine if end is None or game.number < end))


def lines_of(games: Iterable[PlayedGame]) -> list[Line]:
    """Return everybody's part in these games: most wins first, then the better average place, then
    more points."""
    played: dict[int, list[Result]] = defaultdict(list)
    for game in games:
        for one in game.results:
            played[one.seat].append(one)
    lines = [
        Line(
            seat=seat,
            games=len(mine),
            wins=sum(one.won for one in mine),
            place=sum(one.rank for one in mine) / len(mine),
            best_turn=max(one.best_turn for one in mine),
            points=sum(one.score for one in mine),
        )
        for seat, mine in played.items()
    ]
    return sorted(lines, key=lambda one: (-one.wins, one.place, -one.points, one.seat))


def evenings_of(games: Iterable[PlayedGame]) -> list[Evening]:
    """Return the games by evenings, oldest first."""
    evenings: list[list[PlayedGame]] = []
    for game in games:
        if evenings and game.started - evenings[-1][-1].finished < EVENING_GAP:
            evenings[-1].append(game)
        else:
            evenings.append([game])
    return [Evening(tuple(one)) for one in evenings]


def meetings_of(
    games: Iterable[PlayedGame], seats: Sequence[int]
) -> dict[tuple[int, int], tuple[int, int]]:
    """Return, for every ordered pair of `seats` that met, how often the first came out ahead of the
    second, and how often the second did."""
    wanted = set(seats)
    ahead: Counter[tuple[int, int]] = Counter()
    met: set[tuple[int, int]] = set()
    for game in games:
        for one, other in combinations((r for r in game.results if r.seat in wanted), 2):
            pair = (one.seat, other.seat)
            met.update((pair, pair[::-1]))
            if one.rank != other.rank:
                ahead[pair if one.rank < other.rank else pair[::-1]] += 1
    return {pair: (ahead[pair], ahead[pair[::-1]]) for pair in met}
