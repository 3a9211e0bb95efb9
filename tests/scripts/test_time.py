"""Durations as the page looks them up."""

import pytest

from tests.support import node

pytestmark = pytest.mark.node


def test_the_minutes_are_those_of_the_list_and_more_players_take_longer() -> None:
    asked = [{"list": [10, 15, 80], "players": players} for players in (0, 2, 3, 4, 5, 1000)]
    assert node.run("minutesFor", asked) == [
        [10, False],
        [10, False],
        [15, False],
        [80, False],
        [80, True],
        [80, True],
    ]


def test_nobody_knows_how_long_it_takes_without_a_list() -> None:
    assert node.run("minutesFor", [{"list": [], "players": 2}])[0][0] == 0
