"""The standings of a room over its seasons, against a plain recount of rows made by hand."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from games.models import Game, Person, Player, Room, Standing
from games.models.rooms import Season, as_stored
from games.selectors.seasons import (
    PlayedGame,
    Result,
    evenings_of,
    history_of,
    lines_of,
    meetings_of,
)
from games.services.accounts.people import merge
from tests.support.guests import new_guest
from tests.support.rooms import Place

START = datetime(2026, 3, 6, 19, tzinfo=UTC)

Row = tuple[int, int, int, bool, int]
"""Seat, rank, score, won, best turn."""


def store(place: Place, games: list[tuple[datetime, list[Row]]], status: str = "over") -> None:
    """Store games of twenty minutes with these results, after those that are there."""
    Game.objects.filter(room=place.room, status="waiting").delete()
    last = Game.objects.filter(room=place.room).count()
    made = Game.objects.bulk_create(
        Game(
            room=place.room,
            number=number,
            status=status,
            commitment=f"{number:064}",
            started=at,
            finished=at + timedelta(minutes=20),
        )
        for number, (at, _) in enumerate(games, last + 1)
    )
    seats = {player.seat: player for player in place.room.players.all()}
    zero = dict.fromkeys(("turns", "farkles", "points", "throws", *Standing.FACES), 0)
    Standing.objects.bulk_create(
        Standing(
            game=game,
            player=seats[seat],
            person_id=seats[seat].person_id,
            finished=game.finished,
            players=len(rows),
            seat=at,
            score=score,
            rank=rank,
            result="abandoned" if status == "abandoned" else "won" if won else "lost",
            best_turn=best,
            deserved=0,
            **zero,
        )
        for game, (_, rows) in zip(made, games, strict=True)
        for at, (seat, rank, score, won, best) in enumerate(rows)
    )


def random_games(
    random: Random, seats: int, count: int, *, every: timedelta
) -> list[tuple[datetime, list[Row]]]:
    found = []
    for number in range(count):
        playing = random.sample(range(1, seats + 1), random.randint(2, seats))
        scores = {seat: random.randrange(0, 10000, 50) for seat in playing}
        best = max(scores.values())
        rows = [
            (
                seat,
                1 + sum(other > score for other in scores.values()),
                score,
                score == best,
                random.randrange(0, 4000, 50),
            )
            for seat, score in scores.items()
        ]
        found.append((START + number * every, rows))
    return found


@pytest.mark.django_db
def test_the_lines_are_those_of_a_plain_recount(django_assert_num_queries) -> None:
    place = Place(5)
    games = random_games(Random(18), 5, 40, every=timedelta(hours=1))
    store(place, games)
    store(place, [(START, [(1, 1, 9, False, 9), (2, 2, 1, False, 1)])], "abandoned")
    with django_assert_num_queries(2):
        history = history_of(place.room, place.people[1])
    assert not history.cut
    assert [seat for seat, one in history.players.items() if one.is_mine] == [2]
    (season,) = history.seasons
    assert len(season.games) == 40
    lines = {one.seat: one for one in lines_of(season.games)}
    assert sorted(lines) == [1, 2, 3, 4, 5]
    for seat, line in lines.items():
        mine = [row for _, rows in games for row in rows if row[0] == seat]
        assert line.games == len(mine)
        assert line.wins == sum(won for *_, won, _ in mine)
        assert line.place == pytest.approx(sum(rank for _, rank, *_ in mine) / len(mine))
        assert line.points == sum(score for _, _, score, *_ in mine)
        assert line.best_turn == max(best for *_, best in mine)
    order = [(-one.wins, one.place, -one.points) for one in lines.values()]
    assert order == sorted(order)
    met = meetings_of(season.games, (1, 2, 3, 4))
    for one in range(1, 5):
        for other in range(1, 5):
            ranks = [
                ({row[0]: row[1] for row in rows}[one], {row[0]: row[1] for row in rows}[other])
                for _, rows in games
                if one != other and {one, other} <= {row[0] for row in rows}
            ]
            if one == other:
                assert (one, other) not in met
            else:
                ahead = sum(a < b for a, b in ranks)
                assert met[one, other] == (ahead, sum(b < a for a, b in ranks))
    last = history.last_played()
    for seat in lines:
        times = [at for at, rows in games if seat in {row[0] for row in rows}]
        assert last[seat] == max(times) + timedelta(minutes=20)


def game(number: int, started: datetime, minutes: int = 20) -> PlayedGame:
    results = (Result(1, 1, 500, number % 2 == 0, 300), Result(2, 2, 100, number % 2 == 1, 100))
    return PlayedGame(number, started, started + timedelta(minutes=minutes), results)


def test_an_evening_ends_with_six_hours_without_a_game() -> None:
    almost = START + timedelta(hours=6, minutes=19)
    long = game(3, almost + timedelta(hours=6, minutes=20), minutes=600)
    after = game(4, long.finished + timedelta(hours=1))
    evenings = evenings_of([game(1, START), game(2, almost), long, after])
    assert [[one.number for one in each.games] for each in evenings] == [[1, 2], [3, 4]]
    assert [each.at for each in evenings] == [START, long.started]
    assert evenings[0].wins() == [(1, 1), (2, 1)]
    assert evenings_of([]) == []


@pytest.mark.django_db
def test_a_season_lasts_to_the_first_game_of_the_next() -> None:
    place = Place(2)
    store(place, random_games(Random(2), 2, 6, every=timedelta(days=7)))
    seasons = [Season(1, "", 0), Season(2, "Autumn", 3), Season(3, "", 7)]
    Room.objects.filter(pk=place.room.pk).update(seasons=as_stored(seasons))
    history = history_of(place.fresh(), None)
    assert [one.season for one in history.seasons] == seasons
    numbers = [[one.number for one in each.games] for each in history.seasons]
    assert numbers == [[1, 2], [3, 4, 5, 6], []]


@pytest.mark.django_db
def test_an_account_keeps_the_line_of_the_guest_it_was() -> None:
    place = Place(2)
    store(place, random_games(Random(3), 2, 3, every=timedelta(hours=1)))
    before = lines_of(history_of(place.fresh(), None).seasons[0].games)
    account: Person = new_guest()[0]
    merge(place.people[1], account)
    history = history_of(place.fresh(), account)
    assert lines_of(history.seasons[0].games) == before
    assert history.players[2].is_mine


@pytest.mark.django_db
def test_two_seats_on_one_device_are_two_players() -> None:
    place = Place(3)
    Player.objects.filter(room=place.room, seat=3).update(person=place.people[1])
    rows: list[Row] = [(2, 1, 900, True, 500), (3, 2, 100, False, 100)]
    store(place, [(START, rows)])
    history = history_of(place.fresh(), place.people[1])
    lines = lines_of(history.seasons[0].games)
    assert [(one.seat, one.wins) for one in lines] == [(2, 1), (3, 0)]


@pytest.mark.django_db
def test_hundreds_of_games_take_as_many_queries_as_one(
    django_assert_num_queries, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(4)
    store(place, random_games(Random(4), 4, 200, every=timedelta(hours=3)))
    with django_assert_num_queries(2):
        history = history_of(place.room, None)
    assert sum(len(one.games) for one in history.seasons) == 200
    monkeypatch.setattr("games.selectors.seasons.MOST_RESULTS", 100)
    history = history_of(place.room, None)
    assert history.cut
    kept = history.seasons[0].games
    stored = Standing.objects.filter(game__room=place.room)
    for one in kept:  # no game is there in part
        assert len(one.results) == stored.filter(game__number=one.number).count()
    assert kept[-1].number == 200
    assert sum(len(one.results) for one in kept) <= 100
