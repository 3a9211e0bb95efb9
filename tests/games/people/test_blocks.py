"""Who blocks whom: on every device, in the rooms of whoever blocks, and nowhere else."""

from datetime import timedelta

import pytest

from games import clock
from games.models import Contact, Person, Player, Room
from games.people.blocks import changed_since, devices_of, is_shut_out, rooms_shut_to
from games.protocol.commands import HandOver, Leave, Sit, UseCode
from games.services.commands import seat_transfer
from games.state.places import places_in
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def blocks(person: Person, other: Person) -> None:
    Contact.objects.create(person=person, other=other, blocked=True, changed=clock.now())


def second_device(place: Place, seat: int) -> Person:
    phone = new_guest()[0]
    code, _ = seat_transfer.make_code(place.people[seat - 1], place.room, seat, "double")
    place.ask(phone, UseCode(code))
    return phone


def test_devices_are_the_persons_who_share_a_seat() -> None:
    place = Place(3)
    phone = second_device(place, 2)
    one, two, three = (person.pk for person in place.people)
    assert devices_of([one, two, phone.pk]) == {
        one: {one},
        two: {two, phone.pk},
        phone.pk: {two, phone.pk},
    }
    assert devices_of([three]) == {three: {three}}
    assert devices_of([]) == {}


@pytest.mark.parametrize("by", ["host", "host's phone"])
@pytest.mark.parametrize("of", ["guest", "guest's phone"])
def test_who_is_blocked_has_no_way_in_on_any_device(by: str, of: str) -> None:
    place, elsewhere = Place(1), Place(2)
    guest = elsewhere.people[1]
    phones = {
        "host": place.people[0],
        "host's phone": second_device(place, 1),
        "guest": guest,
        "guest's phone": second_device(elsewhere, 2),
    }
    assert not is_shut_out(place.room, guest.pk)
    blocks(phones[by], phones[of])
    for one in (guest, phones["guest's phone"]):
        assert is_shut_out(place.fresh(), one.pk)
        assert list(Room.objects.filter(rooms_shut_to(one.pk))) == [place.room]
        assert places_in(place.room.pk).bar_reason(one.pk, place.code) == "unavailable"
        assert not is_shut_out(elsewhere.fresh(), one.pk)
        assert places_in(elsewhere.room.pk).bar_reason(one.pk, elsewhere.code) == ""
    stranger = new_guest()[0].pk
    assert not is_shut_out(place.fresh(), stranger)
    assert not is_shut_out(place.fresh(), None)
    assert not Room.objects.filter(rooms_shut_to(stranger)).exists()


def test_a_block_of_somebody_who_is_not_host_keeps_nobody_out() -> None:
    place, guest = Place(2), new_guest()[0]
    blocks(place.people[1], guest)
    assert not is_shut_out(place.fresh(), guest.pk)
    place.does(1, HandOver(1, 2))
    assert not is_shut_out(place.fresh(), guest.pk), "a stand-in's blocks keep nobody out"
    assert not Room.objects.filter(rooms_shut_to(guest.pk)).exists()
    assert places_in(place.room.pk).bar_reason(guest.pk, place.code) == ""
    place.does(1, Leave(1))
    assert is_shut_out(place.fresh(), guest.pk)
    assert Room.objects.filter(rooms_shut_to(guest.pk)).exists()
    assert places_in(place.room.pk).bar_reason(guest.pk, place.code) == "unavailable"
    blocks(place.people[1], place.people[0])
    founder = place.people[0].pk
    assert not is_shut_out(place.fresh(), founder)  # it is still the founder's room
    assert places_in(place.room.pk).bar_reason(founder, place.code) == ""


def test_a_seat_is_kept_but_not_taken_again() -> None:
    place = Place(2)
    guest = place.people[1]
    blocks(place.people[0], guest)
    assert not is_shut_out(place.fresh(), guest.pk)  # who sits is not thrown out by others' blocks
    place.does(2, Leave(2))
    assert place.refuses(2, Sit("Again")) == "unavailable"
    Contact.objects.update(blocked=False)
    place.does(2, Sit("Again"))
    assert Player.objects.get(room=place.room, seat=2).left is False


def test_whom_somebody_does_not_hear_is_told_by_seat() -> None:
    place = Place(3)
    one, two, three = (person.pk for person in place.people)
    assert places_in(place.room.pk).blocks.muted == {}
    blocks(place.people[2], place.people[1])
    phone, spectator = second_device(place, 3).pk, new_guest()[0]
    blocks(spectator, place.people[0])
    muted = places_in(place.room.pk).blocks.muted
    assert muted == {three: {2}, phone: {2}, spectator.pk: {1}}
    assert one not in muted
    assert two not in muted


def test_a_change_is_told_of_both_and_their_devices() -> None:
    place = Place(2)
    phone = second_device(place, 2)
    before = clock.now()
    assert changed_since(before) == frozenset()
    blocks(place.people[0], place.people[1])
    assert changed_since(before) == {*(one.pk for one in place.people), phone.pk}
    assert changed_since(clock.now() + timedelta(seconds=1)) == frozenset()
