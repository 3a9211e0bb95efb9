"""Votes to go on without the player at turn, and who has one."""

import json

import pytest
from django.core.cache import cache

import farkle
from games import clock
from games.people import presence
from games.protocol.commands import (
    AddComputer,
    Back,
    Command,
    Done,
    Extend,
    FollowClock,
    Leave,
    Missing,
    PauseGame,
    Remove,
    Resume,
    SetRules,
    Sit,
    Vote,
)
from games.services import executor
from games.state import room_state
from tests.games.conftest import Clock
from tests.support import node
from tests.support.guests import new_guest
from tests.support.play.absences import at_turn, can_move, goes_on, playing, refused, waits
from tests.support.rooms import Place, follow, fresh_id, seen

pytestmark = pytest.mark.django_db


def due(place: Place) -> dict[str, int]:
    """Return the deadlines that a page is told when it connects."""
    told = json.loads((room_state.sync(place.code) or (0, ""))[1])["due"]
    assert isinstance(told, dict)
    return told


def test_more_than_half_of_the_others_vote_to_go_on(moved: Clock) -> None:
    place = playing(4)
    place.there(2, 3, 4)
    assert place.refuses(2, Vote(2, "go_on", yes=True)) == "not_yet"
    place.ask(None, Missing(1))
    moved(15)
    assert place.refuses(1, Vote(1, "go_on", yes=True)) == "no_vote"
    place.does(2, Vote(2, "go_on", yes=True))
    place.does(2, Vote(2, "go_on", yes=False))
    assert place.fresh().absence.get("votes") is None
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


def test_all_votes_count_in_a_process_that_does_not_know_of_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else one person, at this process alone, could pause a game of others."""
    place = playing(4)
    place.there(2)
    monkeypatch.setattr(presence, "sees_all_players", False)
    place.does(2, Vote(2, "pause", yes=True))
    assert waits(place).paused is None
    place.does(3, Vote(3, "pause", yes=True))
    place.does(4, Vote(4, "pause", yes=True))
    assert waits(place).paused is not None


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
        assert waits(place).autoplay == [], "who is there would be back at once"
        assert refused(place.ask(None, Back(1))) == "not_due"
        while at_turn(place) == 2:
            place.move()


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
    assert waits(place).autoplay == [3]
    assert place.refuses(3, Vote(3, "pause", yes=True)) == "no_vote"


@pytest.mark.parametrize("away", [False, True])
@pytest.mark.parametrize("timer", [0, 30, 100, 900, 3600])
def test_a_page_offers_the_vote_when_the_server_takes_it(
    moved: Clock, timer: int, *, away: bool
) -> None:
    place = playing(2, timer=timer)
    if away:
        place.there(2)
        place.ask(None, Missing(1))
    began = moved(0)
    asked, taken = [], []
    for seconds in (0, 14, 15, 29, 30, 31, 49, 50, 51, 119, 120, 121, 449, 450, 1799, 1800):
        if seconds >= timer > 0:
            break
        now = moved(seconds - (moved(0) - began).total_seconds())
        sync = json.loads((room_state.sync(place.code) or (0, ""))[1])
        asked.append({"sync": sync, "now": int(now.timestamp() * 1000)})
        answer = place.does(2, Vote(2, "go_on", yes=False))
        taken.append(isinstance(answer, Done))
    assert node.run("mayGoOn", asked) == [[may, may] for may in taken]
    assert set(taken) == {True, False} or timer == 30


def test_pages_are_told_of_no_vote_against_a_computer_or_in_a_pause() -> None:
    place = playing(2)
    assert "go_on" in due(place)
    place.does(1, PauseGame(1, ""))
    assert "go_on" not in due(place)
    place.does(1, Resume(1))
    assert "go_on" in due(place)
    place.does(1, AddComputer(1, "pip"))
    place.does(1, Leave(1))
    place.does(2, Leave(2))
    assert "go_on" not in due(place)


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
    assert 0 <= clock.milliseconds() - due(place)["go_on"] < 1000
    assert goes_on(place, 2)


def test_every_event_comes_with_the_time_of_the_vote(moved: Clock) -> None:
    place = playing(3, late="play", timer=60)
    page = seen(place)
    went = []
    for happens in (
        lambda: place.ask(new_guest()[0], Sit("Nora")),
        lambda: can_move(place),
        lambda: place.does(1, Extend(1)),
        lambda: place.does(3, Leave(3)),
        lambda: place.does(1, PauseGame(1, "")),
        lambda: place.does(1, Resume(1)),
        lambda: place.does(1, Leave(1)),  # the next turn begins
    ):
        before = due(place).get("go_on")
        moved(1)
        happens()
        follow(place, page)
        assert page.due == due(place)
        went.append(page.due.get("go_on") != before)
    assert went == [False, False, True, False, True, True, True]


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


def test_a_move_before_the_clock_was_set_back_does_not_count_again(moved: Clock) -> None:
    place = playing(2, timer=86400)
    before = clock.milliseconds()
    after = int(moved(-3600).timestamp() * 1000)
    assert isinstance(place.ask(None, FollowClock(before, after)), Done)
    moved(7200)  # now that move is in the past again
    assert due(place)["go_on"] < after + 86_400_000
