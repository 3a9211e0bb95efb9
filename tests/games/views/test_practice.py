"""Practice: one tap from home, and a game against a computer is on."""

import pytest
from django.test import Client

from games.models import Person, Room

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_tap_and_a_game_is_on() -> None:
    client = Client()
    form = {"request": "Abcd-efgh_1234"}
    answer = client.post("/practice/", form)
    room = Room.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{room.code}/")
    assert (room.status, room.name) == ("playing", "Guest and Ledger")
    assert client.post("/practice/", form)["Location"] == answer["Location"]
    assert Person.objects.get().name == "", "nobody called himself that"
    assert client.get(answer["Location"]).status_code == 200


def test_against_whom_and_by_which_rules() -> None:
    client = Client()
    client.post("/practice/", {"name": "Mara", "level": "pip", "rules": "1.kcd"})
    room = Room.objects.get()
    assert (room.preset, room.name) == ("kcd", "Mara and Pip")
    assert client.post("/practice/", {"level": "genius"}).status_code == 422
    assert client.get("/practice/")["Location"] == "/"
    assert Room.objects.count() == 1
