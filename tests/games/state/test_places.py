"""Who may be in a room, read at once and asked one by one."""

import pytest

from games.models import Holder, Player
from games.protocol.commands import Leave, Remove, SetDoor, Sit
from games.state.places import NO_SEATS, may_enter, places_in
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_a_room_without_spectators_is_for_who_has_a_seat_or_lost_one() -> None:
    place = Place(3)
    mara, teo, nora = place.people
    stranger = new_guest()[0]
    everybody = (None, mara, teo, nora, stranger)

    def may() -> list[bool]:
        room, found = place.fresh(), places_in(place.room.pk)
        asked = [may_enter(room, person) for person in everybody]
        keys = [None if person is None else person.pk for person in everybody]
        assert [not found.bar_reason(key, place.code) for key in keys] == asked
        return asked

    assert may() == [True] * 5
    place.does(1, SetDoor(1, spectators=False))
    place.does(2, Leave(2))
    assert may() == [False, True, False, True, False]
    assert places_in(place.room.pk).bar_reason(teo.pk, place.code) == "no_spectators"
    Player.objects.filter(room=place.room, seat=3).update(person=stranger, before=nora)
    assert may() == [False, True, False, True, True]
    found = places_in(place.room.pk)
    assert found.of(nora.pk) == ([], [3])
    assert found.of(stranger.pk) == ([3], [])
    assert found.of(None) == NO_SEATS


def test_who_was_removed_is_barred_unless_another_seat_or_having_opened_the_room_lets_them_in() -> (
    None
):
    place = Place(3)
    mara, teo, nora = (person.pk for person in place.people)
    place.does(1, Remove(1, 2))
    found = places_in(place.room.pk)
    assert [found.bar_reason(one, place.code) for one in (mara, teo, nora, None)] == [
        "",
        "removed",
        "",
        "",
    ]
    Holder.objects.create(player=place.player(3), person_id=teo)
    assert places_in(place.room.pk).bar_reason(teo, place.code) == ""
    assert places_in(place.room.pk).of(teo) == ([3], [])
    Player.objects.filter(room=place.room, seat=1).update(removed=True, left=True)
    assert places_in(place.room.pk).bar_reason(mara, place.code) == "", (
        "the founder can always come back"
    )


def test_a_seat_held_twice_by_one_person_counts_once() -> None:
    place = Place(2)
    mara = place.people[0]
    place.does(1, Sit("Again", another=True))
    Holder.objects.create(player=place.player(1), person=mara)
    assert places_in(place.room.pk).of(mara.pk) == ([1, 3], [])


def test_a_room_that_has_expired_has_nobody() -> None:
    found = places_in(99)
    assert (found.seats, found.bar_reason(1, ""), found.is_closed) == ({}, "", True)
