"""Noting favourites, blocks and invitations, and what becomes of them when persons merge."""

from itertools import count

import pytest
from pytest_django import Settings

from games.models import Contact, Person, Player
from games.models.notices import Notice
from games.notices import devices
from games.people.throttle import INVITATIONS
from games.protocol.commands import HandOver, RemoveMember, Sit
from games.services.accounts.contacts import (
    block,
    invite,
    members_with_notices,
    send_invitations,
    set_favourite,
    unblock,
)
from games.services.accounts.people import forget, merge
from tests.support.guests import new_guest
from tests.support.outside.push_service import Browser
from tests.support.rooms import Place, playing

pytestmark = pytest.mark.django_db(transaction=True)


def noted(**values: object) -> list[tuple[int, int]]:
    found = Contact.objects.filter(**values).order_by("person", "other")
    return list(found.values_list("person_id", "other_id"))


def test_a_favourite_and_back() -> None:
    mara, ines = new_guest()[0], new_guest()[0]
    set_favourite(mara, {ines.pk}, yes=True)
    set_favourite(mara, {ines.pk}, yes=True)
    assert noted(favourite=True) == [(mara.pk, ines.pk)]
    set_favourite(mara, {ines.pk}, yes=False)
    assert noted(favourite=True) == []


def test_who_is_blocked_gets_up_from_my_tables_and_can_come_back() -> None:
    place, other = playing(3), Place(2)
    mara, ines = place.people[0], place.people[1]
    other.ask(ines, Sit("Ines"))
    other.ask(mara, Sit("Mara"))
    block(mara, {ines.pk})
    assert not place.player(2).left, "the game goes on"
    place.play_out()
    assert place.game().winners
    assert place.last()[-3:] == ["ended", "gone", "next"]
    assert Player.objects.get(room=place.room, seat=2).left
    assert not other.player(3).left  # Mara is not the host there
    assert place.refuses(2, Sit("Ines")) == "unavailable"
    unblock(mara, {ines.pk})
    place.does(2, Sit("Ines"))
    assert not place.player(2).removed
    assert not place.player(2).left


def test_a_block_that_is_lifted_in_time_takes_nobodys_seat() -> None:
    place = playing(2)
    block(place.people[0], {place.people[1].pk})
    unblock(place.people[0], {place.people[1].pk})
    place.play_out()
    assert not place.player(2).left


def test_a_block_does_not_reach_the_founder_of_a_room() -> None:
    place = Place(2)
    place.does(1, HandOver(1, 2))
    block(place.people[1], {place.people[0].pk})
    assert not place.player(1).left


def test_a_block_ends_a_favourite_and_an_invitation() -> None:
    place, ines = Place(1), new_guest()[0]
    mara = place.people[0]
    set_favourite(mara, {ines.pk}, yes=True)
    invite(mara, {ines.pk}, place.room)
    assert noted(room=place.room) == [(mara.pk, ines.pk)]
    block(mara, {ines.pk})
    assert noted(favourite=True) == noted(room=place.room) == []
    assert noted(blocked=True) == [(mara.pk, ines.pk)]


def test_nobody_notes_anything_about_themselves() -> None:
    mara = new_guest()[0]
    block(mara, {mara.pk})
    assert noted() == []


def test_an_account_takes_over_what_its_guest_noted_and_was_noted_about() -> None:
    guest, account, ines, teo = (new_guest()[0] for _ in range(4))
    block(guest, {ines.pk})
    set_favourite(account, {ines.pk}, yes=True)
    block(teo, {guest.pk})
    block(guest, {account.pk})
    merge(guest, account)
    assert noted(blocked=True) == sorted([(account.pk, ines.pk), (teo.pk, account.pk)])
    assert noted(favourite=True) == [(account.pk, ines.pk)]
    forget(account, "a former player")
    assert noted() == [(teo.pk, account.pk)]


SERVICE = "push.test:80"


_numbers = count(1)


@pytest.fixture(autouse=True)
def _service(settings: Settings) -> None:
    settings.INSECURE_HOSTS = [SERVICE]


def listen(*people: Person) -> None:
    for person in people:
        browser = Browser(f"http://{SERVICE}/{next(_numbers)}")
        devices.add(person, devices.Subscription(**browser.keys))


def test_members_with_notices_on_are_invited_but_for_the_host() -> None:
    place = Place(4)
    mara, ines, _quiet, removed = place.people
    listen(mara, ines, removed, new_guest()[0])
    place.does(1, RemoveMember(1, 4))
    assert members_with_notices(place.room, mara) == [ines]
    send_invitations(place.room, mara, [ines])
    send_invitations(place.room, mara, [ines])  # once a day
    [notice] = Notice.objects.filter(kind="invited")
    assert (notice.device.person, notice.body["by"]) == (ines, 1)


def test_new_rooms_bring_only_so_many_invitations_a_day() -> None:
    mara, ines, ben = Place(3).people
    listen(ines, ben)
    for _ in range(INVITATIONS.most + 1):
        invite(mara, {ines.pk}, Place(1).room)
    invite(mara, {ben.pk}, Place(1).room)
    invited = Notice.objects.filter(kind="invited").values_list("device__person", flat=True)
    assert sorted(invited) == [ines.pk] * INVITATIONS.most + [ben.pk]


def test_a_block_keeps_invitations_away_whoever_made_it() -> None:
    place = Place(3)
    mara, ines, ben = place.people
    listen(ines, ben)
    block(ines, {mara.pk})
    assert members_with_notices(place.room, mara) == [ben]
    block(mara, {ben.pk})
    assert members_with_notices(place.room, mara) == []
    invite(mara, {ines.pk}, Place(1).room)
    assert not Notice.objects.filter(kind="invited").exists()
