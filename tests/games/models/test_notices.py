"""The tables of notices: what is unique in them, and what goes with what."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Device, Notice, Room, RoomMark, Webhook
from tests.games.notices.conftest import chat, listens, service
from tests.games.notices.test_queue import Listens, for_chat, queued
from tests.support.outside.chat_service import ChatService

__all__ = ["chat", "listens", "service"]
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


def test_a_notice_is_for_a_device_or_for_a_chat(listens: Listens, chat: ChatService) -> None:
    of_device, of_chat = queued(listens, "a"), for_chat(chat, "b")
    assert str(of_chat) == f"over for webhook {of_chat.webhook_id}"
    assert str(of_chat.its_webhook()) == f"webhook of room {of_chat.room_id}"
    assert of_device.its_device() == of_device.device
    with pytest.raises(ValueError, match="for a chat"):
        of_chat.its_device()
    with pytest.raises(ValueError, match="for a device"):
        of_device.its_webhook()
    of_chat.device = of_device.device
    with pytest.raises(IntegrityError), transaction.atomic():
        of_chat.save()
    of_chat.device = of_chat.webhook = None
    with pytest.raises(IntegrityError), transaction.atomic():
        of_chat.save()
    Room.objects.filter(pk=of_chat.room_id).delete()
    assert list(Notice.objects.all()) == [of_device]
    assert not Webhook.objects.exists()
