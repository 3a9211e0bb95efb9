"""Players who are absent or take too long, and what happens to their turns."""

import json

import pytest

from farkle.ai import players
from games.protocol.commands import (
    Back,
    Colour,
    ComputerMove,
    Done,
    Extend,
    Leave,
    Missing,
    PauseGame,
    Resume,
    SetRoom,
    Vote,
)
from games.services.commands.absence import MOST_EXTENSIONS
from games.state import room_state
from tests.games.conftest import Clock
from tests.support.play.absences import at_turn, playing, refused, waits
from tests.support.protocol import fold
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_the_countdown_begins_on_the_turn_of_an_absent_player(moved: Clock) -> None:
    place = playing()
    place.there(1, 2)
    assert refused(place.ask(None, Missing(3))) == "not_due", "it is not his turn"
    place.there(2, 3)
    assert isinstance(place.ask(None, Missing(1)), Done)
    assert place.last() == ["away"]
    assert place.due("away") == 10
    assert refused(place.ask(None, Missing(1))) == "not_due", "it runs already"
    moved(9)
    assert place.tick() == []
    moved(1)
    assert isinstance(place.tick()[0], Done)
    assert place.last()[:2] == ["waited", "skipped"]
    assert at_turn(place) == 2
    assert place.due("away") is None
    assert place.tick() == []


def test_a_player_who_is_present_is_not_reported(moved: Clock) -> None:
    place = playing()
    place.there(1)
    assert refused(place.ask(None, Missing(1))) == "not_due"
    moved(41)
    assert isinstance(place.ask(None, Missing(1)), Done)
    assert refused(place.ask(None, Back(1))) == "not_due"
    place.there(1)
    assert isinstance(place.ask(None, Back(1)), Done)
    assert place.due("away") is None
    assert place.fresh().absence == {}


def lying(place: Place) -> None:
    """Player 1 has a throw before him that can be banked."""
    while True:
        _, body = place.next_move()
        if type(body).__name__ == "Bank" and at_turn(place) == 1:
            return
        place.move()


def test_when_time_is_up_as_much_as_possible_is_banked(moved: Clock) -> None:
    place = playing()
    lying(place)
    best = max(choice.total for choice in place.state().legal.choices if choice.bank is None)
    before = place.state().scores[0]
    place.there(2, 3)
    place.ask(None, Missing(1))
    moved(30)
    place.tick()
    assert place.events()[-1].events[0] == {
        "e": "waited",
        "player": 1,
        "why": "away",
        "did": "bank",
        "missed": 1,
    }
    assert place.state().scores[0] == before + best


def test_when_time_is_up_the_turn_is_skipped_if_the_room_says_so(moved: Clock) -> None:
    place = playing(away="skip")
    lying(place)
    before = place.state().scores[0]
    place.there(2, 3)
    place.ask(None, Missing(1))
    moved(30)
    place.tick()
    assert place.last()[:2] == ["waited", "skipped"]
    assert place.state().scores[0] == before


def test_a_computer_plays_the_turn_and_the_player_may_take_it_back(moved: Clock) -> None:
    place = playing(away="computer")
    place.there(2, 3)
    place.ask(None, Missing(1))
    moved(30)
    place.tick()
    assert place.last() == ["waited", "autoplay_this_turn"]
    assert (place.due("away"), place.due("computer")) == (None, 1.2)
    place.there(1, 2, 3)
    place.ask(None, Back(1))
    assert place.events()[-1].events == [{"e": "back", "player": 1, "turns": 1}]
    assert place.due("computer") is None
    assert isinstance(place.move(), Done)


def test_the_countdown_is_longer_once_something_is_at_risk(moved: Clock) -> None:
    place = playing()
    place.move()
    place.there(2, 3)
    place.ask(None, Missing(1))
    assert place.due("away") == 20
    place.there(1, 2, 3)
    place.ask(None, Back(1))
    assert place.due("away") is None
    assert place.state().rolls == 1, "who comes back in time has lost nothing"


def test_after_three_turns_a_computer_plays_the_seat_on(moved: Clock) -> None:
    place = playing(2)
    place.there(2)
    place.ask(None, Missing(1))
    for missed in (1, 2, 3):
        assert place.due("away") == 10, "the countdown begins with the turn"
        moved(10)
        place.there(2)
        place.tick()
        assert waits(place).missed == {1: missed}
        while at_turn(place) == 2:
            place.move()
    assert waits(place).autoplay == [1]
    assert place.due("computer") is not None
    place.there(1, 2)
    place.ask(None, Back(1))
    assert place.events()[-1].events == [{"e": "back", "player": 1, "turns": 3}]
    assert place.fresh().absence == {}
    assert at_turn(place) == 1
    assert place.due("computer") is None
    assert isinstance(place.move(), Done)


def test_computers_do_not_play_on_while_all_people_are_away(moved: Clock) -> None:
    place = playing(2)
    place.does(1, SetRoom(1, timer=30, away_after=0))
    for _ in range(6):
        moved(30)
        place.tick()
        while place.due("computer") is not None:
            state = place.state()
            place.ask(None, ComputerMove(1, state.ply, players.decide(state, "pip")))
    assert sorted(waits(place).autoplay) == [1, 2]
    assert set(place.fresh().deadlines) == {"notice"}


def test_a_player_who_moves_is_back(moved: Clock) -> None:
    place = playing()
    place.there(2, 3)
    place.ask(None, Missing(1))
    assert isinstance(place.move(), Done)
    assert place.last()[0] == "back"
    assert place.fresh().absence == {}
    assert place.due("away") is None


def test_a_player_nobody_waited_for_does_not_come_back(moved: Clock) -> None:
    place = playing(timer=60)
    moved(60)
    place.tick()
    place.there(1, 2, 3)
    assert refused(place.ask(None, Back(1))) == "not_due"
    place.does(2, Colour(2, 5))
    assert waits(place).missed == {1: 1}, "a no changes nothing"


def test_a_turn_has_a_time_limit_that_can_be_extended(moved: Clock) -> None:
    place = playing(2, timer=60)
    assert place.due("turn") == 60
    moved(50)
    place.move()
    assert at_turn(place) == 1
    assert place.due("turn") == 10, "it is the turn's time, not the throw's"
    assert isinstance(place.does(1, Extend(1)), Done)
    assert place.due("turn") == 70
    assert place.refuses(2, Extend(2)) == "no_time"
    for _ in range(MOST_EXTENSIONS - 1):
        place.does(1, Extend(1))
    assert place.events()[-1].events == [{"e": "extended", "player": 1, "left": 0}]
    assert place.refuses(1, Extend(1)) == "no_time"
    moved(10 + 60 * MOST_EXTENSIONS)
    place.tick()
    assert place.events()[-1].events[0]["why"] == "timer"
    assert (at_turn(place), place.due("turn")) == (2, 60)


def test_the_role_of_an_absent_host_passes_on(moved: Clock) -> None:
    place = Place(3)
    place.there(3)
    assert isinstance(place.ask(None, Missing(1)), Done)
    assert place.due("host") == 120
    moved(120)
    place.there(3)
    place.tick()
    assert place.events()[-1].events == [{"e": "host", "player": 3}]
    assert place.due("host") is None


def test_a_host_who_comes_back_or_has_no_successor_stays_host(moved: Clock) -> None:
    place = Place(2)
    place.ask(None, Missing(1))
    place.there(1)
    place.ask(None, Back(1))
    assert place.due("host") is None
    moved(60)
    place.ask(None, Missing(1))
    moved(120)
    place.tick()
    assert place.events()[-1].events == [{"e": "host", "player": 1}]
    assert place.tick() == []


def test_folding_the_events_gives_what_a_new_connection_gets(moved: Clock) -> None:
    """What is sent with each event is what a fresh look at the room tells."""
    place = playing(3, timer=300)
    room = fold.Room(json.loads((room_state.sync(place.code) or (0, ""))[1]))
    place.there(2, 3)
    steps = [
        lambda: place.ask(None, Missing(1)),
        lambda: place.does(2, Vote(2, "go_on", yes=True)),
        lambda: place.does(1, PauseGame(1, "Tea")),
        lambda: place.does(1, Resume(1)),
        lambda: place.does(1, SetRoom(1, away="computer")),
        lambda: (moved(30), place.there(2, 3), place.tick()),
        lambda: place.does(1, Leave(1)),
    ]
    for step in steps:
        step()
        for told in room_state.events_after(place.room.pk, room.n):
            room.apply(json.loads(told.frame))
        fresh = fold.Room(json.loads((room_state.sync(place.code) or (0, ""))[1]))
        assert room.compared() == fresh.compared()
