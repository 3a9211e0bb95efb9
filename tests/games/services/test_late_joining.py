"""Coming late, starting again, and the results of the evening."""

import json

import pytest

import farkle
from games.integrity import disagreements
from games.models import Room, Turn
from games.people.identity import new_guest
from games.protocol.commands import (
    AddComputer,
    Done,
    Join,
    Leave,
    Rematch,
    SetRoom,
    SetRules,
    SetTeams,
    Sit,
)
from games.state import room_state
from games.state.records import record_of
from tests.support import fold
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def playing(seats: int = 2, rules: dict[str, object] | None = None, **settings: str) -> Place:
    place = Place(seats)
    chosen = {**farkle.PRESETS["kcd"].to_dict(), "first_player": "seat", **(rules or {})}
    place.does(1, SetRules(1, chosen))
    place.does(1, SetRoom(1, **settings))  # type: ignore[arg-type]  # only texts are given
    place.start()
    return place


def seen(place: Place) -> fold.Room:
    return fold.Room(json.loads((room_state.sync(place.code) or (0, ""))[1]))


def follow(place: Place, room: fold.Room) -> None:
    """Fold what has happened since, and compare."""
    while events := room_state.events_after(place.room.pk, room.n):
        for told in events:
            room.take(json.loads(told.frame))
    assert room.compared() == seen(place).compared()


def comes(place: Place) -> int:
    """One more person sits down; the number of the player."""
    place.people.append(new_guest()[0])
    answer = place.ask(place.people[-1], Sit("Late"))
    assert isinstance(answer, Done)
    assert answer.player is not None
    return answer.player


def test_who_comes_late_waits_where_the_room_says_so() -> None:
    place = playing()
    assert comes(place) == 3
    assert place.last() == ["sat"]
    assert place.refuses(3, Join(3)) == "too_late"
    assert place.game().players == [1, 2]


@pytest.mark.parametrize("start", ["zero", "lowest"])
def test_who_comes_late_plays_from_the_next_round_on(start: str) -> None:
    place = playing(rules={"late_start": start, "target": 10_000}, late="play")
    room = seen(place)
    while min(place.state().scores) == 0:
        place.move()
    lowest = min(place.state().scores)
    assert comes(place) == 3
    assert place.last() == ["sat", "late", "joined"]
    assert place.state().scores[2] == (0 if start == "zero" else lowest)
    follow(place, room)
    assert place.refuses(3, Join(3)) == "too_late", "he is in it"
    place.play_out()
    follow(place, room)
    assert Turn.objects.filter(game=place.game(), player__seat=3).exists()
    assert list(disagreements(place.fresh())) == []
    assert farkle.replay(record_of(place.game())) == place.state()


def test_who_waited_may_join_once_the_host_lets_him() -> None:
    place = playing()
    comes(place)
    place.does(1, SetRoom(1, late="play"))
    assert isinstance(place.does(3, Join(3)), Done)
    assert place.last() == ["late", "joined"]
    assert place.game().players == [1, 2, 3]
    place.does(3, Leave(3))
    place.ask(place.people[2], Sit("Late"))
    assert place.last() == ["sat"], "who has left a game does not come back into it"


def test_a_late_joiner_comes_into_the_smallest_team() -> None:
    place = Place(3)
    place.does(1, SetTeams(1, 2))
    place.does(1, SetRoom(1, late="play"))
    place.start()
    room = seen(place)
    comes(place)
    assert place.game().teams == [0, 1, 0, 1]
    follow(place, room)


def test_nobody_joins_in_the_last_turns() -> None:
    place = playing(rules={"ending": "final_round", "target": 500}, late="play")
    while place.state().phase == "turns":
        place.move()
    if place.game().status == "playing":
        comes(place)
        assert place.last() == ["sat"]
        assert place.refuses(3, Join(3)) == "too_late_to_join"


@pytest.mark.parametrize("rule", ["rules", "rotate", "winner", "loser"])
def test_who_begins_the_rematch(rule: str) -> None:
    place = playing(3, rules={"target": 1000}, starts=rule)
    room = seen(place)
    place.play_out()
    game = place.game()
    won = game.players[game.winners[0]]
    scores = place.state().scores
    place.does(1, Rematch(1))
    first = place.game().players[0]
    expected = {
        "rules": [1],
        "rotate": [2],
        "winner": [won],
        "loser": [n for n, score in enumerate(scores, 1) if score == min(scores)],
    }
    assert first in expected[rule]
    assert place.state().current == 0
    assert [*place.game().players] in ([1, 2, 3], [2, 3, 1], [3, 1, 2])
    follow(place, room)
    assert place.game().rules["first_player"] == "seat"


@pytest.mark.parametrize("rule", ["rotate", "winner", "loser"])
def test_who_has_gone_begins_no_rematch(rule: str) -> None:
    """The fourth, who has left, came out last; the first, who began, goes as well."""
    place = playing(4, rules={"target": 500}, starts=rule)
    place.does(4, Leave(4))
    place.play_out()
    scores = place.state().scores
    if rule == "rotate":
        place.does(1, Leave(1))
    host = place.fresh().host or 0
    place.does(host, Rematch(host))
    here = {seat: scores[seat - 1] for seat in (1, 2, 3)}
    wanted = {"winner": max(here.values()), "loser": min(here.values())}
    begins = place.game().players[0]
    assert begins == 2 if rule == "rotate" else here[begins] == wanted[rule]


def test_the_results_of_the_evening_are_added_up() -> None:
    place = playing(2, rules={"target": 500})
    room = seen(place)
    assert room.room["series"] == []
    place.play_out()
    follow(place, room)
    place.does(1, AddComputer(1, "pip"))
    place.does(1, Rematch(1))
    place.does(1, Leave(1))
    place.does(2, Leave(2))
    follow(place, room)
    games = [row[1] for row in room.room["series"]]
    assert games == [2, 2, 1]
    assert sum(row[2] for row in room.room["series"]) == 2
    assert list(disagreements(Room.objects.get(pk=place.room.pk))) == []
