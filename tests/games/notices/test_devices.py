"""The devices of a person: added once, listed by name, taken away."""

import pytest
from django.test import RequestFactory

from games.models import Device, Notice, RoomMark
from games.notices import devices
from games.notices.devices import BadDevice, Subscription
from tests.games.notices.conftest import Listens, listen
from tests.support.guests import new_guest
from tests.support.outside.push_service import PushService
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18 Mobile Safari/604"


def test_a_browser_is_one_device_whoever_uses_it(service: PushService) -> None:
    browser, [mara, ines] = service.browser(), [new_guest()[0] for _ in range(2)]
    first = listen(mara, browser, "Europe/Berlin")
    assert (first.zone, first.person) == ("Europe/Berlin", mara)
    again = listen(ines, browser)
    assert (again.pk, again.person_id, again.created) == (first.pk, ines.pk, first.created)
    devices.remove(mara, again.pk)  # it is not hers any more
    assert Device.objects.get() == again
    devices.remove(ines, again.pk)
    assert not Device.objects.exists()


def test_what_is_no_subscription_is_refused(service: PushService) -> None:
    person, good = new_guest()[0], service.browser().keys
    for wrong in (
        {"endpoint": "http://10.0.0.1/a"},
        {"endpoint": "javascript:alert(1)"},
        {"p256dh": "nonsense"},
        {"p256dh": "ü"},
        {"p256dh": good["auth"]},
        {"auth": good["p256dh"]},
        {"auth": ""},
    ):
        with pytest.raises(BadDevice):
            devices.add(person, Subscription(**{**good, **wrong}))
    assert not Device.objects.exists()


def test_one_more_than_ten_takes_the_place_of_the_oldest(listens: Listens) -> None:
    person = new_guest()[0]
    made = [listens(person)[0].pk for _ in range(devices.MOST + 1)]
    other, _ = listens(new_guest()[0])
    kept = set(Device.objects.filter(person=person).values_list("pk", flat=True))
    assert kept == set(made[1:])
    assert Device.objects.filter(pk=other.pk).exists()


def test_whoever_claims_a_guest_keeps_the_newest_ten_of_all_devices(listens: Listens) -> None:
    account, guest = new_guest()[0], new_guest()[0]
    made = [
        listens(person)[0].pk for person in (account, guest) for _ in range(devices.MOST // 2 + 2)
    ]
    devices.move(guest, account)
    kept = set(Device.objects.filter(person=account).values_list("pk", flat=True))
    assert kept == set(made[-devices.MOST :])
    assert Device.objects.count() == devices.MOST


def test_rooms_are_noted_as_they_stand(listens: Listens) -> None:
    place, elsewhere = Place(2), Place(1)
    listens(place.people[1])
    assert list(RoomMark.objects.values_list("room", "seen")) == [
        (place.room.pk, place.fresh().head)
    ]
    assert not RoomMark.objects.filter(room=elsewhere.room).exists()


def test_a_cookie_tells_which_device_this_is(listens: Listens) -> None:
    person = new_guest()[0]
    device, _ = listens(person)
    other, _ = listens(new_guest()[0])
    request = RequestFactory().get("/")
    assert devices.here(request) is None
    for forged in (str(device.pk), "1:x", "x" * 1000, ""):
        request.COOKIES[devices.COOKIE] = forged
        assert devices.here(request) is None
    request.COOKIES[devices.COOKIE] = devices.cookie_of(device)
    assert devices.here(request) == device.pk
    devices.remove_here(request, other.person)
    assert Device.objects.count() == 2
    devices.remove_here(request, person)
    assert list(Device.objects.all()) == [other]
    assert not Notice.objects.exists()


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox on Android"),
        (EDGE, "Edge on Windows"),
        (SAFARI, "Safari on iPhone"),
        ("Firefox/1", "Firefox"),
        ("X11; Linux", "Linux"),
        ("", "A browser"),
    ],
)
def test_what_a_device_is_called(agent: str, name: str) -> None:
    assert devices.name_of(agent) == name
