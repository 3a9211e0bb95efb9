"""A host's block frees a seat as if its player had got up."""

import pytest

from games.protocol.commands import Done, HandOver, Leave, ShutOut, Sit
from tests.support.rooms import Place, playing

pytestmark = pytest.mark.django_db


def test_the_host_frees_a_seat_and_nobody_sees_why() -> None:
    place = playing(3)
    assert place.refuses(2, ShutOut(2, 3)) == "not_host"
    assert isinstance(place.does(1, ShutOut(1, 3)), Done)
    assert place.last()[:2] == ["gone", "left"]
    assert not place.player(3).removed
    assert place.refuses(1, ShutOut(1, 3)) == "gone"


def test_seats_of_the_host_and_the_founder_stay() -> None:
    place = Place(2)
    place.does(2, Sit("Child", another=True))
    place.does(1, HandOver(1, 2))
    assert place.refuses(2, ShutOut(2, 1)) == "not_founder"
    place.does(1, Leave(1))
    assert place.does(2, ShutOut(2, 3)) == Done(None)
