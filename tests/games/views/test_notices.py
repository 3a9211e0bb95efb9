"""The page of notices, and the forms that turn them on and off."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from games import clock
from games.models import Device, Person
from games.notices.devices import COOKIE
from games.notices.kinds import KINDS
from games.notices.preferences import Preferences, preferences_of
from games.people import identity
from games.people.throttle import AddressLimit
from games.services.accounts import mail, people, recovery
from games.views import notices
from tests.games.notices.conftest import service
from tests.support.guests import new_guest
from tests.support.outside.push_service import PushService

__all__ = ["service"]
pytestmark = pytest.mark.django_db(transaction=True)
HERE = r"<small>\s*this device\s*</small>"
PASSWORD = "six dice in a wooden tray"


def client_of(cookie: str) -> Client:
    client = Client(headers={"user-agent": "Firefox/140.0 (Android)"})
    client.cookies[identity.COOKIE] = cookie
    return client


def test_a_browser_turns_them_on_and_its_person_off_again(service: PushService) -> None:
    person, cookie = new_guest()
    here, elsewhere = client_of(cookie), client_of(cookie)
    page = here.get("/notices/").content.decode()
    assert "Notices are off on all your devices." in page
    answer = here.post("/notices/on/", {**service.browser().keys, "zone": "Europe/Berlin"})
    assert answer.status_code == 200
    assert answer.cookies[COOKIE]["httponly"]
    device = Device.objects.get()
    assert (device.person, device.zone) == (person, "Europe/Berlin")
    page = here.get("/notices/").content.decode()
    assert "Firefox on Android" in page
    assert re.search(HERE, page)
    assert device.endpoint not in page
    assert not re.search(HERE, elsewhere.get("/notices/").content.decode())
    # Nobody turns off what is another's.
    stranger = client_of(new_guest()[1])
    assert stranger.post("/notices/off/", {"device": device.pk}).status_code == 302
    stranger.cookies[COOKIE] = here.cookies[COOKIE].value
    stranger.post("/notices/off/")
    assert Device.objects.exists()
    elsewhere.post("/notices/off/", {"device": device.pk})
    assert not Device.objects.exists()
    assert Client().post("/notices/off/").status_code == 404
    assert here.get("/notices/on/").status_code == 405


def test_a_renewed_subscription_takes_the_place_of_the_old_one(service: PushService) -> None:
    browser, other = Client(), Client()
    for client in (browser, other):
        client.post("/notices/on/", service.browser().keys)
    mine, theirs = Device.objects.order_by("pk")
    renewed = service.browser()
    browser.post("/notices/on/", renewed.keys)
    assert set(Device.objects.values_list("pk", "endpoint")) == {
        (mine.pk, renewed.endpoint),
        (theirs.pk, theirs.endpoint),
    }
    # A browser of somebody else takes nobody's place, whatever its cookie says.
    other.cookies[COOKIE] = browser.cookies[COOKIE].value
    other.post("/notices/on/", service.browser().keys)
    assert Device.objects.count() == 3
    assert Device.objects.get(pk=mine.pk).endpoint == renewed.endpoint


@pytest.mark.parametrize("https", [True, False])
def test_the_cookie_of_a_device_is_secure_where_the_site_is(
    service: PushService, settings: Settings, https: bool
) -> None:
    settings.SESSION_COOKIE_SECURE = https
    cookie = Client().post("/notices/on/", service.browser().keys).cookies[COOKIE]
    assert (bool(cookie["secure"]), cookie["samesite"]) == (https, "Lax")


def test_what_is_no_subscription_is_refused(service: PushService) -> None:
    client = Client()
    for wrong in ({}, {**service.browser().keys, "endpoint": "https://127.0.0.1:8000/"}):
        assert client.post("/notices/on/", wrong).status_code == 422
    assert not Device.objects.exists()


def test_an_address_turns_on_so_many_and_what_is_refused_does_not_count(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "DEVICES", AddressLimit("two-devices", 2, 60, own=1))
    answers = [Client().post("/notices/on/", {}) for _ in range(3)]
    answers += [Client().post("/notices/on/", service.browser().keys) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 200, 200, 429]


def test_choices_are_stored_and_shown() -> None:
    person, cookie = new_guest()
    client = client_of(cookie)
    form = {"pause": "900", "kinds": ["turn", "vote"], "is_quiet": "on"}
    client.post("/notices/", {**form, "start": "23:15", "end": "06:00"})
    person.refresh_from_db()
    off = frozenset({"over", "invited", "countdown", "ending", "awake"})
    assert preferences_of(person) == Preferences(900, (23 * 60 + 15, 360), off)
    page = client.get("/notices/?saved=1").content.decode()
    assert "Saved." in page
    assert '<option value="900" selected>After 15 minutes' in page
    assert 'value="23:15"' in page
    assert 'value="06:00"' in page
    assert re.findall(r'value="(\w+)"[^>]*checked', page) == ["turn", "vote"]
    client.post("/notices/", {"pause": "900", "start": "23:15", "end": "06:00"})
    person.refresh_from_db()
    assert preferences_of(person) == Preferences(900, None, frozenset(KINDS))


@pytest.mark.parametrize(
    ("field", "odd"),
    [
        *(("start", time) for time in ("24:00", "12:60", "x", "1²:00", "", "12", "\0")),
        *(("pause", pause) for pause in ("1", "x", "")),
        ("kinds", "odd"),
    ],
)
def test_an_odd_choice_is_refused_at_its_field_and_the_others_stay(field: str, odd: str) -> None:
    person, cookie = new_guest()
    form = {"pause": "300", "kinds": ["vote"], "is_quiet": "on", "start": "21:00", "end": "05:10"}
    answer = client_of(cookie).post("/notices/", {**form, field: odd})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    page = answer.content.decode()
    assert f'aria-describedby="id_{field}_error"' in page
    assert f'id="id_{field}_error"' in page
    assert 'value="05:10"' in page
    person.refresh_from_db()
    assert preferences_of(person) == Preferences()


def test_a_stranger_stores_no_choices() -> None:
    client = Client()
    form = {"pause": "900", "start": "21:00", "end": "05:10"}
    assert "Turn notices on first." in client.post("/notices/", form).content.decode()
    assert not Person.objects.exists()


def test_devices_follow_whoever_claims_the_guest_and_go_with_the_log_out(
    service: PushService,
) -> None:
    client = Client()
    client.post("/notices/on/", service.browser().keys)
    client.post("/account/sign-up/", {"name": "Mara", "password": PASSWORD})
    device = Device.objects.get()
    assert device.person.user is not None
    client.post("/account/log-out/")
    assert not Device.objects.exists()
    guest, other = new_guest()[0], Person.objects.get(user__username="Mara")
    client_of("").post("/notices/on/", service.browser().keys)
    Device.objects.update(person=guest)
    people.merge(guest, other)
    assert Device.objects.get().person == other
    people.forget(other, "somebody")
    assert not Device.objects.exists()


def test_devices_that_a_new_password_logs_out_are_told_no_more(service: PushService) -> None:
    """A borrowed computer, or a thief's phone."""
    here, borrowed = Client(), Client()
    here.post("/account/sign-up/", {"name": "Mara", "password": PASSWORD})
    borrowed.post("/account/log-in/", {"name": "Mara", "password": PASSWORD})

    def turn_on() -> int:
        for client in (borrowed, here):
            assert client.post("/notices/on/", service.browser().keys).status_code == 200
        return Device.objects.order_by("-pk")[0].pk

    mine = turn_on()
    here.post("/account/password/", {"old": PASSWORD, "new": PASSWORD + "s"})
    assert [one.pk for one in Device.objects.all()] == [mine]
    code = recovery.replace_codes(User.objects.get())[0]
    Client().post("/account/forgot/", {"name": "Mara", "code": code, "new": PASSWORD})
    assert not Device.objects.exists()
    for one in (here, borrowed):
        one.post("/account/log-in/", {"name": "Mara", "password": PASSWORD})
    turn_on()
    others = Device.objects.create(person=new_guest()[0], endpoint_hash="x", created=clock.now())
    mail.reset(User.objects.get(), PASSWORD)
    assert Device.objects.get() == others
