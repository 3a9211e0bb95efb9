"""Holidays as they are stored with a room."""

from games.models import Room
from games.models.rooms import Season, as_stored
from games.state.holidays import (
    DAY_MS,
    Holiday,
    after_jump,
    changed_holidays,
    holiday_of,
    shown_holidays,
    waits_until,
    with_holiday,
)

WHOLE = 14 * DAY_MS


def test_nobody_is_on_holiday_in_a_new_room() -> None:
    room = Room(settings={"timer": 86400})
    assert holiday_of(room, 1) == Holiday(0, WHOLE)
    assert waits_until(room, 1, 50) == 50
    assert waits_until(room, None, 50) == 50
    assert shown_holidays(room) == []


def test_a_turn_waits_for_the_end_of_a_holiday_in_slow_games_only() -> None:
    room = Room(settings={"timer": 86400})
    room.holidays = with_holiday(room, 10, 100, WHOLE - 7)
    room.holidays = with_holiday(room, 2, 60, WHOLE - 9)
    assert waits_until(room, 10, 50) == 100
    assert waits_until(room, 10, 200) == 200
    assert waits_until(room, 3, 50) == 50
    assert shown_holidays(room) == [[2, 60, 9], [10, 100, 7]]
    room.settings = {"timer": 60}
    assert waits_until(room, 10, 50) == 50


def test_a_season_begins_with_all_its_days() -> None:
    room = Room(settings={"timer": 86400})
    room.holidays = with_holiday(room, 1, 100, WHOLE - 7)
    assert holiday_of(room, 1) == Holiday(100, 7)
    before = shown_holidays(room)
    assert changed_holidays(room, before) == []
    room.seasons = as_stored((Season(1, "", 0), Season(2, "", 3)))
    assert holiday_of(room, 1) == Holiday(100, WHOLE)
    assert changed_holidays(room, before) == [{"e": "holidays", "rows": [[1, 100, WHOLE]]}]


def test_the_host_says_how_many_days_there_are() -> None:
    room = Room(settings={"timer": 86400, "holiday_days": 20})
    room.holidays = with_holiday(room, 1, 100, 5 * DAY_MS)
    assert holiday_of(room, 1).left == 15 * DAY_MS
    assert holiday_of(room, 2).left == 20 * DAY_MS
    room.settings["holiday_days"] = 3
    assert holiday_of(room, 1).left == 0


def test_the_end_of_a_holiday_follows_the_clock() -> None:
    room = Room(settings={"timer": 86400})
    for seat, end, used in ((1, 40, 30), (2, 10, 5), (3, 900, 80)):
        room.holidays = with_holiday(room, seat, end, used)

    def ends(before: int, after: int) -> list[int]:
        room.holidays = after_jump(room, before, after)
        return [row[1] for row in shown_holidays(room)]

    assert ends(20, 520) == [540, 10, 600]  # ahead of time, over, and too far away
    assert ends(20, 520) == [540, 10, 600], "once is enough"
    assert ends(520, 20) == [50, 10, 100]  # no further away than what was used up
