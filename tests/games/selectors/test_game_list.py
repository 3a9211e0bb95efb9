"""The list of games: its rows, pages and search, in a constant number of queries."""

from copy import copy
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Person, Player, Standing
from games.people.identity import COOKIE
from games.protocol.commands import Close, SetRoom, Sit, Start
from games.selectors import game_list
from games.selectors.game_list import PAGE, Search, games_of
from games.selectors.statistics import of_person
from games.services.accounts.people import merge
from tests.support.guests import new_guest
from tests.support.query_plan import tables_read_whole
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def played(rules: str = "kcd", seats: int = 2, games: int = 1) -> Place:
    place = Place(seats, rules=rules)
    for _ in range(games):
        place.start()
        place.play_out()
    return place


def made_up(place: Place, count: int) -> None:
    """Add `count` ended games of the first two people, the newest last."""
    last = Game.objects.filter(room=place.room).order_by("-number")[0]
    games = Game.objects.bulk_create(
        Game(
            room=place.room,
            number=last.number + 1 + number,
            status="over",
            commitment=f"{number:064}",
            rules=place.room.rules,
            preset="kcd",
            players=[1, 2],
        )
        for number in range(count)
    )
    standings = []
    for first in Standing.objects.filter(game__number=1, game__room=place.room):
        for number, game in enumerate(games):
            standing = copy(first)
            standing.pk, standing.game = None, game
            standing.finished += timedelta(minutes=number // 2)  # some at the very same time
            standings.append(standing)
    Standing.objects.bulk_create(standings)


def test_a_row_sums_up_a_game(django_assert_num_queries) -> None:
    place = played(seats=3)
    place.does(1, SetRoom(1, name="Friday"))
    mine = Standing.objects.get(game__room=place.room, seat=1)
    with django_assert_num_queries(4):
        page = games_of(place.people[1], Search())
    (row,) = page.rows
    assert (row.code, row.number, row.room_name) == (place.code, 1, "Friday")
    assert (row.rules_name, row.preset, row.status) == ("Tavern (Kingdom Come)", "kcd", "over")
    assert row.names == ("Player 1", "Player 3")
    assert (row.more, row.players) == (0, 3)
    assert (row.score, row.place, row.best_turn) == (mine.score, mine.rank, mine.best_turn)
    assert row.result == ("won" if place.state().winners == (1,) else "lost")
    assert page.next is None
    assert (row.code, page.rows) == (place.code, (row,))


def test_nobody_sees_the_games_of_others() -> None:
    played()
    stranger, _ = new_guest()
    assert games_of(stranger, Search()).rows == ()


def test_pages_follow_each_other_and_cost_the_same(django_assert_num_queries) -> None:
    place = played()
    made_up(place, 2 * PAGE + 3)
    seen: list[int] = []
    after: str | None = ""
    for _ in range(3):
        assert after is not None
        with django_assert_num_queries(4):
            page = games_of(place.people[0], Search(), after)
        seen += [row.number for row in page.rows]
        after = page.next
    assert after is None
    assert sorted(seen) == [1, *range(3, 2 * PAGE + 6)]
    ends = dict(Standing.objects.filter(seat=0).values_list("game__number", "finished"))
    assert [ends[number] for number in seen] == sorted(ends.values(), reverse=True)


@pytest.mark.parametrize("after", ["x", "1-", "-1", "1-2-3", "9" * 30 + "-1", "²-1"])
def test_an_unknown_position_is_the_beginning(after: str) -> None:
    place = played()
    assert len(games_of(place.people[0], Search(), after).rows) in (0, 1)


def numbers(person: Person, **fields: object) -> list[tuple[str, int]]:
    return [(row.code, row.number) for row in games_of(person, Search(**fields)).rows]


def test_each_field_of_a_search() -> None:
    place = played(games=2)
    person = place.people[0]
    first, second = (place.code, 1), (place.code, 2)
    both = [second, first]
    Player.objects.filter(room=place.room, seat=2).update(name="Teo Marsh")
    assert numbers(person, people="o mar") == both
    assert numbers(person, people="marsha") == []
    assert numbers(person, people="Player 1") == []  # that is me
    assert numbers(person, rules="kcd") == both
    assert numbers(person, rules="family") == numbers(person, rules="own") == []
    won = [
        (place.code, one.game.number)
        for one in Standing.objects.filter(person=person, result="won").order_by("-finished")
    ]
    assert numbers(person, result="won") == won
    assert numbers(person, result="lost") == [one for one in both if one not in won]
    today = Standing.objects.filter(person=person)[0].finished.date()
    assert numbers(person, since=today, until=today) == both
    assert numbers(person, since=today + timedelta(days=1)) == []
    assert numbers(person, until=today - timedelta(days=1)) == []
    assert numbers(person, since=date.min, until=date.max) == both
    assert numbers(person, room=place.code) == both
    assert numbers(person, room="NOSUCHRM") == []


def test_a_name_is_not_looked_for_among_all_players_of_the_site() -> None:
    place, crowd = played(), played()
    made_up(place, 1000)
    game, room = crowd.game(), crowd.room
    Player.objects.bulk_create(
        Player(
            room=room,
            seat=seat,
            level="pip",
            since=room.created,
            name="Player 2",
            colour=0,
            place=seat,
        )
        for seat in range(10, 5010)
    )
    like = Standing.objects.filter(game=game)[0]
    standings = []
    for player in Player.objects.filter(room=room, seat__gte=10):
        standing = copy(like)
        standing.pk, standing.person, standing.player = None, None, player
        standing.seat = player.seat
        standings.append(standing)
    Standing.objects.bulk_create(standings)
    for name, count in (("ayer 2", 1001), ("xyzzy", 0)):
        query = game_list._matching(place.people[0], Search(people=name))
        assert "games_player" not in tables_read_whole(query), query.explain()
        assert query.count() == count


def test_a_computer_is_found_by_its_name_too() -> None:
    place = played()
    Player.objects.filter(room=place.room, seat=2).update(person=None, level="pip", name="Pip")
    Standing.objects.filter(seat=1).update(person=None)
    assert numbers(place.people[0], people="pip") == [(place.code, 1)]
    assert of_person(place.people[0]).against == ()


def test_an_abandoned_game_is_listed_as_abandoned() -> None:
    place = Place(rules="specials")
    place.start()
    place.move()
    place.does(1, Close(1))
    (row,) = games_of(place.people[0], Search(result="abandoned")).rows
    assert (row.result, row.status) == ("abandoned", "abandoned")
    assert of_person(place.people[0]).won == 0


def test_somebody_with_two_seats_has_one_row() -> None:
    place = Place(rules="kcd")
    place.does(1, Sit("Little one", another=True))
    place.does(1, Start(1))
    place.people.append(place.people[0])
    place.play_out()
    (row,) = games_of(place.people[0], Search()).rows
    won = bool({0, 2} & set(place.state().winners))
    assert row.result == ("won" if won else "lost")
    assert numbers(place.people[0], people="little") == [(place.code, 1)]
    # It says whose result it is, and the other person on the device is among the players.
    names = ["Player 1", "Player 2", "Little one"]
    assert row.whose in {"Player 1", "Little one"}
    assert (row.names, row.more) == (tuple(name for name in names if name != row.whose), 0)
    assert numbers(place.people[0], result="lost" if won else "won") == []
    stats = of_person(place.people[0])
    assert (stats.games, stats.won, stats.is_shared) == (1, int(won), True)


def test_hundreds_of_games_need_no_more_queries_than_one() -> None:
    place = played()
    person, cookie = new_guest()
    merge(place.people[0], person)
    asked = ("/games/", "/games/?people=Player&rules=kcd", "/games/figures/")
    pages = [*asked, f"/r/{place.code}/game/1/dice/", f"/r/{place.code}/game/1/game.txt"]
    client = Client()
    client.cookies[COOKIE] = cookie
    counts = []
    for more in (0, 200):
        made_up(place, more)
        seen = []
        for page in pages:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(page).status_code == 200
            seen.append(len(queries))
        counts.append(seen)
    one, hundreds = counts
    assert all(many <= few for few, many in zip(one, hundreds, strict=True)), counts
    assert len(games_of(person, Search()).rows) == PAGE
