"""Results of games, and their sums in a room."""

import pytest

from games.integrity import disagreements
from games.models import Room
from games.protocol.commands import (
    AddComputer,
    Leave,
    Rematch,
)
from tests.support.rooms import follow, playing, seen

pytestmark = pytest.mark.django_db


def test_the_results_of_a_room_are_added_up() -> None:
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
