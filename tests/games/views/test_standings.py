"""The page of standings: who may see it, what is on it, and the host's form."""

import re
from datetime import timedelta
from html import unescape
from random import Random

import pytest
from django.test import Client

from games import clock
from games.models import Player, Room
from games.models.rooms import Season, as_stored, seasons_of
from games.protocol.commands import Close, HandOver, Leave, SetRoom
from tests.games.selectors.test_seasons import random_games, store
from tests.games.views.conftest import Table
from tests.support.play.played import play
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def words(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    text = re.sub(r"(?s)<head>.*?</head>|<[^>]*>", " ", unescape(answer.content.decode()))
    return " ".join(text.split())


def standings(table: Table) -> str:
    return f"{table.url}standings/"


def test_a_room_without_a_game_says_so_and_lists_its_members(table: Table) -> None:
    said = words(Client(), standings(table))
    assert "Season 1 No finished games yet." in said
    assert "Mara host none yet" in said
    assert "Ines seated none yet" in said
    for missing in ("Head to head", "Evenings", "Hall of fame", "Points by evening"):
        assert missing not in said


def test_games_make_standings_meetings_and_an_evening(table: Table) -> None:
    game = play(table)
    play(table, most=4)  # one that is on does not count
    winner, loser = sorted(
        ("Mara", "Ines"), key=lambda name: table.seat(name) != game.players[game.winners[0]]
    )
    rows = {one.player.name: one for one in game.standings.select_related("player")}
    said = words(Client(), standings(table))
    assert f"{winner} 1 1 1.0 {rows[winner].best_turn:,} {rows[winner].score:,}" in said
    assert f"{loser} 0 1 2.0 {rows[loser].best_turn:,} {rows[loser].score:,}" in said
    assert f"{winner} 1–0" in said
    assert f"{loser} 0–1" in said
    assert f"{winner} 1 1" in said.split("newest first")[1]
    assert "Points by evening" not in said  # one evening makes no line
    assert f"{winner} you" in words(table.clients[winner], standings(table))


def test_many_evenings_are_drawn_and_listed(table: Table) -> None:
    place = Place(8)
    store(place, random_games(Random(5), 8, 90, every=timedelta(days=1)))
    html = unescape(Client().get(f"/r/{place.code}/standings/").content.decode())
    assert html.count('<svg class="chart') == 2
    assert html.count('<path class="ln p') == 2 * 6
    assert len(re.findall(r'<tr>\s*<th scope="row">\s*<time', html)) == 60
    assert html.count("<caption") == html.count("<table") == 5
    for table_html in re.findall(r"(?s)<table.*?</table>", html):
        assert '<th scope="col"' in table_html.replace("\n", "")


def test_only_players_see_it_where_past_games_are_theirs(table: Table) -> None:
    table.asks("Mara", SetRoom(1, past="players"))
    table.asks("Ines", Leave(2))
    assert "Players only" in words(Client(), standings(table), 403)
    for name in ("Mara", "Ines"):  # one has left, and still is a member
        assert "Members" in words(table.clients[name], standings(table))
    stranger = Client().post(standings(table), {"number": "1", "name": "Hers"})
    assert stranger.status_code == 403


def test_the_host_names_a_season_and_starts_the_next(table: Table) -> None:
    play(table)
    mara = table.clients["Mara"]
    assert "Start a new season" in words(mara, standings(table))
    first = {"number": "1", "name": "Spring", "request": "request-1"}
    assert mara.post(standings(table), first)["Location"] == standings(table)
    second = {"number": "2", "name": "Summer", "request": "request-2"}
    for _ in range(2):  # sent twice, it takes effect once
        assert mara.post(standings(table), second).status_code == 302
    assert seasons_of(table.room) == [Season(1, "Spring", 0), Season(2, "Summer", 2)]
    said = words(mara, standings(table))
    assert "Summer No finished games yet." in said
    assert "Hall of fame Spring Winner: " in said
    assert "1 win 1 game" in said
    assert "Start a new season" not in said  # nothing was played in this one
    past = words(mara, f"{standings(table)}?season=1")
    assert "Spring Current season" in past
    assert "Rename this season" not in past  # it would rename the other one
    for season in ("3", "0", "x", "01"):
        assert Client().get(f"{standings(table)}?season={season}").status_code == 404
    third = {"number": "3", "name": "", "request": "request-3"}
    refused = mara.post(standings(table), third)
    assert refused.status_code == 409
    assert "Play a game in this season" in unescape(refused.content.decode())


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30, "²"])
def test_a_form_that_makes_no_sense_changes_nothing(table: Table, number: str) -> None:
    answer = table.clients["Mara"].post(standings(table), {"number": number, "name": "x"})
    assert answer.status_code == 409
    assert seasons_of(table.room) == [Season(1, "", 0)]


@pytest.mark.parametrize(("number", "other"), [("1", "2"), ("2", "1")])
def test_a_name_that_does_not_fit_is_refused_at_its_field_and_stays(
    table: Table, number: str, other: str
) -> None:
    play(table)
    answer = table.clients["Mara"].post(standings(table), {"number": number, "name": "x" * 41})
    assert answer.status_code == 409
    html = answer.content.decode()
    assert f'id="season-{number}-name_error">Names must be 1–40 characters.' in html
    assert f'id="season-{other}-name_error"' not in html
    assert re.search(rf'value="x{{41}}"[^>]*aria-describedby="season-{number}-name_error"', html)
    assert html.count("<details open>") == 1
    assert 'role="alert"' not in html
    assert seasons_of(table.room) == [Season(1, "", 0)]


def test_nobody_else_may_start_a_season(table: Table) -> None:
    form = {"number": "1", "name": "Hers"}
    ines = table.clients["Ines"]
    assert ines.post(standings(table), form).status_code == 409
    assert Client().post(standings(table), form).status_code == 200  # the page, for who has no name
    assert "Rename this season" not in words(ines, standings(table))
    assert "Invite everyone" not in words(ines, standings(table))
    table.asks("Mara", HandOver(1, 2))
    assert "Invite everyone" not in words(ines, standings(table))
    assert "Rename this season" not in words(ines, standings(table))
    assert ines.post(standings(table), form).status_code == 409
    assert seasons_of(table.room) == [Season(1, "", 0)]


def test_the_host_invites_everybody_with_the_day_and_the_link(table: Table) -> None:
    mara = table.clients["Mara"]
    html = unescape(mara.get(standings(table)).content.decode())
    assert 'data-text="Join me for a game of Farkle: Mara\'s room"' in html
    play(table)
    html = unescape(mara.get(standings(table)).content.decode())
    day = f"{clock.now():%A}"
    assert f'data-text="{day} again? Our Farkle room is open: Mara\'s room"' in html
    assert f'data-url="http://testserver{table.url}"' in html
    table.asks("Mara", Close(1))
    assert "again?" not in words(mara, standings(table))


def test_who_was_removed_is_no_member(table: Table) -> None:
    Player.objects.filter(room=table.room, seat=2).update(left=True, removed=True)
    assert "Ines" not in words(Client(), standings(table))


def test_names_of_seasons_are_only_text(table: Table) -> None:
    seasons = as_stored((Season(1, "<b>x</b>", 0),))
    Room.objects.filter(pk=table.room.pk).update(seasons=seasons)
    html = table.clients["Mara"].get(standings(table)).content.decode()
    assert "&lt;b&gt;x" in html
    assert "<b>x" not in html


def test_the_room_leads_there(table: Table) -> None:
    html = table.clients["Mara"].get(table.url).content.decode()
    assert html.count(f'href="{standings(table)}"') == 3  # lobby, result, More


def test_only_the_host_sends_notices_to_members(table: Table) -> None:
    ines, form = table.clients["Ines"], {"do": "notify", "request": "notify-0001"}
    assert "Send a notice" not in words(table.clients["Mara"], standings(table))  # nobody listens
    table.clients["Mara"].post(standings(table), form)
    assert "Invited." in words(table.clients["Mara"], standings(table) + "?told=1")
    assert "Invited." not in words(ines, standings(table) + "?told=1")
    assert ines.post(standings(table), form).status_code == 200  # and nothing happens
