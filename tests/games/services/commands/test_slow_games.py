"""Games over days: holidays, and time from the others."""

import pytest

from games import clock
from games.protocol.commands import (
    AddComputer,
    Done,
    FollowClock,
    GiveTime,
    Leave,
    SetHolidayDays,
    SetSeason,
    Sit,
    TakeHoliday,
    Vote,
)
from games.services.commands.absence import MOST_EXTENSIONS
from games.state.holidays import DAY_MS, holiday_of
from tests.games.conftest import Clock
from tests.support.rooms import Place, follow, playing, seen

pytestmark = pytest.mark.django_db

DAY = 24 * 3600
HOLIDAY_DAYS = 14


def slow(seats: int = 2, timer: int = DAY) -> Place:
    """A game in which seat 1 begins and a turn takes a day."""
    return playing(seats, timer=timer)  # type: ignore[arg-type]  # settings are not all texts


def days_left(place: Place, seat: int) -> float:
    return holiday_of(place.fresh(), seat).left / DAY_MS


def test_the_turn_of_somebody_on_holiday_waits(moved: Clock) -> None:
    place = slow()
    assert place.due("turn") == DAY
    place.does(1, TakeHoliday(1, 3))
    assert place.last() == ["holiday"]
    assert place.due("turn") == 4 * DAY
    moved(2 * DAY)
    assert place.tick() == []
    place.does(1, TakeHoliday(1, 0))  # back a day early
    assert place.due("turn") == DAY
    assert days_left(place, 1) == HOLIDAY_DAYS - 2
    assert place.refuses(1, TakeHoliday(1, 0)) == "too_long_holiday"


def test_a_turn_that_begins_during_a_holiday_has_its_whole_time_after_it(moved: Clock) -> None:
    place = slow()
    place.does(2, TakeHoliday(2, 5))
    assert place.due("turn") == DAY
    moved(DAY)
    place.tick()  # the first player's time is up
    assert place.next_move()[0] == 2
    assert place.due("turn") == 4 * DAY + DAY
    assert (place.due("notice") or 0) >= 4 * DAY + 6 * DAY  # nor is the game abandoned meanwhile
    place.move()  # one may play on holiday
    assert (place.due("turn") or 0) >= 4 * DAY


def test_a_season_has_so_many_days(moved: Clock) -> None:
    place = slow()
    assert place.refuses(2, TakeHoliday(2, HOLIDAY_DAYS + 1)) == "too_long_holiday"
    place.does(2, TakeHoliday(2, 10))
    place.does(2, TakeHoliday(2, HOLIDAY_DAYS))  # instead, not on top
    moved(HOLIDAY_DAYS * DAY)
    assert place.refuses(2, TakeHoliday(2, 1)) == "too_long_holiday"
    place.does(1, SetSeason(1, 2, ""))
    place.does(2, TakeHoliday(2, 1))
    assert days_left(place, 2) == HOLIDAY_DAYS - 1


def test_the_host_sets_the_days_of_a_season() -> None:
    place = slow()
    place.does(2, TakeHoliday(2, 10))
    page = seen(place)
    assert place.refuses(2, SetHolidayDays(2, 90)) == "not_host"
    assert place.refuses(1, SetHolidayDays(1, 91)) == "bad_settings"
    place.does(1, SetHolidayDays(1, 20))
    assert place.last() == ["settings", "holidays"]
    assert days_left(place, 2) == 10
    follow(place, page)
    place.does(1, SetHolidayDays(1, 0))
    assert place.refuses(1, TakeHoliday(1, 1)) == "too_long_holiday"
    assert holiday_of(place.fresh(), 2).until > clock.milliseconds()  # one that began goes on
    place.does(2, TakeHoliday(2, 0))
    assert days_left(place, 2) == 0
    follow(place, page)


def test_a_new_season_is_a_new_holiday_for_open_pages(moved: Clock) -> None:
    place = slow()
    place.does(2, TakeHoliday(2, HOLIDAY_DAYS))
    page = seen(place)
    place.does(1, SetSeason(1, 1, "Autumn"))
    assert place.last() == ["season"]
    place.does(1, SetSeason(1, 2, "Winter"))
    assert place.last() == ["season", "holidays"]
    follow(place, page)
    assert page.room["holidays"][0][2] == HOLIDAY_DAYS * DAY_MS


@pytest.mark.parametrize("days", [-40, -1, 2, 9, 40])
def test_a_holiday_follows_the_clock(days: int, moved: Clock) -> None:
    place = slow()
    place.does(1, TakeHoliday(1, 3))
    page = seen(place)
    before = clock.milliseconds()
    after = int(moved(days * DAY).timestamp() * 1000)
    place.ask(None, FollowClock(before, after))
    rest = (holiday_of(place.fresh(), 1).until - after) / DAY_MS
    assert rest == (1 if days == 2 else 3)
    assert place.due("turn") == pytest.approx((rest + 1) * DAY)
    assert (place.due("notice") or 0) >= (rest + 6) * DAY
    follow(place, page)


def test_holidays_are_for_slow_games_and_for_oneself() -> None:
    place = slow(timer=60)
    assert place.refuses(1, TakeHoliday(1, 1)) == "no_holiday"
    place = slow()
    assert place.refuses(2, TakeHoliday(1, 1)) == "not_yours"
    place.does(1, TakeHoliday(1, 14))
    assert place.refuses(2, Vote(2, "go_on", yes=True)) == "not_yet"


def test_the_others_give_more_time() -> None:
    place = slow(3)
    assert place.refuses(1, GiveTime(1)) == "no_time"  # one's own turn is for `extend`
    for number in range(MOST_EXTENSIONS):
        place.does(2 + number % 2, GiveTime(2 + number % 2))
    assert place.events()[-1].events[0]["player"] == 1
    assert place.due("turn") == pytest.approx((1 + MOST_EXTENSIONS) * DAY, abs=60)
    assert place.refuses(2, GiveTime(2)) == "no_time"


def test_time_is_given_by_those_who_play_to_people() -> None:
    place = slow()
    place.does(2, Sit("Child", another=True))
    assert place.refuses(2, GiveTime(3)) == "not_playing"
    place.does(1, Leave(1))
    place = playing(2)
    assert place.refuses(2, GiveTime(2)) == "no_time"  # no timer
    place = Place(2)
    place.does(1, AddComputer(1, "pip"))
    assert place.refuses(2, GiveTime(2)) == "no_time"
    assert isinstance(place.does(1, Leave(1)), Done)
