"""Reading a room: what is sent with the newest event, and nothing that belongs to another."""

import json

import pytest

from games.models import Event, Game, Player
from games.people.identity import new_guest
from games.protocol.commands import Answer, Done, Leave, SetDoor
from games.state import room_state
from tests.support.rooms import Place

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_threads"),
]


def test_legal_moves_never_belong_to_another_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = Place(2)
    place.start()
    real = room_state.position_of
    moved: list[Answer] = []

    def position_of(game: Game) -> room_state.Position:
        if not moved:
            moved.append(Done(None))
            moved.append(place.move())  # between reading the events and reading the state
        return real(game)

    monkeypatch.setattr(room_state, "position_of", position_of)
    told = room_state.events_after(place.room.pk, 0)
    assert len(moved) == 2
    assert told[-1].n == 3
    assert "may" not in json.loads(told[-1].frame)
    assert "may" in json.loads(room_state.events_after(place.room.pk, 3)[-1].frame)


def test_events_read_later_equal_those_that_were_sent() -> None:
    place = Place(3)
    place.start()
    for _ in range(30):
        place.move()
    told = room_state.events_after(place.room.pk, 0)
    assert [one.n for one in told] == [event.number for event in place.events()]
    assert all("may" not in json.loads(one.frame) for one in told[:-1])
    assert "may" in json.loads(told[-1].frame)
    assert [one.n for one in told if one.seats_changed] == [1, 2, 3]
    assert room_state.events_after(place.room.pk, told[-1].n) == []
    assert Event.objects.count() == len(told)


def test_a_room_without_spectators_is_for_who_has_a_seat_or_lost_one() -> None:
    place = Place(3)
    mara, teo, nora = place.people
    stranger = new_guest()[0]
    room = place.fresh()
    assert room_state.may_watch(room.pk)
    for person in (None, mara, stranger):
        assert room_state.may_enter(room, person)
    place.does(1, SetDoor(1, spectators=False))
    place.does(2, Leave(2))
    room = place.fresh()
    assert not room_state.may_watch(room.pk)
    found = [room_state.may_enter(room, person) for person in (None, mara, teo, nora, stranger)]
    assert found == [False, True, False, True, False]
    Player.objects.filter(room=room, seat=3).update(person=stranger, before=nora)
    assert room_state.may_enter(room, nora)
    assert room_state.may_enter(room, stranger)
    assert room_state.may_watch(room.pk + 1), "nobody is left in an expired room"
