"""A host's block frees a seat as if its player had got up."""

import pytest

from games.protocol.commands import Done, HandOver, Leave, ShutOut, Sit
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_the_host_frees_a_seat_and_nobody_sees_why() -> None:
    place = Place(3)
    assert place.refuses(2, ShutOut(2, 3)) == "not_host"
    assert isinstance(place.does(1, ShutOut(1, 3)), Done)
    assert place.last() == ["gone"]
    assert not place.player(3).removed
    assert place.refuses(1, ShutOut(1, 3)) == "gone"


def test_the_founder_frees_a_seat_while_somebody_else_is_host() -> None:
    place = Place(3)
    place.does(1, HandOver(1, 2))
    assert isinstance(place.does(1, ShutOut(1, 2)), Done)
    assert place.player(2).left
    assert place.fresh().host != 2


def test_seats_of_the_host_and_the_founder_stay() -> None:
    place = Place(2)
    place.does(2, Sit("Child", another=True))
    place.does(1, HandOver(1, 2))
    assert place.refuses(2, ShutOut(2, 1)) == "not_founder"
    place.does(1, Leave(1))
    assert place.does(2, ShutOut(2, 3)) == Done(None)
