"""Reading a room: what is sent with the newest event, and nothing that belongs to another."""

import json

import pytest

from games.models import Event, Game
from games.protocol.commands import Answer, Colour, Done
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


def test_heads_since_an_event_are_those_of_rooms_in_which_something_happened() -> None:
    quiet, busy = Place(2), Place(2)
    before, heads = room_state.heads_since(None, [quiet.room.pk, quiet.room.pk + 99])
    assert heads == {quiet.room.pk: quiet.fresh().head}, "a room that has expired has no head"
    assert room_state.heads_since(before, []) == (before, {})
    busy.does(1, Colour(1, 4))
    head = busy.fresh().head
    now = room_state.heads_since(before, [quiet.room.pk])
    assert now == (before + 1, {quiet.room.pk: quiet.fresh().head, busy.room.pk: head})
