"""The tables of notices: what is unique in them, and what goes with what."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Device, Notice, Room, RoomMark
from tests.games.notices.conftest import listens, service
from tests.games.notices.test_queue import Listens, queued

__all__ = ["listens", "service"]
pytestmark = pytest.mark.django_db


def test_nothing_is_planned_twice(listens: Listens) -> None:
    first = queued(listens, "the same")
    assert str(first) == f"over for device {first.device_id}"
    with pytest.raises(IntegrityError), transaction.atomic():
        queued(listens, "the same")
    assert str(first.device) == "A browser"


def test_they_go_with_the_device_and_with_the_room(listens: Listens) -> None:
    of_person, of_room = queued(listens, "a"), queued(listens, "b")
    mark = RoomMark.objects.get(room=of_room.room)
    assert str(mark) == f"room {of_room.room_id} up to event 1"
    of_person.device.delete()
    Room.objects.all().delete()
    assert not Notice.objects.exists()
    assert not RoomMark.objects.exists()
    assert list(Device.objects.all()) == [of_room.device]
