"""My games: newest first, page by page, searched, in a constant number of queries; and figures."""

from copy import copy
from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Person, Player, Standing, Turn
from games.people.identity import COOKIE, new_guest
from games.protocol.commands import Close, SetRoom, Sit, Start
from games.selectors.game_list import PAGE, Search, games_of
from games.selectors.statistics import Faces, of_person, of_site
from games.services.people import merge
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def played(rules: str = "kcd", seats: int = 2, games: int = 1) -> Place:
    place = Place(seats, rules=rules)
    for _ in range(games):
        place.start()
        place.play_out()
    return place


def made_up(place: Place, count: int) -> None:
    """So many more games of the first two people, all ended a minute apart, the newest last."""
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


def test_a_row_says_what_a_game_was(django_assert_num_queries) -> None:
    place = played(seats=3)
    place.does(1, SetRoom(1, name="Friday"))
    mine = Standing.objects.get(game__room=place.room, seat=1)
    with django_assert_num_queries(3):
        page = games_of(place.people[1], Search())
    (row,) = page.rows
    assert (row.code, row.number, row.room_name) == (place.code, 1, "Friday")
    assert (row.rules_name, row.preset, row.status) == ("Tavern rules", "kcd", "over")
    assert row.names == ("Player 1", "Player 3")
    assert (row.more, row.players) == (0, 3)
    assert (row.score, row.place, row.best_turn) == (mine.score, mine.rank, mine.best_turn)
    assert row.result == ("won" if place.state().winners == (1,) else "lost")
    assert page.next is None
    assert [(one.code, one.rows) for one in page.series] == [(place.code, (row,))]


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
        with django_assert_num_queries(3):
            page = games_of(place.people[0], Search(), after)
        seen += [row.number for row in page.rows]
        after = page.next
    assert after is None
    assert sorted(seen) == [1, *range(3, 2 * PAGE + 6)]
    ends = dict(Standing.objects.filter(seat=0).values_list("game__number", "finished"))
    assert [ends[number] for number in seen] == sorted(ends.values(), reverse=True)


@pytest.mark.parametrize("after", ["x", "1-", "-1", "1-2-3", "9" * 30 + "-1", "²-1"])
def test_a_place_that_is_none_is_the_beginning(after: str) -> None:
    place = played()
    assert len(games_of(place.people[0], Search(), after).rows) in (0, 1)


def numbers(person: Person, **fields: object) -> list[tuple[str, int]]:
    return [(row.code, row.number) for row in games_of(person, Search(**fields)).rows]


def test_searches() -> None:
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
    assert numbers(person, room=place.code) == both
    assert numbers(person, room="NOSUCHRM") == []


def test_a_computer_is_found_by_its_name_too() -> None:
    place = played()
    Player.objects.filter(room=place.room, seat=2).update(person=None, level="pip", name="Pip")
    Standing.objects.filter(seat=1).update(person=None)
    assert numbers(place.people[0], people="pip") == [(place.code, 1)]
    assert of_person(place.people[0]).against == ()


def test_a_game_that_was_given_up_is_listed_as_such() -> None:
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
    assert row.names == ("Player 2",)
    assert numbers(place.people[0], result="lost" if won else "won") == []
    stats = of_person(place.people[0])
    assert (stats.games, stats.won) == (1, int(won))


def test_what_is_typed_into_a_search() -> None:
    typed = {"people": " Te\0o ", "rules": "kcd", "result": "won", "since": "2026-01-31"}
    search, errors = Search.from_query({**typed, "room": "abcd2345", "until": ""})
    assert errors == {}
    assert search == Search("Teo", "kcd", "won", date(2026, 1, 31), None, "ABCD2345")
    wrong = {"rules": "chess", "result": "eaten", "since": "2026-02-30", "until": "soon"}
    search, errors = Search.from_query(wrong)
    assert search == Search()
    assert set(errors) == {"since", "until"}
    _, errors = Search.from_query({"since": "2026-02-02", "until": "2026-02-01"})
    assert set(errors) == {"until"}


def test_figures_are_those_of_the_turns(django_assert_num_queries) -> None:
    place = played(seats=3, games=2)
    person = place.people[2]
    with django_assert_num_queries(5):
        stats = of_person(person)
    turns = Turn.objects.filter(game__room=place.room, seat=2)
    assert (stats.games, stats.turns) == (2, len(turns))
    assert stats.best_turn == max(turn.points for turn in turns)
    assert stats.average_turn == pytest.approx(sum(turn.points for turn in turns) / len(turns))
    farkles = sum(turn.outcome == "farkled" for turn in turns)
    assert stats.farkle_rate == pytest.approx(farkles / len(turns))
    dice = [face for turn in turns for roll in turn.rolls for face in roll["dice"]]
    assert stats.faces.counts == tuple(dice.count(face) for face in range(1, 7))
    (line,) = stats.by_rules
    assert (line.key, line.label, line.games, line.won) == ("kcd", "Tavern rules", 2, stats.won)
    assert [(line.key, line.label) for line in stats.by_players] == [("3", "3 players")]
    assert [(one.name, one.games) for one in stats.against] == [("Player 1", 2), ("Player 2", 2)]
    for one in stats.against:
        assert one.better + one.worse == 2


def test_what_the_throws_deserved() -> None:
    # Tavern rules: six dice farkle in 2.3 % of throws or so, whatever happens after.
    place = played(games=3)
    stats = of_person(place.people[0])
    assert stats.deserved_rate is not None
    expected = 0.0
    chance = (0.6667, 0.4444, 0.2778, 0.1574, 0.0772, 0.0231)
    turns = Turn.objects.filter(game__room=place.room, seat=0)
    for turn in turns:
        expected += sum(chance[len(roll["dice"]) - 1] for roll in turn.rolls)
    assert stats.deserved_rate == pytest.approx(expected / len(turns), abs=0.02)


def test_nobody_has_figures_of_nothing() -> None:
    stats = of_person(new_guest()[0])
    assert (stats.games, stats.farkle_rate, stats.deserved_rate) == (0, None, None)
    assert (stats.faces.total, stats.faces.chi2, stats.faces.p) == (0, 0, None)


def test_the_whole_site_is_summed_up_once_in_a_while() -> None:
    cache.clear()
    assert of_site().games == 0
    place = played(games=1)
    assert of_site().games == 0  # kept
    cache.clear()
    stats = of_site()
    assert stats.games == 1
    assert stats.throws == sum(
        len(turn.rolls) for turn in Turn.objects.filter(game__room=place.room)
    )
    cache.clear()


@pytest.mark.parametrize(
    ("chi2", "p"), [(1.1455, 0.95), (4.3515, 0.5), (11.0705, 0.05), (15.0863, 0.01)]
)
def test_of_fairness_against_a_printed_table(chi2: float, p: float) -> None:
    # Counts with that chi-square: one face too many by d, another too few by d, of n each.
    each = 10_000_000
    off = round((chi2 * each / 2) ** 0.5)
    faces = Faces((each + off, each - off, each, each, each, each))
    assert faces.chi2 == pytest.approx(chi2, rel=1e-3)
    assert faces.p == pytest.approx(p, rel=2e-3)


def test_a_thousand_games_need_no_more_queries_than_one() -> None:
    place = played()
    person, cookie = new_guest()
    merge(place.people[0], person)
    asked = ("/games/", "/games/?people=Player&rules=kcd", "/games/figures/")
    pages = [*asked, f"/r/{place.code}/game/1/dice/", f"/r/{place.code}/game/1/game.txt"]
    client = Client()
    client.cookies[COOKIE] = cookie
    counts = []
    for more in (0, 1000):
        made_up(place, more)
        seen = []
        for page in pages:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(page).status_code == 200
            seen.append(len(queries))
        counts.append(seen)
    one, thousand = counts
    assert all(many <= few for few, many in zip(one, thousand, strict=True)), counts
    assert len(games_of(person, Search()).rows) == PAGE
