"""Who opens a socket: the room, the person, and whether somebody guesses codes."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache

from games import clock
from games.models import Person
from games.people.identity import COOKIE
from games.people.throttle import ROOM_CODES
from games.realtime.arrival import Arrival, Guessing, arrive
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_guessed() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def scope_of(cookie: str) -> dict[str, Any]:
    return {"headers": [(b"cookie", f"{COOKIE}={cookie}".encode())]}


def test_a_guest_and_a_stranger_arrive() -> None:
    place, (person, cookie) = Place(2), new_guest()
    pk, head = place.room.pk, place.fresh().head
    found = arrive(scope_of(cookie), place.code, "home", is_suspect=False)
    assert found == Arrival(pk, head, person.pk, None, is_known=False)
    Person.objects.filter(pk=person.pk).update(created=clock.now() - timedelta(days=1))
    found = arrive(scope_of(cookie), place.code, "home", is_suspect=False)
    assert found == Arrival(pk, head, person.pk, None, is_known=True)
    found = arrive(scope_of("forged"), place.code, "home", is_suspect=False)
    assert found == Arrival(pk, head, None, None, is_known=False)


def test_wrong_codes_are_counted_and_in_the_end_refused() -> None:
    for _ in range(ROOM_CODES.most):
        assert arrive({"headers": []}, "22222222", "home", is_suspect=True) is None
    with pytest.raises(Guessing):
        arrive({"headers": []}, "22222222", "home", is_suspect=False)
    place = Place(2)
    with pytest.raises(Guessing):
        arrive({"headers": []}, place.code, "home", is_suspect=True)
    assert arrive({"headers": []}, place.code, "elsewhere", is_suspect=True)


def test_whoever_has_a_seat_did_not_guess() -> None:
    for _ in range(ROOM_CODES.most):
        arrive({"headers": []}, "22222222", "school", is_suspect=True)
    place, (person, cookie) = Place(2), new_guest()
    place.room.players.filter(seat=2).update(person=person)
    assert arrive(scope_of(cookie), place.code, "school", is_suspect=True)


def test_a_right_code_asks_nobody_about_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    monkeypatch.setattr(cache, "get", None)
    assert arrive({"headers": []}, place.code, "home", is_suspect=False)
