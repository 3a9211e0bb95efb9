"""What is stored is what happened."""

from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from games.management.integrity import disagreements
from games.models import Event, Game, Room, Standing, Turn
from games.protocol.commands import AddString, Command, Done, Sit
from games.services import executor
from games.services.tables import persistence
from tests.support.guests import new_guest
from tests.support.rooms import Place, fresh_id, playing

pytestmark = pytest.mark.django_db

MODELS = (Event, Game, Room, Standing, Turn)
OWN = {
    "id",
    "room_id",
    "game_id",
    "player_id",
    "person_id",
    "opened_by_id",
    "code",
    "command",
    "asker",
}
"""What differs from room to room."""


def stored(place: Place) -> dict[str, list[dict[str, Any]]]:
    """Every row of a room but its keys and ids."""
    of_room = {Event: "room", Game: "room", Room: "pk", Standing: "game__room", Turn: "game__room"}
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name not in OWN}
            for row in model.objects.filter(**{of_room[model]: place.room.pk})
            .order_by("pk")
            .values()
        ]
        for model in MODELS
    }


def test_a_whole_game_is_stored_as_it_was_played() -> None:
    place = playing(3, rules={"target": 1500, "late_start": "lowest"}, late="play")
    place.move()
    place.people.append(new_guest()[0])
    place.does(4, Sit("Late"))
    place.play_out()
    assert list(disagreements(place.fresh())) == []
    assert all(stored(place).values())


def test_rooms_are_locked_in_the_order_of_their_keys() -> None:
    places = [Place(1) for _ in range(3)]
    codes = sorted((place.code for place in places), reverse=True)
    with transaction.atomic():
        locked = persistence.lock_rooms([*codes, "22222222"])
    assert locked == [(place.room.pk, place.code, place.fresh().head) for place in places]


def test_a_string_for_the_dice_is_stored_without_an_event() -> None:
    place = Place(2)
    head = place.fresh().head
    answer = place.does(2, AddString(2, 1, "abcdefgh"))
    assert answer == Done(None)
    assert place.fresh().head == head
    assert (place.player(2).string, place.player(2).string_game) == ("abcdefgh", 1)


def test_nothing_is_written_for_a_refusal(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    place = Place(2)
    place.start()
    seat = 3 - place.opening()[0]
    body = place.opening()[1]
    command = Command(place.code, place.people[seat - 1].pk, fresh_id(), body)
    before = stored(place)
    with django_assert_max_num_queries(5):
        executor.perform(command)
    assert stored(place) == before
