"""The home of a room: when it takes the place of the last result, and what is on it."""

import gzip
import re
from datetime import datetime, timedelta
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import clock
from games.models import Game, Room
from games.models.rooms import Season, as_stored
from games.people.identity import COOKIE
from games.protocol.commands import Rematch, SetRoom
from games.services.accounts import people
from tests.games.selectors.test_seasons import Row, random_games, store
from tests.games.views.conftest import Table
from tests.games.views.test_standings import words
from tests.support.guests import new_guest
from tests.support.play.played import play
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)

HOME = 'id="room-home"'


def html_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def ended(ago: timedelta) -> None:
    """Move the end of all games."""
    Game.objects.filter(finished__isnull=False).update(finished=clock.now() - ago)


def visitor_of(place: Place) -> Client:
    """A browser of the player in the first seat."""
    person, cookie = new_guest()
    people.merge(place.people[0], person)
    client = Client()
    client.cookies[COOKIE] = cookie
    return client


def test_the_home_comes_with_the_next_evening_or_when_asked_for(table: Table) -> None:
    play(table)
    mara = table.clients["Mara"]
    for hours, there in ((0, False), (5, False), (7, True), (7 * 24, True)):
        ended(timedelta(hours=hours))
        assert (HOME in html_of(mara, table.url)) == there, hours
    ended(timedelta(0))
    assert HOME in html_of(mara, f"{table.url}?home")


def test_the_result_of_a_game_over_days_stays_for_the_time_of_a_turn(table: Table) -> None:
    table.asks("Mara", SetRoom(table.seat("Mara"), timer=2 * 86_400))
    play(table)
    for hours, there in ((7, False), (47, False), (49, True)):
        ended(timedelta(hours=hours))
        assert (HOME in html_of(table.clients["Ines"], table.url)) == there, hours


def test_there_is_no_home_before_the_first_game_or_during_one(table: Table) -> None:
    assert HOME not in html_of(table.clients["Mara"], f"{table.url}?home")
    play(table, most=2)
    assert HOME not in html_of(table.clients["Mara"], f"{table.url}?home")


def test_a_television_begins_another_evening_in_the_lobby(table: Table) -> None:
    play(table)
    screen = f"{table.url}screen/"
    assert "data-rested" not in html_of(table.clients["Mara"], screen)
    ended(timedelta(days=7))
    html = html_of(table.clients["Mara"], screen)
    assert "data-rested" in html
    assert HOME not in html


def games_of(wins: dict[int, list[int]]) -> list[tuple[datetime, list[Row]]]:
    """Games of three players, each week one evening, by their winners."""
    games: list[tuple[datetime, list[Row]]] = []
    for week, winners in wins.items():
        for number, winner in enumerate(winners):
            at = clock.now() - timedelta(days=7 * (9 - week)) + number * timedelta(minutes=30)
            rows: list[Row] = [
                (seat, 1, 1000, True, 300) if seat == winner else (seat, 2, 400, False, 300)
                for seat in (1, 2, 3)
            ]
            games.append((at, rows))
    return games


def rested(place: Place, games: list[tuple[datetime, list[Row]]]) -> str:
    """Store these games in the room, and return its path."""
    store(place, games)
    Room.objects.filter(pk=place.room.pk).update(status="over", played=len(games))
    return f"/r/{place.code}/"


def test_computers_stand_below_the_people_without_a_place() -> None:
    place = Place(3)
    path = rested(place, games_of({1: [3, 3, 1]}))
    ann, ben, cy = (player.name for player in place.room.players.order_by("seat"))
    place.room.players.filter(name=cy).update(level="pip", person=None)
    client = visitor_of(place)
    standings = words(client, path).split("All standings")[1]
    order = [standings.index(f"{name} ") for name in (ann, ben, cy)]
    assert order == sorted(order)
    assert f"1 {ann}" in standings
    assert f"2 {ben}" in standings
    assert f"3 {cy}" not in standings
    table = words(client, f"{path}standings/").split("Best turn Points")[1]
    order = [table.index(f"{name} ") for name in (ann, ben, cy)]
    assert order == sorted(order)


def test_the_home_has_the_standings_and_the_last_evenings() -> None:
    place = Place(3)
    wins = {1: [1], 2: [2, 3], 3: [2], 4: [3, 3, 1], 5: [2, 2, 1, 1, 3, 2]}
    path = rested(place, games_of(wins))
    ann, ben, cy = (player.name for player in place.room.players.order_by("seat"))
    client = visitor_of(place)
    said = words(client, path)
    standings = said.split("All standings")[1]
    # Games, points of an average game, and wins
    for row in (f"1 {ben} 13 631 5", f"2 {ann} you 13 585 4", f"3 {cy} 13 585 4"):
        assert row in standings
    evenings = said.split("Last evenings")[1].split("Last result")[0]
    evenings = re.sub(r"\w+\.? \d+, \d{4} ", "", evenings)  # without the dates
    for line in (
        f"{ben} won 3 wins, {ann} 2, {cy} 1 6 games",
        f"{cy} won 2 wins, {ann} 1 3 games",
        f"{ben} won 1 win 1 game",
        f"{ben} and {cy} won 1 win each 2 games",
    ):
        assert line in evenings
    assert f"{ann} won" not in evenings  # of five evenings the first is left out
    html = html_of(client, path)
    assert f'href="{path}game/13/"' in html
    assert html.count("#i-crown") == 1


def test_a_new_season_has_no_standings_yet() -> None:
    place = Place(3)
    path = rested(place, games_of({1: [1], 2: [2]}))
    seasons = as_stored([Season(1, "Spring", 0), Season(2, "Summer", 3)])
    Room.objects.filter(pk=place.room.pk).update(seasons=seasons)
    said = words(visitor_of(place), path)
    assert "Summer All standings No finished games in this season yet." in said
    assert "Last evenings" not in said


def test_a_stranger_sees_no_standings_where_past_games_are_the_players(table: Table) -> None:
    play(table)
    ended(timedelta(days=7))
    watching = f"{table.url}?watch"
    assert "All standings" in html_of(Client(), watching)
    table.asks("Mara", SetRoom(table.seat("Mara"), past="players"))
    html = html_of(Client(), watching)
    assert HOME in html
    assert "All standings" not in html
    assert "All standings" in html_of(table.clients["Mara"], table.url)


def test_the_home_shows_who_is_here_and_who_is_coming(table: Table) -> None:
    table.joined_by("Zoe")
    play(table)
    table.asks("Ines", Rematch(table.seat("Ines")))
    ended(timedelta(days=7))
    html = html_of(table.clients["Mara"], table.url)
    states = re.findall(r'class="lot"[^>]*data-state="(\w+)".*?<bdi>(\w+)', html, re.DOTALL)
    assert states == [("here", "Mara"), ("in", "Ines"), ("away", "Zoe")]


def test_the_home_takes_as_many_queries_after_many_games() -> None:
    taken = []
    for count in (1, 60):
        place = Place(6)
        games = random_games(Random(7), 6, count, every=timedelta(hours=7))
        path = rested(place, games)
        client = visitor_of(place)
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            assert HOME in html_of(client, path)
        taken.append(len(queries))
    assert taken[0] == taken[1]


def test_the_home_is_a_small_page() -> None:
    place = Place(6)
    path = rested(place, random_games(Random(3), 6, 60, every=timedelta(hours=7)))
    assert len(gzip.compress(visitor_of(place).get(path).content, 6)) < 13_500
