"""Nobody holds the table up: who is away, or takes too long, and what happens then."""

import json

import pytest
from django.core.cache import cache

import farkle
from farkle.ai import players
from games.protocol.commands import (
    AddComputer,
    Back,
    Colour,
    ComputerMove,
    Done,
    Extend,
    Leave,
    Missing,
    No,
    PauseGame,
    Resume,
    SetRoom,
    SetRules,
    Vote,
)
from games.services.absence import MOST_EXTENSIONS
from games.state import room_state
from games.state.absence import AbsenceState
from tests.games.conftest import Clock
from tests.support import fold
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def playing(seats: int = 3, **settings: object) -> Place:
    """A game of so many, in which player 1 is at turn and nobody has thrown yet."""
    place = Place(seats)
    place.does(1, SetRules(1, {**farkle.PRESETS["kcd"].to_dict(), "first_player": "seat"}))
    answer = place.does(1, SetRoom(1, **settings))  # type: ignore[arg-type]  # as each test has it
    assert isinstance(answer, Done)
    place.start()
    return place


def at_turn(place: Place) -> int:
    return place.game().players[place.state().current]


def refused(answer: object) -> str:
    assert isinstance(answer, No)
    return answer.code


def waits(place: Place) -> AbsenceState:
    return AbsenceState.from_dict(place.fresh().waits)


def test_the_countdown_begins_on_the_turn_of_who_is_not_there(moved: Clock) -> None:
    place = playing()
    place.there(1, 2)
    assert refused(place.ask(None, Missing(3))) == "not_due", "it is not his turn"
    place.there(2, 3)
    assert isinstance(place.ask(None, Missing(1)), Done)
    assert place.last() == ["away"]
    assert place.due("away") == 30
    assert refused(place.ask(None, Missing(1))) == "not_due", "it runs already"
    moved(29)
    assert place.tick() == []
    moved(1)
    assert isinstance(place.tick()[0], Done)
    assert place.last()[:2] == ["waited", "skipped"]
    assert at_turn(place) == 2
    assert place.due("away") is None
    assert place.tick() == []


def test_who_is_there_is_not_missed(moved: Clock) -> None:
    place = playing()
    place.there(1)
    assert refused(place.ask(None, Missing(1))) == "not_due"
    moved(41)
    assert isinstance(place.ask(None, Missing(1)), Done)
    assert refused(place.ask(None, Back(1))) == "not_due"
    place.there(1)
    assert isinstance(place.ask(None, Back(1)), Done)
    assert place.due("away") is None
    assert place.fresh().waits == {}


@pytest.mark.parametrize("setting", [{"away_after": 0}, {"timer": 3600}])
def test_nobody_is_counted_down_where_the_room_does_not_want_it(setting: dict[str, int]) -> None:
    place = playing(**setting)
    place.ask(None, Missing(1))  # as host
    assert place.due("away") is None


def lying(place: Place) -> None:
    """Player 1 has a throw before him that can be banked."""
    while True:
        _, body = place.next_move()
        if type(body).__name__ == "Bank" and at_turn(place) == 1:
            return
        place.move()


def test_what_can_be_banked_is_banked(moved: Clock) -> None:
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


def test_what_lies_there_is_lost_where_the_room_skips(moved: Clock) -> None:
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
    assert place.last() == ["waited", "stand_in"]
    assert (place.due("away"), place.due("computer")) == (None, 1.2)
    place.there(1, 2, 3)
    place.ask(None, Back(1))
    assert place.events()[-1].events == [{"e": "back", "player": 1, "turns": 1}]
    assert place.due("computer") is None
    assert isinstance(place.move(), Done)


def test_after_three_turns_a_computer_keeps_the_seat_warm(moved: Clock) -> None:
    place = playing(2)
    place.there(2)
    place.ask(None, Missing(1))
    for missed in (1, 2, 3):
        assert place.due("away") == 30, "the countdown begins with the turn"
        moved(30)
        place.there(2)
        place.tick()
        assert waits(place).missed == {1: missed}
        while at_turn(place) == 2:
            place.move()
    assert waits(place).warm == [1]
    assert place.due("computer") is not None
    place.there(1, 2)
    place.ask(None, Back(1))
    assert place.events()[-1].events == [{"e": "back", "player": 1, "turns": 3}]
    assert place.fresh().waits == {}
    assert at_turn(place) == 1
    assert place.due("computer") is None
    assert isinstance(place.move(), Done)


def test_a_table_whose_people_are_all_away_rests(moved: Clock) -> None:
    place = playing(2)
    place.does(1, SetRoom(1, timer=30, away_after=0))
    for _ in range(6):
        moved(30)
        place.tick()
        while place.due("computer") is not None:
            state = place.state()
            place.ask(None, ComputerMove(1, state.ply, players.decide(state, "pip")))
    assert sorted(waits(place).warm) == [1, 2]
    assert set(place.fresh().deadlines) == {"idle"}


def test_who_moves_is_back(moved: Clock) -> None:
    place = playing()
    place.there(2, 3)
    place.ask(None, Missing(1))
    assert isinstance(place.move(), Done)
    assert place.last()[0] == "back"
    assert place.fresh().waits == {}
    assert place.due("away") is None


def test_who_was_not_waited_for_does_not_come_back(moved: Clock) -> None:
    place = playing(timer=60)
    moved(60)
    place.tick()
    place.there(1, 2, 3)
    assert refused(place.ask(None, Back(1))) == "not_due"
    place.does(2, Colour(2, 5))
    assert waits(place).missed == {1: 1}, "a no changes nothing"


def test_a_turn_may_take_so_long_and_longer_where_it_is_asked_for(moved: Clock) -> None:
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


def test_the_others_vote_to_go_on(moved: Clock) -> None:
    place = playing(4)
    place.there(2, 3, 4)
    assert place.refuses(2, Vote(2, "go_on", yes=True)) == "no_vote"
    place.ask(None, Missing(1))
    assert place.refuses(1, Vote(1, "go_on", yes=True)) == "no_vote"
    place.does(2, Vote(2, "go_on", yes=True))
    place.does(2, Vote(2, "go_on", yes=False))
    assert place.fresh().waits.get("votes") is None
    place.does(2, Vote(2, "go_on", yes=True))
    assert waits(place).votes == {"go_on": [2]}
    place.does(2, Vote(2, "go_on", yes=True))
    assert at_turn(place) == 1, "nobody has two votes"
    place.does(3, Vote(3, "go_on", yes=True))
    assert place.last()[:3] == ["vote", "waited", "skipped"]
    assert (at_turn(place), waits(place).votes) == (2, {})


def test_one_vote_is_not_enough_while_nobody_is_known_to_be_there(moved: Clock) -> None:
    place = playing(4)
    place.there(2, 3, 4)
    place.ask(None, Missing(1))
    cache.clear()  # as after a start of the only server
    place.does(2, Vote(2, "go_on", yes=True))
    assert place.events()[-1].events == [
        {"e": "vote", "about": "go_on", "players": [2], "needed": 2}
    ]
    assert at_turn(place) == 1
    place.does(3, Vote(3, "go_on", yes=True))
    assert at_turn(place) == 2


def test_a_pause_stops_all_times_and_gives_them_their_rest(moved: Clock) -> None:
    place = playing(2, timer=60)
    moved(20)
    assert place.refuses(2, PauseGame(2, "")) == "not_host"
    assert place.refuses(1, PauseGame(1, "\u202e")) == "bad_reason"
    place.does(1, PauseGame(1, " Tea  is ready "))
    assert place.events()[-1].events[0]["reason"] == "Tea is ready"
    assert place.due("turn") is None
    assert refused(place.move()) == "paused"
    assert place.refuses(1, PauseGame(1, "")) == "paused"
    moved(5000)
    assert place.tick() == []
    place.does(1, Resume(1))
    assert place.due("turn") == 40
    assert isinstance(place.move(), Done)
    assert place.refuses(1, Resume(1)) == "not_paused"


def test_a_pause_by_vote_and_a_computer_that_waits(moved: Clock) -> None:
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


def test_who_leaves_during_a_pause_leaves_the_next_one_all_the_time(moved: Clock) -> None:
    place = playing(3, timer=60)
    moved(50)
    place.does(1, PauseGame(1, ""))
    place.does(1, Leave(1))
    place.does(2, Resume(2))
    assert (at_turn(place), place.due("turn")) == (2, 60)


def test_the_hosts_role_passes_on_by_itself(moved: Clock) -> None:
    place = Place(3)
    place.there(3)
    assert isinstance(place.ask(None, Missing(1)), Done)
    assert place.due("host") == 120
    moved(120)
    place.there(3)
    place.tick()
    assert place.events()[-1].events == [{"e": "host", "player": 3}]
    assert place.due("host") is None


def test_the_host_keeps_the_role_who_comes_back_or_whom_nobody_can_follow(moved: Clock) -> None:
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


def test_it_folds_as_the_page_says(moved: Clock) -> None:
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
            room.take(json.loads(told.frame))
        fresh = fold.Room(json.loads((room_state.sync(place.code) or (0, ""))[1]))
        assert room.compared() == fresh.compared()
