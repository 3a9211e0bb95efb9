"""Addresses: codes and numbers are read by converters, and every name leads to one."""

import pytest
from django.test import Client
from django.urls import NoReverseMatch, Resolver404, get_resolver, resolve, reverse

from games.models import Room
from tests.support.rooms import Place


def names() -> set[str]:
    return {name for name in get_resolver("games.urls").reverse_dict if isinstance(name, str)}


def test_every_address_has_a_name_of_its_own() -> None:
    patterns = get_resolver("games.urls").url_patterns
    assert len(names()) == len(patterns)


@pytest.mark.parametrize("code", ["K7M2PQ9R", "k7m2pq9r", "K7m2Pq9R"])
def test_a_view_gets_a_room_code_in_capitals(code: str) -> None:
    assert resolve(f"/r/{code}/game/12/").kwargs == {"code": "K7M2PQ9R", "number": 12}


@pytest.mark.parametrize(
    "path",
    [
        "/r/K7M2PQ9/",
        "/r/K7M2PQ9RR/",
        "/r/K7M2.Q9R/",
        "/r/K7M2PQ9R/game/x/",
        "/r/K7M2PQ9R/game/-1/",
        "/r/K7M2PQ9R/game/1234567890/",
    ],
)
def test_what_is_no_code_or_number_has_no_page(path: str) -> None:
    with pytest.raises(Resolver404):
        resolve(path)


def test_no_link_is_made_from_what_is_no_code() -> None:
    with pytest.raises(NoReverseMatch):
        reverse("room", args=["K7M2"])


@pytest.mark.django_db
def test_a_page_has_one_address_whatever_case_the_code_is_typed_in() -> None:
    place = Place(2)
    code, lower = place.code, place.code.lower()
    assert Room.objects.get().code == code
    place.start()
    for path in ("", "screen/", "standings/", "game/1/", "game/1/0/"):
        answer = Client().get(f"/r/{lower}/{path}")
        assert (answer.status_code, answer["Location"]) == (302, f"/r/{code}/{path}")
    for path in ("rules/", "rules/card/", "qr.svg", "game/1/dice/"):
        assert Client().get(f"/r/{lower}/{path}").status_code == 200
