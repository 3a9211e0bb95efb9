"""The profile on three pages: a curve, streaks, the best turn as dice, and the favourite rules."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Turn
from tests.games.views.conftest import Table
from tests.games.views.test_standings import words
from tests.support.play.played import play

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("/games/", "/games/figures/")


def test_two_pages_show_the_best_turn_as_dice_and_a_curve(table: Table) -> None:
    games = [play(table) for _ in range(3)]
    seat = games[0].players.index(table.seat("Mara"))
    turns = Turn.objects.filter(game__in=games, seat=seat)
    best = max(turn.points for turn in turns)
    dice = {
        tuple(map(int, "".join(roll["keep"] for roll in turn.rolls)))
        for turn in turns
        if turn.points == best
    }
    for page in PAGES:
        html = table.clients["Mara"].get(page).content.decode()
        said = words(table.clients["Mara"], page)
        assert "of 3 games Wins in a row" in said
        assert f"Best turn {best:,}" in said
        assert "Most played Tavern (Kingdom Come) 3 games" in said
        tally = re.search(r'<dl class="tally">.*?</dl>', html, re.DOTALL)
        assert tally
        assert tuple(map(int, re.findall(r'class="dot" data-face="(\d)"', tally[0]))) in dice
        # The curve, and the same as a table
        assert html.count('<path class="ln p') == 2 * 2
        assert html.count("Average of ten games") >= 2


def test_there_is_no_profile_before_the_first_game(table: Table) -> None:
    play(table, most=4)  # one that is on does not count
    for page in PAGES:
        for client in (Client(), table.clients["Mara"]):
            assert 'class="tally"' not in client.get(page).content.decode()


def test_a_single_game_has_no_curve(table: Table) -> None:
    play(table)
    html = table.clients["Ines"].get("/games/").content.decode()
    assert 'class="tally"' in html
    assert '<svg class="chart' not in html


def test_results_of_a_search_have_no_profile(table: Table) -> None:
    play(table)
    assert 'class="tally"' not in words(table.clients["Mara"], "/games/?rules=kcd")


def test_the_profile_takes_as_many_queries_after_many_games(table: Table) -> None:
    taken = []
    for count in (1, 5):
        for _ in range(count):
            play(table)
        with CaptureQueriesContext(connection) as queries:
            table.clients["Mara"].get("/games/figures/")
        taken.append(len(queries))
    assert taken[0] == taken[1]
