"""Rooms, by whether anything may still happen in them."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Room
from games.models.rooms import Season, as_stored, seasons_of
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_a_closed_room_is_not_open() -> None:
    place = Place(1)
    assert list(Room.objects.open()) == [place.room]
    Room.objects.update(status=Room.Status.CLOSED)
    assert not Room.objects.open().exists()


def test_a_room_has_a_status_that_the_code_knows() -> None:
    Place(1)
    with pytest.raises(IntegrityError, match="room_status_known"), transaction.atomic():
        Room.objects.update(status="paused")


def test_seasons_are_read_as_they_were_stored() -> None:
    seasons = [Season(1, "Spring", 0), Season(2, "", 9)]
    assert seasons_of(Room(seasons=as_stored(seasons))) == seasons
    assert seasons_of(Room()) == [Season(1, "", 0)]
