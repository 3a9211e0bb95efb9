"""The log of a room has each number and each command once."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Message
from tests.support.rooms import Place, fresh_id

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("repeated", ["number", "command"])
def test_an_event_is_stored_once(repeated: str) -> None:
    place = Place(2)
    event = place.events()[-1]
    event.pk = None
    if repeated == "number":
        event.command = fresh_id()
    else:
        event.number += 1
    with pytest.raises(IntegrityError), transaction.atomic():
        event.save()


def test_a_message_sent_again_is_the_same_message() -> None:
    place = Place(1)
    said = {"room": place.room, "player": place.player(1), "text": "Hi", "command": fresh_id()}
    Message.objects.create(at=place.room.created, **said)
    with pytest.raises(IntegrityError), transaction.atomic():
        Message.objects.create(at=place.room.created, **said)
