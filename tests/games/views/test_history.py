"""The list of games, its search and pages, and the statistics."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Standing
from games.protocol.commands import Start
from games.selectors.statistics import Faces
from games.views.history import _faces, fairness
from tests.games.views.conftest import Table, text_of
from tests.support.play.played import play

pytestmark = pytest.mark.django_db(transaction=True)


def listed(page: str) -> list[str]:
    """Return the addresses of the games on the page, in order."""
    return re.findall(r'<li><a href="(/r/\w+/game/\d+/)"', page)


def test_somebody_who_never_played_is_shown_how_to_begin() -> None:
    page = text_of(Client(), "/games/")
    assert "No finished games yet" in page
    assert "Create a room" in page
    assert "No stats yet" in text_of(Client(), "/games/figures/")
    assert "No dice rolled yet" in text_of(Client(), "/figures/")
    assert not Client().get("/games/").cookies


def test_games_are_newest_first_and_grouped_by_room(table: Table) -> None:
    play(table)
    play(table)
    mara = table.clients["Mara"]
    page = text_of(mara, "/games/")
    assert listed(page) == [f"{table.url}game/2/", f"{table.url}game/1/"]
    assert page.count('class="paper series"') == 1
    assert "Mara's room" in page
    assert "Ines<small>Game 2 · Rules: Tavern (Kingdom Come)" in page
    assert listed(text_of(Client(), "/games/")) == []
    assert listed(text_of(mara, f"/games/?room={table.code.lower()}")) == listed(page)
    for home in (mara, table.clients["Ines"]):
        assert 'href="/games/"' in text_of(home, "/")


def test_games_under_way_are_on_the_first_page(table: Table) -> None:
    mara = table.clients["Mara"]
    for nobody in (Client(), mara):
        assert 'id="running"' not in text_of(nobody, "/games/")
    table.asks("Mara", Start(table.seat("Mara")))
    page = text_of(mara, "/games/")
    assert "No finished games yet" in page
    part = page.split('id="running"')[1].split("</section>")[0]
    assert f'href="{table.url}"' in part
    assert re.search(r"(Your|Ines's) turn", part)
    for query in ("?people=Ines", f"?room={table.code}"):
        assert 'id="running"' not in text_of(mara, f"/games/{query}")


def test_search_by_people_rules_result_and_day(table: Table) -> None:
    game = play(table)
    winner = table.room.players.get(seat=game.players[game.winners[0]]).name
    loser = "Ines" if winner == "Mara" else "Mara"
    client = table.clients[winner]
    day = f"{game.finished:%Y-%m-%d}"
    for query, found in {
        f"people={loser[:2].lower()}": 1,
        "people=nobody": 0,
        "rules=kcd": 1,
        "rules=family": 0,
        "result=won": 1,
        "result=lost": 0,
        f"since={day}&until={day}": 1,
        f"until={int(day[:4]) - 1}-01-01": 0,
    }.items():
        page = text_of(client, f"/games/?{query}")
        assert len(listed(page)) == found, query
        if not found:
            assert "No games match" in page
    wrong = text_of(client, "/games/?since=31.12.", 422)
    assert 'aria-describedby="since_error"' in wrong
    assert 'value="31.12."' in wrong


def test_pages_show_every_game_once(table: Table) -> None:
    game = play(table)
    standings = list(Standing.objects.filter(game=game))
    # The same game told again: what is tested is the list.
    for number in range(2, 48):
        copy = Game.objects.get(pk=game.pk)
        copy.pk, copy.number = None, number + 100
        copy.save()
        for one in standings:
            one.pk, one.game = None, copy
            one.save()
    url, seen, counts = "/games/", [], []
    while url:
        with CaptureQueriesContext(connection) as queries:
            page = text_of(table.clients["Mara"], url)
        counts.append(len(queries))
        seen += listed(page)
        more = re.search(r'href="([^"]+)" rel="next"', page)
        url = more[1] if more else ""
    assert len(seen) == len(set(seen)) == 47
    assert len(counts) == 3
    assert max(counts) <= 6, counts


def test_statistics_count_what_was_played(table: Table) -> None:
    game = play(table)
    mine = Standing.objects.get(game=game, player__name="Mara")
    page = text_of(table.clients["Mara"], "/games/figures/")
    assert f"<dd>{mine.turns}</dd>" in page
    assert "Tavern (Kingdom Come)" in page
    assert "2 players" in page
    row = re.search(r'<th scope="row">Ines</th>(.*?)</tr>', page)
    assert row
    ahead = str(int(mine.rank == 1))
    assert re.findall(r"(\d+)</td>", row[1])[:2] == ["1", ahead]
    site = text_of(Client(), "/figures/")
    assert "Rolls" in site


@pytest.mark.parametrize(
    ("each", "average"), [((11, 9, 14, 15, 8, 18), "12.5"), ((10,) * 6, "10"), ((700,) * 6, "700")]
)
def test_the_average_of_few_dice_is_not_rounded(each: tuple[int, ...], average: str) -> None:
    """75 dice were said to be 12 of each face on average."""
    assert _faces(Faces(each))["average"] == average


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ((4, 6, 5, 5, 4, 6), "Not enough dice to test yet: it takes 300."),
        ((101, 99, 100, 100, 104, 96), "As fair dice do"),
        ((200, 60, 85, 85, 85, 85), "something is wrong"),
    ],
)
def test_the_test_of_fairness_is_put_into_words(counts: tuple[int, ...], says: str) -> None:
    assert says in fairness(Faces(counts))
