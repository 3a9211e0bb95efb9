"""A push service and a chat for all tests of a file, and who listens there."""

from collections.abc import Callable, Iterator

import pytest
from pytest_django import Settings

from games import clock
from games.models import Device, Notice, Person, Room, Webhook
from games.notices import devices, queue, webhooks
from games.notices.queue import Lane
from games.notices.webhooks import Setter
from tests.support.outside.chat_service import ChatService, chat_service
from tests.support.outside.push_service import Browser, PushService, push_service

SITE = "https://farkle.example"
Listens = Callable[[Person], tuple[Device, Browser]]


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    with push_service() as started:
        settings.INSECURE_HOSTS = [started.name]
        yield started


def listen(person: Person, browser: Browser, zone: str = "UTC") -> Device:
    """Turn notices on for a browser of this person."""
    return devices.add(person, devices.Subscription(**browser.keys, zone=zone))


@pytest.fixture
def listens(service: PushService) -> Listens:
    """`listens(person)` turns notices on in a new browser."""

    def turn_on(person: Person) -> tuple[Device, Browser]:
        browser = service.browser()
        return listen(person, browser), browser

    return turn_on


@pytest.fixture
def chat(settings: Settings) -> Iterator[ChatService]:
    with chat_service() as started:
        settings.INSECURE_HOSTS = [*settings.INSECURE_HOSTS, started.name]
        yield started


def tells(room: Room, chat: ChatService, chosen: str = "json") -> Webhook:
    """Let a room tell this chat what happens."""
    by = Setter(1, SITE)
    return webhooks.replace(room, chat.address(), Webhook.Format(chosen), by)


def claimed_for_chat() -> Notice:
    """Claim the one notice that is due for a chat."""
    [notice] = queue.due(clock.now(), [], 10, Lane.CHATS)
    assert queue.claim(notice)
    return notice
