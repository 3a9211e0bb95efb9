"""Who is known: accounts, guests of an hour ago, and devices of a log-in."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.signing import Signer
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from games import clock
from games.models import Person
from games.people import known
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db

User = get_user_model()
rf = RequestFactory()


def logged_in(*users: AbstractBaseUser) -> str:
    """The cookie of a device on which these logged in, one after the other."""
    request = rf.post("/")
    for user in users:
        known.remember_device(request, user)
    return request.COOKIES[known.DEVICE_COOKIE]


def device(cookie: str, user: AbstractBaseUser) -> str:
    request = rf.get("/")
    request.COOKIES[known.DEVICE_COOKIE] = cookie
    return known.device_of(request, user.pk)


def test_a_guest_is_known_after_an_hour_and_an_account_at_once() -> None:
    guest, _ = new_guest()
    assert known.key_of(guest) == known.key_of(None) == ""
    guest.created -= timedelta(hours=1)
    assert known.key_of(guest) == f"person-{guest.pk}"
    account = Person(pk=7, user=User.objects.create_user("Mara"), created=clock.now())
    assert known.key_of(account) == "person-7"
    assert known.key_in(rf.get("/")) == ""


def test_a_seat_is_known_in_its_room_alone() -> None:
    place, other = Place(2), Place(2)
    assert known.has_seat(place.people[0], place.code)
    assert not known.has_seat(place.people[0], other.code)
    assert not known.has_seat(None, place.code)


def test_a_device_is_known_for_the_accounts_that_logged_in_on_it() -> None:
    users = [User.objects.create_user(f"Mara {number}") for number in range(6)]
    cookie = logged_in(*users[:2], users[0])
    name = device(cookie, users[0])
    assert len(name) == 32
    assert device(cookie, users[1]) == name
    assert device(cookie, users[2]) == ""
    full = logged_in(*users)
    assert [bool(device(full, user)) for user in users] == [False, *[True] * 5]
    assert device(logged_in(users[0]), users[0]) != name


@pytest.mark.parametrize("forged", ["", "x" * 500, "f" * 32 + ".1", "\x00:\x00"])
def test_a_forged_cookie_is_no_device(forged: str) -> None:
    user = User.objects.create_user("Mara")
    assert device(forged, user) == ""
    assert device(Signer(salt="games.people.guest").sign(f"name.{user.pk}"), user) == ""
    request, response = rf.post("/"), HttpResponse()
    request.COOKIES[known.DEVICE_COOKIE] = forged
    known.set_cookie(request, response)
    assert not response.cookies


@override_settings(SESSION_COOKIE_SECURE=True)
def test_the_cookie_is_as_safe_as_that_of_the_guest() -> None:
    request, response = rf.post("/"), HttpResponse()
    known.remember_device(request, User.objects.create_user("Mara"))
    known.set_cookie(request, response)
    cookie = response.cookies[known.DEVICE_COOKIE]
    assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "Lax")
    assert cookie["max-age"] == 365 * 24 * 3600
