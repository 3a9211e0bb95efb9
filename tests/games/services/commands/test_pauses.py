"""Pauses, and votes to pause and to resume."""

import pytest

import farkle
from games import clock
from games.protocol.commands import (
    AddComputer,
    Done,
    FollowClock,
    Leave,
    PauseGame,
    Resume,
    SetRules,
    Vote,
)
from games.services.commands.votes import MOST_PAUSES
from tests.games.conftest import Clock
from tests.support.play.absences import asks, at_turn, goes_on, playing, refused, waits
from tests.support.rooms import Place, follow, seen

pytestmark = pytest.mark.django_db


def test_deadlines_stand_still_during_a_pause(moved: Clock) -> None:
    place = playing(2, timer=60)
    moved(20)
    assert place.refuses(2, PauseGame(2, "")) == "not_host"
    assert place.refuses(1, PauseGame(1, "\u202e")) == "bad_reason"
    place.does(1, PauseGame(1, " Dinner  break "))
    assert place.fresh().absence["paused"]["reason"] == "Dinner break"
    assert place.due("turn") is None
    assert refused(place.move()) == "paused"
    assert place.refuses(1, PauseGame(1, "")) == "paused"
    moved(5000)
    assert place.tick() == []
    place.does(1, Resume(1))
    assert place.due("turn") == 40
    assert isinstance(place.move(), Done)
    assert place.refuses(1, Resume(1)) == "not_paused"


def test_a_vote_pauses_the_game_and_its_computers(moved: Clock) -> None:
    place = Place(2)
    place.does(1, AddComputer(1, "pip"))
    assert place.refuses(2, Vote(2, "pause", yes=True)) == "no_game"
    place.does(1, SetRules(1, {**farkle.PRESETS["kcd"].to_dict(), "first_player": "seat"}))
    place.start()
    while at_turn(place) != 3:
        place.move()
    place.there(1, 2)
    place.does(1, Vote(1, "pause", yes=True))
    assert place.due("computer") == 1.2
    place.does(2, Vote(2, "pause", yes=True))
    assert place.last() == ["vote", "paused"]
    assert place.due("computer") is None
    place.does(1, Vote(1, "resume", yes=True))
    place.does(2, Vote(2, "resume", yes=True))
    assert place.last() == ["vote", "resumed"]
    assert place.due("computer") == 1.2
    assert place.refuses(1, Vote(1, "lunch", yes=True)) == "bad_vote"


def test_after_a_player_leaves_during_a_pause_the_next_one_has_the_full_time(moved: Clock) -> None:
    place = playing(3, timer=60)
    moved(50)
    place.does(1, PauseGame(1, ""))
    place.does(1, Leave(1))
    place.does(2, Resume(2))
    assert (at_turn(place), place.due("turn")) == (2, 60)


def test_after_a_pause_the_two_minutes_begin_anew(moved: Clock) -> None:
    place = playing(2)
    moved(100)
    place.does(1, PauseGame(1, ""))
    moved(1000)
    place.does(1, Resume(1))
    moved(119)
    assert not goes_on(place, 2)
    moved(1)
    assert goes_on(place, 2)


@pytest.mark.parametrize("host_is_there", [True, False])
def test_a_pause_in_a_game_of_two_ends_when_the_other_asks_twice(
    moved: Clock, host_is_there: bool
) -> None:
    place = playing(2)
    there = (1, 2) if host_is_there else (2,)
    place.does(1, PauseGame(1, "Tea"))
    place.there(*there)
    assert not asks(place, 2)
    assert place.events()[-1].events[0]["again"] == seen(place).room["paused"]["again"]
    moved(299)
    place.there(*there)
    assert not asks(place, 2), "too soon"
    moved(1)
    place.there(*there)
    place.does(2, Vote(2, "resume", yes=False))
    assert waits(place).paused, "to ask no more is not to ask"
    assert asks(place, 2)
    assert place.last() == ["vote", "resumed"]


def test_half_of_those_present_end_a_pause_in_five_minutes_and_most_of_all_at_once(
    moved: Clock,
) -> None:
    place = playing(5)
    place.does(1, PauseGame(1, ""))
    place.there(1, 2, 3, 4)
    assert not asks(place, 2)
    moved(300)
    place.there(1, 2, 3, 4)
    assert not asks(place, 2), "one of four, however often"
    assert not asks(place, 3)
    moved(300)
    place.there(1, 2, 3, 4)
    assert asks(place, 3)
    place.does(1, PauseGame(1, ""))
    assert not asks(place, 2, 3)
    assert asks(place, 4), "three of five"


def test_a_host_pauses_a_game_only_so_often(moved: Clock) -> None:
    place = playing(2)
    for _ in range(MOST_PAUSES):
        assert isinstance(place.does(1, PauseGame(1, "")), Done)
        assert isinstance(place.does(1, Resume(1)), Done)
    assert place.refuses(1, PauseGame(1, "")) == "many_pauses"
    for player in (1, 2):
        assert isinstance(place.does(player, Vote(player, "pause", yes=True)), Done)
    assert waits(place).paused
    place.does(1, Resume(1))
    place.play_out()
    place.start()
    assert isinstance(place.does(1, PauseGame(1, "")), Done), "it is another game"


def test_who_plays_alone_pauses_at_will() -> None:
    place = Place(1)
    place.does(1, AddComputer(1, "pip"))
    place.start()
    for _ in range(MOST_PAUSES + 1):
        assert isinstance(place.does(1, PauseGame(1, "")), Done)
        assert isinstance(place.does(1, Resume(1)), Done)


@pytest.mark.parametrize("seconds", [-3600, 3600])
def test_a_pause_moves_with_the_clock(moved: Clock, seconds: int) -> None:
    place = playing(2)
    place.does(1, PauseGame(1, "Tea"))
    paused = clock.milliseconds()
    moved(60)
    place.there(1, 2)
    assert not asks(place, 2)
    before, page = clock.milliseconds(), seen(place)
    after = int(moved(seconds).timestamp() * 1000)
    assert isinstance(place.ask(None, FollowClock(before, after)), Done)
    follow(place, page)
    assert page.room["paused"] == {
        "by": 1,
        "reason": "Tea",
        "since": paused + after - before,
        "again": None,
    }
    assert refused(place.ask(None, FollowClock(before, after))) == "not_due"
    place.there(1, 2)
    assert not asks(place, 2)
    moved(300)
    place.there(1, 2)
    assert asks(place, 2)
