"""What a host may do who is not the founder, and what the founder is told."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import FOUNDER, Player
from games.state.rights import founder_is_seated, is_newcomer, rows_for_founder

NOW = datetime(2026, 11, 25, 20, tzinfo=UTC)


def test_hosts_are_bound_while_the_founder_has_a_seat() -> None:
    founder = Player(seat=FOUNDER)
    assert founder_is_seated({FOUNDER: founder, 2: Player(seat=2)})
    founder.left = True
    assert not founder_is_seated({FOUNDER: founder, 2: Player(seat=2)})


@pytest.mark.parametrize(
    ("minutes", "level", "new"),
    [(0, "", True), (59, "", True), (60, "", False), (-1, "", False), (5, "pip", False)],
)
def test_newcomers_are_people_of_the_last_hour(minutes: int, level: str, new: bool) -> None:
    player = Player(level=level, since=NOW - timedelta(minutes=minutes))
    assert is_newcomer(player, NOW) is new


def test_the_founder_is_told_of_the_newest_events() -> None:
    events = [
        {"e": "answered", "knock": 8, "yes": True},
        {"e": "sat", "player": 5},
        {"e": "answered", "knock": 9, "yes": False},
        {"e": "removed", "player": 4},
        {"e": "paused", "player": 2, "reason": "", "since": 1},
        {"e": "game", "number": 3},
    ]
    rows = [["sat", 2, 5], ["removed", 2, 4], ["game", 2, 3], ["declined", 2, 9]]
    assert rows_for_founder([], events, 2) == rows
    assert rows_for_founder(rows * 9, events, 2) == (rows * 10)[-30:]
