"""A room in memory: who may do what in it, and the changes that are to be stored."""

from collections.abc import Callable

import pytest

from games.models import Holder
from games.protocol.commands import Colour, Command, HandOver, Leave, Remove
from games.protocol.errors import Refused
from games.services.tables.table import Table
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def refusal(table: Table, act: Callable[[int], object], person: int, seat: int) -> str:
    """Return the code with which the act is refused to the person; "" if it is not."""
    table.command = Command(table.room.code, person, "some-random-id", Colour(seat, 1))
    try:
        act(seat)
    except Refused as refused:
        return refused.code
    return ""


def test_a_seat_is_acted_for_on_every_device_that_holds_it_and_by_nobody_else() -> None:
    place = Place(3)
    device, _ = new_guest()
    Holder.objects.create(player=place.player(2), person=device)
    place.does(3, Leave(3))
    table = Table.read(place.room.pk)
    ines, teo, mia = (place.player(seat).person_id or 0 for seat in (1, 2, 3))
    assert refusal(table, table.require_seat, teo, 2) == ""
    assert refusal(table, table.require_seat, device.pk, 2) == ""
    assert refusal(table, table.require_seat, ines, 2) == "not_yours"
    assert refusal(table, table.require_seat, mia, 3) == "gone"
    assert refusal(table, table.require_seat, ines, 9) == "no_player"
    assert table.holders_of(table.players[2]) == {teo, device.pk}


def test_the_holder_of_a_seat_that_was_taken_away_learns_that() -> None:
    place = Place(2)
    person = place.player(2).person_id or 0
    place.does(1, Remove(1, 2))
    table = Table.read(place.room.pk)
    assert refusal(table, table.require_seat, person, 2) == "removed"


def test_only_whoever_holds_the_seat_of_the_host_is_host() -> None:
    place = Place(2)
    ines, teo = (place.player(seat).person_id or 0 for seat in (1, 2))
    table = Table.read(place.room.pk)
    assert refusal(table, table.require_host, ines, 1) == ""
    assert refusal(table, table.require_host, teo, 2) == "not_host"
    place.does(1, HandOver(1, 2))
    table = Table.read(place.room.pk)
    assert refusal(table, table.require_host, ines, 1) == "not_host"
    assert refusal(table, table.require_host, teo, 2) == "not_founder"  # a stand-in
    assert table.is_founder(ines)
    assert not table.is_founder(teo)


def test_a_table_remembers_which_fields_have_changed() -> None:
    table = Table.read(Place(2).room.pk)
    assert not table.changes
    table.change_room(name="Kitchen")
    table.change(table.players[1], colour=3)
    changed = [(table.room, {"name"}), (table.players[1], {"colour"})]
    assert list(table.changes.values()) == changed
    table.clear()
    assert not table.changes
