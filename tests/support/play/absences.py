"""Games that wait for somebody: votes to go on and to resume."""

import farkle
from games.protocol.commands import (
    Done,
    No,
    SetRoom,
    SetRules,
    Vote,
)
from games.state.absence import AbsenceState
from tests.support.rooms import Place


def playing(seats: int = 3, **settings: object) -> Place:
    """Return a game of so many players, in which player 1 is at turn and nobody has thrown yet."""
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
    return AbsenceState.from_dict(place.fresh().absence)


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


def asks(place: Place, *players: int) -> bool:
    """Let these players ask to resume. Return whether the game goes on."""
    for player in players:
        assert isinstance(place.does(player, Vote(player, "resume", yes=True)), Done)
    return waits(place).paused is None
