"""The results of a deal as its pages show them."""

from datetime import date

import pytest

from games.models import Deal
from games.selectors.deal_results import results_of, squares_of, title_of
from games.services.commands.tries import show_on_boards
from games.services.deals import todays_deal
from tests.support.deals import Attempt, new_deal

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_square_says_how_good_a_turn_was() -> None:
    assert squares_of([-1000, 0, 50, 499, 500, 2000]) == [
        "none",
        "none",
        *["some"] * 2,
        *["good"] * 2,
    ]


def test_a_daily_deal_is_titled_by_its_day() -> None:
    assert "26" in title_of(Deal(day=date(2026, 11, 26)))
    assert title_of(Deal()) == "Challenge"


def test_the_longest_bar_is_whole_and_the_results_add_up() -> None:
    deal = new_deal()
    own = Attempt(deal).play_out()
    for _ in range(3):
        Attempt(deal).play_out(800)
    found = results_of(deal, own, own.person)
    assert max(both for _bar, _players, both in found["bars"]) == 100
    assert sum(bar.count for bar, _players, _both in found["bars"]) == found["guests"] == 4
    assert found["among"] == 4
    assert found["shared"].endswith("\n" + found["shared"].splitlines()[-1])
    assert len(found["squares"]) == len(found["shared"].splitlines()[-1]) == 3


def test_practice_has_no_place() -> None:
    deal = new_deal()
    attempt = Attempt(deal)
    attempt.play_out()
    practice = Attempt(deal, attempt.person).play_out()
    found = results_of(deal, practice, attempt.person)
    assert "place" not in found
    assert found["against"] if deal.spread else "against" not in found


def test_a_result_stands_against_par_once_computers_have_played() -> None:
    deal = todays_deal()
    deal.spread = {"levels": {}, "par": 100, "perfect": None, "par_turns": [10] * 10}
    attempt = Attempt(deal)
    show_on_boards(attempt.person, yes=True)
    own = attempt.play_out()
    assert results_of(deal, own, None)["against"] == (own.points or 0) - 100
