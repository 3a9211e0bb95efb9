"""Holidays as they are stored with a room."""

from games.models import Room
from games.models.seasons import Season, as_stored
from games.state.holidays import (
    DAY_MS,
    HOLIDAY_DAYS,
    Holiday,
    holiday_of,
    shown_holidays,
    waits_until,
    with_holiday,
)

WHOLE = HOLIDAY_DAYS * DAY_MS


def test_nobody_is_on_holiday_in_a_new_room() -> None:
    room = Room(settings={"timer": 86400})
    assert holiday_of(room, 1) == Holiday(0, WHOLE)
    assert waits_until(room, 1, 50) == 50
    assert waits_until(room, None, 50) == 50
    assert shown_holidays(room) == []


def test_a_turn_waits_for_the_end_of_a_holiday_in_slow_games_only() -> None:
    room = Room(settings={"timer": 86400})
    room.holidays = with_holiday(room, 10, 100, 7)
    room.holidays = with_holiday(room, 2, 60, 9)
    assert waits_until(room, 10, 50) == 100
    assert waits_until(room, 10, 200) == 200
    assert waits_until(room, 3, 50) == 50
    assert shown_holidays(room) == [[2, 60, 9], [10, 100, 7]]
    room.settings = {"timer": 60}
    assert waits_until(room, 10, 50) == 50


def test_a_season_begins_with_all_its_days() -> None:
    room = Room(settings={"timer": 86400})
    room.holidays = with_holiday(room, 1, 100, 7)
    assert holiday_of(room, 1) == Holiday(100, 7)
    room.seasons = as_stored((Season(1, "", 0), Season(2, "", 3)))
    assert holiday_of(room, 1) == Holiday(100, WHOLE)
