"""The results of a deal."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest

from games.models import Person, Try
from games.selectors.deals import bars_of, board_of, deciding_turn, spread_of, streak_of, turns_of
from games.services.commands.tries import show_on_boards
from games.services.deals import todays_deal
from tests.support.deals import Attempt, new_deal

TODAY = date(2026, 11, 26)


def test_bars_hold_every_result_once_and_are_few() -> None:
    players, guests = Counter({-500: 1, 0: 3, 7150: 2}), Counter({50: 4, 21_000: 1})
    bars = bars_of((players, guests), {"abacus": 6500}, 50)
    assert sum(bar.players for bar in bars) == 6
    assert sum(bar.guests for bar in bars) == 5
    assert len(bars) <= 15
    assert [bar.low for bar in bars if bar.is_mine] == [bar.low for bar in bars if bar.guests == 4]
    assert [bar.levels for bar in bars if bar.levels] == [("abacus",)]
    assert all(bar.high + 1 == after.low for bar, after in pairwise(bars))


def test_without_results_there_are_no_bars() -> None:
    assert bars_of((Counter(), Counter()), {}, None) == []


@pytest.mark.parametrize(
    ("days_ago", "streak"),
    [((), 0), ((0,), 1), ((1,), 1), ((2,), 0), ((0, 1, 2), 3), ((1, 2, 4), 2), ((0, 2, 3), 1)],
)
def test_a_streak_ends_with_the_first_day_missed(days_ago: tuple[int, ...], streak: int) -> None:
    assert streak_of([TODAY - timedelta(days=ago) for ago in days_ago], TODAY) == streak


@pytest.mark.django_db(transaction=True)
def test_only_first_tries_count_and_guests_are_apart() -> None:
    deal = new_deal()
    attempt = Attempt(deal)
    first = attempt.play_out()
    Attempt(deal, attempt.person).play_out(600)
    players, guests = spread_of(deal)
    assert players.total() == 0
    assert guests == {first.points: 1}


@pytest.mark.django_db(transaction=True)
def test_a_board_lists_those_who_agreed_but_a_challenge_everybody() -> None:
    daily, challenge = todays_deal(), new_deal()
    for deal, count in ((daily, 1), (challenge, 2)):
        own = Attempt(deal).play_out()
        Attempt(deal).play_out(600)
        person = Person.objects.get(pk=own.person_id)
        friends, shown = board_of(deal, person, own)
        assert len(shown) == count
        assert [row.attempt for row in friends] == [own]


@pytest.mark.django_db(transaction=True)
def test_who_agrees_is_on_the_board_until_they_take_it_back() -> None:
    deal = todays_deal()
    other = Attempt(deal)
    other.play_out()
    for agreed in (True, False):
        show_on_boards(other.person, yes=agreed)
        _friends, shown = board_of(deal, None, None)
        assert [row.name for row in shown] == ["Mara"] * agreed


@pytest.mark.django_db(transaction=True)
def test_the_deciding_turn_is_furthest_from_the_others() -> None:
    deal = new_deal()
    own, other = Attempt(deal).play_out(), Attempt(deal).play_out()
    Try.objects.filter(pk=other.pk).update(turns=[100, 0, 900])
    own.turns = [150, 100, 0]
    turn = deciding_turn(turns_of(deal, own))
    assert turn is not None
    assert (turn.number, turn.own, turn.count, turn.nothing, turn.best) == (3, 0, 1, 0, 900)
    Try.objects.filter(pk=other.pk).delete()
    assert deciding_turn(turns_of(deal, own)) is None


@pytest.mark.django_db(transaction=True)
def test_a_try_at_the_speed_of_a_script_is_marked() -> None:
    deal = new_deal()
    own = Attempt(deal).play_out()
    for seconds, is_marked in ((1, True), (4.4, True), (4.6, False)):
        own.ended = own.began + timedelta(seconds=seconds)
        _friends, [row] = board_of(deal, own.person, own)
        assert row.is_fast is is_marked
