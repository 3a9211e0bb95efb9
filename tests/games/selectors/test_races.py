"""The boards of races."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Deal
from games.selectors.races import boards_of
from tests.support.play.races import Race

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_board_tells_how_far_each_player_has_come_and_no_die() -> None:
    race = Race(3, turns=2)
    race.begin()
    first, second = race.enter(1), race.enter(2)
    first.play_out()
    deal = Deal.objects.get()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        board = boards_of([deal.pk])[deal.pk]
    assert len(queries) == 1
    assert sorted(board) == [1, 2]
    assert (board[1].total, board[1].turn, board[1].has_ended) == (first.result().points, 2, True)
    assert board[2] == (2, "Player 2", "", 1, 0, 1, "", False)
    while second.result().turn == 1:
        second.move(50)
    mine = boards_of([deal.pk])[deal.pk][2]
    assert (mine.total, mine.turn) == (second.result().total, 2)


def test_lights_show_hot_dice_and_farkles() -> None:
    race = Race(1, turns=40)
    race.people.append(race.people[0])
    race.add_computer()
    race.begin()
    runner, lights = race.enter(1), set[str]()
    deal = Deal.objects.get()
    while runner.result().ended is None:
        runner.move(2000)
        lights.add(boards_of([deal.pk])[deal.pk][1].light)
    assert lights == {"", "hot", "farkled"}


def test_without_races_there_is_no_query() -> None:
    with CaptureQueriesContext(connection) as queries:
        assert boards_of([]) == {}
    assert len(queries) == 0
