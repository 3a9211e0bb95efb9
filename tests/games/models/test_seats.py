"""Who holds a seat: every way of asking gives the same answer."""

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Q
from pytest_django import DjangoAssertNumQueries

from games.models import Holder, Person, Player
from games.services.tables.table import Table
from games.state import places
from tests.support.guests import new_guest
from tests.support.query_plan import tables_read_whole
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


@pytest.fixture
def place() -> Place:
    """A room with two people and, at seat 2, a second device."""
    made = Place(2)
    made.people.append(new_guest()[0])
    Holder.objects.create(player=made.player(2), person=made.people[2])
    return made


def held(place: Place, person: Person) -> list[int]:
    found = Player.objects.filter(room=place.room).held_by(person)
    return list(found.values_list("seat", flat=True))


def test_a_seat_is_held_by_its_person_and_on_further_devices(place: Place) -> None:
    assert [held(place, person) for person in place.people] == [[1], [2], [2]]


def test_a_seat_that_two_of_them_hold_comes_once(place: Place) -> None:
    owner, device = place.people[1].pk, place.people[2].pk
    seats = Player.objects.filter(room=place.room)
    assert [player.seat for player in seats.held_by_any([owner, device])] == [2]
    assert [player.seat for player in seats.held_by_any([device])] == [2]
    assert not seats.held_by_any([]).exists()
    assert held(place, new_guest()[0]) == []


def test_a_seat_on_two_devices_is_found_once(place: Place) -> None:
    Holder.objects.create(player=place.player(2), person=place.people[0])
    assert held(place, place.people[0]) == [1, 2]


def test_holdings_name_every_holder_of_the_seats_asked_about(
    place: Place, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    _, owner, device = (person.pk for person in place.people)
    room = place.room.pk
    with django_assert_num_queries(1):
        found = Player.objects.filter(room=room, seat=2).holdings()
    assert found == {(owner, room, 2), (device, room, 2)}
    assert Player.objects.none().holdings() == set()


def test_every_way_of_asking_agrees(place: Place) -> None:
    Holder.objects.create(player=place.player(1), person=place.people[2])
    table = Table(place.room)
    seats = places.places_in(place.room.pk).seats
    holdings = Player.objects.filter(room=place.room).holdings()
    for person in [*place.people, new_guest()[0]]:
        expected = held(place, person)
        marked = Player.objects.filter(room=place.room).marked_for(person.pk).order_by("seat")
        assert [player.seat for player in marked if player.is_mine] == expected
        in_memory = [one.seat for one in table.players.values() if table.is_held_by(one, person.pk)]
        assert in_memory == expected
        assert sorted(seat for one, _, seat in holdings if one == person.pk) == expected
        assert seats.get(person.pk, places.NO_SEATS).held == expected


def test_no_seat_is_marked_for_a_stranger(place: Place) -> None:
    assert not any(player.is_mine for player in Player.objects.marked_for(None))


def test_a_seat_that_was_given_away_was_held_once(place: Place) -> None:
    lost = new_guest()[0]
    Player.objects.filter(room=place.room, seat=1).update(before=lost)
    assert held(place, lost) == []
    found = Player.objects.ever_held_by(lost)
    assert list(found.values_list("seat", flat=True)) == [1]
    assert Player.objects.ever_held_by(place.people[2]).count() == 1


def test_a_seat_is_a_persons_or_a_computers(place: Place) -> None:
    with pytest.raises(IntegrityError, match="player_person_or_level"), transaction.atomic():
        Player.objects.filter(room=place.room, seat=1).update(level="calm")


def test_among_many_seats_those_of_a_person_are_found_by_index(place: Place) -> None:
    room, someone = place.room, place.people[0]
    Player.objects.bulk_create(
        Player(
            room=room,
            seat=seat,
            level="pip",
            since=room.created,
            name="Pip",
            colour=0,
            place=seat,
        )
        for seat in range(10, 3010)
    )
    for query in (
        Player.objects.held_by(someone),
        Player.objects.held_by_any([one.pk for one in place.people]),
        Player.objects.ever_held_by(someone),
    ):
        assert "games_player" not in tables_read_whole(query), query.explain()
    either = Player.objects.filter(Q(person=someone) | Q(pk__in=[1]) | Q(name="Mara"))
    assert tables_read_whole(either) == {"games_player"}, "the helper sees it"
