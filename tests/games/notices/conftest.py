"""A push service for all tests of a file, and people who listen at it."""

from collections.abc import Callable, Iterator

import pytest
from pytest_django import Settings

from games.models import Device, Person
from games.notices import devices
from tests.support.push_service import Browser, PushService, push_service

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
