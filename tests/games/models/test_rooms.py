"""Rooms, by whether anything may still happen in them."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Room
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
