"""The people somebody played with, and who invites them, in few queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Standing
from games.protocol.commands import Close, Sit, UseCode
from games.selectors.company import companions_of, invitations_to
from games.services.accounts.contacts import block, invite, set_favourite
from games.services.commands import seat_transfer
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def played(place: Place, games: int = 1) -> Place:
    for _ in range(games):
        place.start()
        place.play_out()
    return place


def test_games_and_who_came_out_ahead_are_counted() -> None:
    place = played(Place(2, rules="kcd"), 2)
    mara, ines = place.people
    won = Standing.objects.filter(person=mara, rank=1).count()
    [one] = companions_of(mara)
    assert (one.name, one.games, one.ahead, one.behind) == ("Player 2", 2, won, 2 - won)
    assert place.code not in one.key
    assert one.persons == {ines.pk}
    assert one.last == place.game().finished
    assert one.game == place.game().pk
    [other] = companions_of(ines)
    assert (other.ahead, other.behind) == (2 - won, won)


def test_a_game_counts_once_for_a_person_with_two_seats() -> None:
    place = Place(2, rules="kcd")
    mara, ines = place.people
    place.ask(ines, Sit("Teo", another=True))
    place.people.append(ines)
    played(place)
    [one] = companions_of(mara)
    best = min(Standing.objects.filter(person=ines).values_list("rank", flat=True))
    own = Standing.objects.get(person=mara).rank
    assert (one.games, one.ahead, one.behind) == (1, own < best, best < own)


def test_whoever_shared_a_room_is_listed_and_computers_are_not() -> None:
    place = Place(2)
    [one] = companions_of(place.people[0])
    assert (one.name, one.games, one.last, one.game) == ("Player 2", 0, None, None)
    assert companions_of(new_guest()[0]) == []


def test_a_person_on_two_devices_is_one() -> None:
    place = played(Place(2, rules="kcd"))
    phone = new_guest()[0]
    code, _ = seat_transfer.make_code(place.people[1], place.room, 2, "double")
    place.ask(phone, UseCode(code))
    other = Place(1)
    other.ask(phone, Sit("Ines on the phone"))
    other.ask(place.people[0], Sit("Mara"))
    [one] = [one for one in companions_of(place.people[0]) if one.games]
    assert one.persons == {place.people[1].pk, phone.pk}
    names = {one.name for one in companions_of(place.people[0])}
    assert names == {"Player 2", "Player 1"}


def test_favourites_come_first_and_blocked_people_last() -> None:
    place = Place(4)
    mara = place.people[0]
    set_favourite(mara, {place.people[3].pk}, yes=True)
    block(mara, {place.people[1].pk})
    found = companions_of(mara)
    assert [one.name for one in found] == ["Player 4", "Player 3", "Player 2"]
    assert [(one.favourite, one.blocked) for one in found] == [
        (True, False),
        (False, False),
        (False, True),
    ]


def test_the_number_of_queries_does_not_grow() -> None:
    counted = []
    place = Place(2, rules="kcd")
    for seats in (2, 5):
        for number in range(seats):
            more = played(Place(1, rules="kcd"), 0)
            more.people.append(place.people[0])
            more.ask(place.people[0], Sit(f"Mara {number}"))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            companions_of(place.people[0])
        counted.append(len(queries))
    assert counted[0] == counted[1] <= 8


def test_an_invitation_is_shown_until_it_is_of_no_use() -> None:
    place, ines = Place(1), new_guest()[0]
    mara = place.people[0]
    invite(mara, {ines.pk}, place.room)
    [one] = invitations_to(ines)
    assert (one.code, one.by) == (place.code, "Player 1")
    assert invitations_to(mara) == []
    block(ines, {mara.pk})
    assert invitations_to(ines) == []
    second = Place(1)
    invite(second.people[0], {ines.pk}, second.room)
    assert [one.code for one in invitations_to(ines)] == [second.code]
    second.ask(ines, Sit("Ines"))
    assert invitations_to(ines) == []
    third = Place(1)
    invite(third.people[0], {ines.pk}, third.room)
    third.does(1, Close(1))
    assert invitations_to(ines) == []
