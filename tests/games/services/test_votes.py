"""Pauses, and votes to pause, to resume, or to go on without the player at turn."""

import pytest
from django.core.cache import cache

import farkle
from games.protocol.commands import (
    AddComputer,
    Done,
    Leave,
    Missing,
    No,
    PauseGame,
    Resume,
    SetRoom,
    SetRules,
    Vote,
)
from games.state.absence import AbsenceState
from tests.games.conftest import Clock
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


def test_more_than_half_of_the_others_vote_to_go_on(moved: Clock) -> None:
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


def test_all_votes_count_while_nobody_is_known_to_be_present(moved: Clock) -> None:
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
