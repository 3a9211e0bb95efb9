"""Who gets an invitation by notice."""

from itertools import count

import pytest
from pytest_django import Settings

from games.models import Person
from games.models.notices import Notice
from games.notices import devices
from games.people.identity import new_guest
from games.people.throttle import INVITATIONS
from games.protocol.commands import RemoveMember
from games.services.accounts.contacts import block, invite
from games.services.accounts.invitations import listening_members, send
from tests.support.outside.push_service import Browser
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


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
    assert listening_members(place.room, mara) == [ines]
    send(place.room, mara, [ines])
    send(place.room, mara, [ines])  # once a day
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
    assert listening_members(place.room, mara) == [ben]
    block(mara, {ben.pk})
    assert listening_members(place.room, mara) == []
    invite(mara, {ines.pk}, Place(1).room)
    assert not Notice.objects.filter(kind="invited").exists()
