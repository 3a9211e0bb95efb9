"""Pauses, and votes to pause, to resume, or to go on without the player at turn."""

import json

import pytest
from django.core.cache import cache

import farkle
from games import clock
from games.people.identity import new_guest
from games.protocol.commands import (
    AddComputer,
    Back,
    Command,
    Done,
    Extend,
    FollowClock,
    Leave,
    Missing,
    No,
    PauseGame,
    Remove,
    Resume,
    SetRoom,
    SetRules,
    Sit,
    Vote,
)
from games.services import executor
from games.services.votes import MOST_PAUSES
from games.state import room_state
from games.state.absence import AbsenceState
from tests.games.conftest import Clock
from tests.support import node
from tests.support.rooms import Place, follow, fresh_id, seen

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


def test_more_than_half_of_the_others_vote_to_go_on(moved: Clock) -> None:
    place = playing(4)
    place.there(2, 3, 4)
    assert place.refuses(2, Vote(2, "go_on", yes=True)) == "not_yet"
    place.ask(None, Missing(1))
    moved(15)
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


def test_all_votes_count_while_nobody_is_known_to_be_present(moved: Clock) -> None:
    place = playing(4)
    place.there(2, 3, 4)
    place.ask(None, Missing(1))
    moved(15)
    cache.clear()  # as after a start of the only server
    place.does(2, Vote(2, "go_on", yes=True))
    assert place.events()[-1].events == [
        {"e": "vote", "about": "go_on", "players": [2], "needed": 2}
    ]
    assert at_turn(place) == 1
    place.does(3, Vote(3, "go_on", yes=True))
    assert at_turn(place) == 2


def test_deadlines_stand_still_during_a_pause(moved: Clock) -> None:
    place = playing(2, timer=60)
    moved(20)
    assert place.refuses(2, PauseGame(2, "")) == "not_host"
    assert place.refuses(1, PauseGame(1, "\u202e")) == "bad_reason"
    place.does(1, PauseGame(1, " Dinner  break "))
    assert place.events()[-1].events[0]["reason"] == "Dinner break"
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


def goes_on(place: Place, *voters: int) -> bool:
    """Let these players vote to go on without player 1. Return whether that took the turn away."""
    for voter in voters:
        answer = place.does(voter, Vote(voter, "go_on", yes=True))
        if isinstance(answer, No):
            assert answer.code == "not_yet"
    return at_turn(place) != 1


def can_move(place: Place) -> None:
    """Make a move after which it is still player 1's turn."""
    assert isinstance(place.move(), Done)
    assert at_turn(place) == 1


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


def test_who_has_just_moved_is_not_voted_out(moved: Clock) -> None:
    place = playing(2, timer=60)
    moved(40)
    can_move(place)
    moved(14)
    assert not goes_on(place, 2)
    moved(1)
    assert goes_on(place, 2)


def test_a_move_in_the_same_batch_counts(moved: Clock) -> None:
    place = playing(2, timer=60)
    moved(40)
    player, roll = place.next_move()
    first, second = place.people
    answers = executor.perform_many(
        [
            Command(place.code, first.pk, fresh_id(), roll),
            Command(place.code, second.pk, fresh_id(), Vote(2, "go_on", yes=True)),
        ]
    )
    assert isinstance(answers[0], Done)
    assert refused(answers[1]) == "not_yet"
    assert at_turn(place) == player


def test_a_move_ends_the_votes_against_it(moved: Clock) -> None:
    place = playing(3, timer=60)
    place.there(1, 2, 3)
    moved(40)
    assert not goes_on(place, 2)
    assert waits(place).votes == {"go_on": [2]}
    can_move(place)
    assert waits(place).votes == {}
    moved(15)
    place.there(1, 2, 3)
    assert not goes_on(place, 3)


def test_more_time_is_more_time(moved: Clock) -> None:
    place = playing(2, timer=60)
    moved(50)
    assert isinstance(place.does(1, Extend(1)), Done)
    moved(20)
    assert not goes_on(place, 2)
    moved(20)
    assert goes_on(place, 2)


def test_who_is_away_counts_until_two_minutes_are_over(moved: Clock) -> None:
    place = playing(4, timer=200)
    place.there(1, 2)
    moved(110)
    place.there(1, 2)
    assert not goes_on(place, 2), "most of the time is gone, but only one of three wants it"
    moved(10)
    place.there(1, 2)
    assert goes_on(place, 2)


def test_a_player_who_is_there_but_does_nothing_is_voted_past(moved: Clock) -> None:
    place = playing(4)
    place.there(1, 2, 3, 4)
    moved(119)
    assert not goes_on(place, 2, 3)
    moved(1)
    place.there(1, 2, 3, 4)
    assert not goes_on(place, 2), "one of three"
    assert goes_on(place, 3), "a host, too"
    assert place.events()[-1].events[1] == {
        "e": "waited",
        "player": 1,
        "why": "vote",
        "did": "skip",
        "missed": 1,
    }


def test_whoever_stalls_again_and_again_is_voted_past_every_time(moved: Clock) -> None:
    place = playing(2)
    for turn in range(1, 6):
        moved(120)
        place.there(1, 2)
        assert goes_on(place, 2)
        assert waits(place).missed == {1: turn}
        assert waits(place).warm == [], "who is there would be back at once"
        assert refused(place.ask(None, Back(1))) == "not_due"
        while at_turn(place) == 2:
            place.move()


def test_turns_of_an_hour_are_no_stalling(moved: Clock) -> None:
    place = playing(2, timer=3600)
    moved(1799)
    assert not goes_on(place, 2)
    moved(1)
    assert goes_on(place, 2)


def test_nobody_goes_on_without_a_computer(moved: Clock) -> None:
    place = Place(2)
    place.does(1, AddComputer(1, "pip"))
    place.does(1, SetRules(1, {**farkle.PRESETS["kcd"].to_dict(), "first_player": "seat"}))
    place.start()
    while at_turn(place) != 3:
        place.move()
    moved(300)
    assert place.refuses(1, Vote(1, "go_on", yes=True)) == "no_vote"


def test_a_person_has_one_vote_on_any_number_of_seats(moved: Clock) -> None:
    place = Place(3)
    for name in ("Child", "Dog", "Cat"):
        assert isinstance(place.does(2, Sit(name, another=True)), Done)
    place.people += [place.people[1]] * 3
    place.does(1, SetRules(1, {**farkle.PRESETS["kcd"].to_dict(), "first_player": "seat"}))
    place.start()
    moved(120)
    assert not goes_on(place, 2, 4, 5, 6), "one of two"
    assert goes_on(place, 3)


def test_a_computer_that_plays_for_somebody_does_not_vote(moved: Clock) -> None:
    place = playing(3)
    for _ in range(3):  # player 3 misses three turns
        while at_turn(place) != 3:
            place.move()
        place.there(1, 2)
        place.ask(None, Missing(3))
        moved(30)
        place.there(1, 2)
        place.tick()
    assert waits(place).warm == [3]
    assert place.refuses(3, Vote(3, "pause", yes=True)) == "no_vote"


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


def asks(place: Place, *players: int) -> bool:
    """Let these players ask to resume. Return whether the game goes on."""
    for player in players:
        assert isinstance(place.does(player, Vote(player, "resume", yes=True)), Done)
    return waits(place).paused is None


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


@pytest.mark.node
@pytest.mark.parametrize("timer", [0, 30, 100, 900, 3600])
def test_the_page_offers_the_vote_when_the_server_takes_it(moved: Clock, timer: int) -> None:
    """From the 16th second after a move on: the page does not know who made the last one."""
    place = playing(2, timer=timer)
    began = moved(0)
    asked, taken = [], []
    for seconds in (16, 29, 30, 31, 49, 50, 51, 119, 120, 121, 1799, 1800):
        if seconds >= timer > 0:
            break
        now = moved(seconds - (moved(0) - began).total_seconds())
        sync = json.loads((room_state.sync(place.code) or (0, ""))[1])
        asked.append({"sync": sync, "now": int(now.timestamp() * 1000)})
        answer = place.does(2, Vote(2, "go_on", yes=False))
        taken.append(isinstance(answer, Done))
    assert node.run("mayGoOn", asked) == taken
    assert set(taken) == {True, False} or timer == 30


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


def test_the_start_of_a_turn_counts_as_a_move_in_it(moved: Clock) -> None:
    place = playing(2)
    for player in (1, 2):
        while at_turn(place) == player:
            place.move()
    place.there(2)
    place.ask(None, Missing(1))
    moved(14)
    assert not goes_on(place, 2), "the countdown alone is not enough"
    moved(1)
    assert goes_on(place, 2)


def test_who_comes_or_goes_does_not_renew_the_two_minutes(moved: Clock) -> None:
    place = playing(4, late="play")
    moved(100)
    assert isinstance(place.ask(new_guest()[0], Sit("Nora")), Done)
    place.does(3, Leave(3))
    place.does(1, Remove(1, 4))  # the host, who is at turn
    moved(20)
    place.there(1, 2)
    sync = json.loads((room_state.sync(place.code) or (0, ""))[1])
    assert round((clock.milliseconds() - sync["moved"]) / 1000) == 120
    assert goes_on(place, 2)


@pytest.mark.node
def test_the_page_counts_the_two_minutes_from_the_same_events(moved: Clock) -> None:
    place = playing(3, late="play", timer=60)
    sync = json.loads((room_state.sync(place.code) or (0, ""))[1])
    place.ask(new_guest()[0], Sit("Nora"))
    can_move(place)
    place.does(1, Extend(1))
    place.does(3, Leave(3))
    place.does(1, PauseGame(1, ""))
    place.does(1, Resume(1))
    place.does(1, Leave(1))  # the next turn begins
    events = room_state.events_after(place.room.pk, sync["n"]) or []
    frames = [json.loads(event.frame) for event in events]
    anew = node.run("waitsAnew", [{"sync": sync, "frames": frames}])[0]
    assert anew == [False, True, True, False, False, True, True]


@pytest.mark.parametrize("seconds", [-3600, 3600])
def test_after_a_jump_of_the_clock_the_two_minutes_begin_anew(moved: Clock, seconds: int) -> None:
    place = playing(2)
    moved(100)
    before = clock.milliseconds()
    after = int(moved(seconds).timestamp() * 1000)
    if seconds < 0:
        assert not goes_on(place, 2), "a move in the future counts as new"
    page = seen(place)
    assert isinstance(place.ask(None, FollowClock(before, after)), Done)
    follow(place, page)
    moved(1)
    assert refused(place.ask(None, FollowClock(before, after))) == "not_due", "once is enough"
    moved(118)
    assert not goes_on(place, 2)
    moved(1)
    assert goes_on(place, 2)


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
