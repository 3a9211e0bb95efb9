"""A guest who becomes an account, and the person of an account that is deleted."""

import pytest

from games.integrity import disagreements
from games.models import Person, SavedRules
from games.people.identity import new_guest
from games.protocol.commands import Close, Done, Give, TakeBack
from games.services.people import forget, merge
from games.state import room_state
from tests.games.services.test_seat_transfer import code_for, use
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_guest_with_a_second_device_has_the_seat_once_as_an_account() -> None:
    place, phone = Place(2), new_guest()[0]
    use(place, phone, code_for(place, 2, "double"))
    merge(phone, place.people[1])
    assert room_state.seats_of(place.room.pk)[place.people[1].pk].mine == [2]


def test_whose_seat_it_was_has_an_account_meanwhile() -> None:
    place, account = Place(3), new_guest()[0]
    place.start()
    place.there(1, 2)
    place.does(1, Give(1, 3, 2))
    merge(place.people[2], account)
    place.people[2] = account
    assert room_state.seats_of(place.room.pk)[account.pk].lost == [3]
    assert isinstance(place.does(3, TakeBack(3)), Done)
    place.there(1, 2)
    place.does(1, Give(1, 3, 2))
    merge(place.people[1], account)  # who was given it is the same, after all
    assert room_state.seats_of(place.room.pk)[account.pk] == ([2, 3], [])
    assert list(disagreements(place.fresh())) == []


def test_a_merged_guest_leaves_nothing_behind() -> None:
    place, account = Place(2), new_guest()[0]
    guest = place.people[1]
    for person in (guest, account):
        SavedRules.objects.create(
            person=person, name="Ours", rules={}, base="kcd", saved=place.room.created
        )
    merge(guest, account)
    assert not Person.objects.filter(pk=guest.pk).exists()
    assert place.player(2).person == account
    assert set(account.saved.values_list("name", flat=True)) == {"Ours", "Ours 2"}
    assert place.last() == ["claimed"]


def test_a_closed_room_changes_hands_without_an_event() -> None:
    place, account = Place(2), new_guest()[0]
    place.does(1, Close(1))
    head = place.fresh().head
    merge(place.people[1], account)
    assert place.player(2).person == account
    assert place.fresh().head == head


def test_a_forgotten_person_leaves_and_has_another_name() -> None:
    place, phone = Place(3), new_guest()[0]
    use(place, phone, code_for(place, 3, "double"))
    forget(place.people[1], "a former player")
    assert (place.player(2).left, place.player(2).name) == (True, "a former player")
    assert place.last() == ["renamed"]
    place.people[1].refresh_from_db()
    assert place.people[1].user is None
    # On a second device the seat is somebody else's, too: it stays.
    forget(phone, "a former player")
    assert (place.player(3).left, place.player(3).name) == (False, "Player 3")
    assert list(disagreements(place.fresh())) == []
