"""A turn's time: how much of it is safe from a vote, and what a new timer gives."""

import pytest

from games.protocol.commands import (
    AddComputer,
    Done,
    Extend,
    PauseGame,
    Resume,
    SetRoom,
)
from tests.games.conftest import Clock
from tests.support.play.absences import goes_on, playing
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_the_other_cannot_end_a_turn_that_has_time(moved: Clock) -> None:
    place = playing(2, timer=60)
    place.there(1, 2)
    assert not goes_on(place, 2)
    moved(29)
    assert not goes_on(place, 2)
    moved(1)
    place.there(1, 2)
    assert goes_on(place, 2)


@pytest.mark.parametrize(("timer", "possible"), [(30, 30), (50, 30), (100, 50), (900, 120)])
def test_most_of_a_turns_time_must_be_gone_and_thirty_seconds_of_it(
    moved: Clock, timer: int, possible: int
) -> None:
    place = playing(2, timer=timer)
    moved(possible - 1)
    assert not goes_on(place, 2)
    moved(1)
    assert goes_on(place, 2)


def test_more_time_is_more_time(moved: Clock) -> None:
    place = playing(2, timer=60)
    moved(50)
    assert isinstance(place.does(1, Extend(1)), Done)
    moved(20)
    assert not goes_on(place, 2)
    moved(20)
    assert goes_on(place, 2)


def test_turns_of_an_hour_are_no_stalling(moved: Clock) -> None:
    place = playing(2, timer=3600)
    moved(1799)
    assert not goes_on(place, 2)
    moved(1)
    assert goes_on(place, 2)


def test_a_longer_timer_gives_the_turn_its_whole_time(moved: Clock) -> None:
    place = playing(2, timer=60)
    place.there(1, 2)
    moved(20)
    place.does(1, SetRoom(1, timer=3599))
    assert place.due("turn") == 3599
    assert not goes_on(place, 2), "none of it is gone"
    place.does(1, SetRoom(1, timer=100))
    assert place.due("turn") == 3599, "this turn keeps its time"
    assert not goes_on(place, 2)
    moved(99)
    assert not goes_on(place, 2)
    moved(1)
    assert goes_on(place, 2), "a host does not get more than two minutes by changing the timer"


def test_a_longer_timer_gives_the_turn_its_whole_time_after_a_pause(moved: Clock) -> None:
    place = playing(2, timer=60)
    place.does(1, PauseGame(1, ""))
    place.does(1, SetRoom(1, timer=900))
    place.does(1, Resume(1))
    moved(15)
    assert place.due("turn") == 885
    assert not goes_on(place, 2)


def test_a_timer_grows_to_an_hour_only_before_a_game_with_others(moved: Clock) -> None:
    place = playing(2, timer=3599)
    assert place.refuses(1, SetRoom(1, timer=3600)) == "game_on"
    assert isinstance(place.does(1, SetRoom(1, timer=0)), Done)
    assert place.refuses(1, SetRoom(1, timer=86400)) == "game_on"
    alone = Place(1)
    alone.does(1, AddComputer(1, "pip"))
    alone.start()
    assert isinstance(alone.does(1, SetRoom(1, timer=3600)), Done)


def test_who_had_an_hour_is_not_voted_out_as_the_timer_is_shortened(moved: Clock) -> None:
    place = playing(2, timer=86400)
    moved(3600)
    place.does(1, SetRoom(1, timer=60))
    moved(119)
    assert not goes_on(place, 2)
    moved(1)
    assert goes_on(place, 2)
