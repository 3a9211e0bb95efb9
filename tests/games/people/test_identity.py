"""A guest is a key in a signed cookie. What the database stores lets nobody in."""

from http import HTTPStatus

import pytest
from django.contrib.auth import get_user_model
from django.core.signing import Signer
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from games import clock
from games.models import Person
from games.people import identity
from tests.support.accounts import Browser
from tests.support.guests import new_guest

pytestmark = pytest.mark.django_db
rf = RequestFactory()


def with_cookie(value: str) -> RequestFactory:
    return RequestFactory(headers={"cookie": f"{identity.COOKIE}={value}"})


def scope(*cookies: bytes) -> dict[str, object]:
    return {"headers": [(b"cookie", one) for one in cookies]}


def test_a_stranger_is_no_person() -> None:
    assert identity.person_of(rf.get("/")) is None
    assert not Person.objects.exists()


def test_a_guest_is_known_again_by_the_cookie() -> None:
    request = rf.post("/")
    with identity.stored_sender(request) as person:
        assert identity.person_of(request) == person
    response = HttpResponse(status=HTTPStatus.OK)
    identity.remember(request, response)
    cookie = response.cookies[identity.COOKIE]
    assert cookie["httponly"]
    assert (cookie["samesite"], cookie["max-age"]) == ("Lax", 365 * 24 * 3600)
    again = with_cookie(cookie.value).get("/")
    assert identity.person_of(again) == person
    assert identity.person_in_scope(scope(f"{identity.COOKIE}={cookie.value}".encode())) == person
    assert Person.objects.count() == 1


@override_settings(SESSION_COOKIE_SECURE=True)
def test_the_cookie_is_secure_where_the_site_is() -> None:
    request, response = rf.post("/"), HttpResponse()
    with identity.stored_sender(request):
        identity.remember(request, response)
    assert response.cookies[identity.COOKIE]["secure"]


def test_a_form_renews_a_cookie_of_the_key_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def site_with(key: str, *before: str) -> None:
        signer = Signer(key=key, salt="games.people.guest", fallback_keys=list(before))
        monkeypatch.setattr(identity, "_signer", signer)

    site_with("the old key")
    person, cookie = new_guest()
    site_with("the new key", "the old key")
    response = HttpResponse()
    identity.remember(with_cookie(cookie).post("/"), response)
    site_with("the new key")
    assert identity.person_of(with_cookie(cookie).get("/")) is None
    renewed = response.cookies[identity.COOKIE].value
    assert identity.person_of(with_cookie(renewed).get("/")) == person


def test_a_stranger_gets_no_cookie() -> None:
    response = HttpResponse()
    identity.remember(rf.get("/"), response)
    assert not response.cookies


def test_keys_have_128_bits_and_are_not_stored() -> None:
    person, cookie = new_guest()
    key = cookie.split(":")[0]
    assert len(bytes.fromhex(key)) == 16
    row = repr(Person.objects.values().get())
    assert key not in row
    assert cookie not in row
    assert person.key_hash is not None
    assert len(person.key_hash) == 64


@pytest.mark.parametrize("change", ["", "x", "tail", "salt", "key", "none"])
def test_a_forged_cookie_is_nobody(change: str) -> None:
    _, cookie = new_guest()
    key, signature = cookie.split(":")
    forged = {
        "": "",
        "x": "x" * 5000,
        "tail": cookie[:-1] + ("A" if cookie[-1] != "A" else "B"),
        "salt": Signer(salt="another").sign(key),
        "key": f"{'0' * 32}:{signature}",
        "none": key,
    }[change]
    assert identity.person_of(with_cookie(forged).get("/")) is None
    assert identity.person_in_scope(scope(f"{identity.COOKIE}={forged}".encode())) is None


def test_a_revoked_key_is_nobody() -> None:
    person, cookie = new_guest()
    Person.objects.filter(pk=person.pk).update(key_hash="0" * 64)
    assert identity.person_of(with_cookie(cookie).get("/")) is None


@pytest.mark.parametrize("raw", [b"", b";;;", b"a=b; =; ;", b"\xff\xfe", b'farkle_guest="\\777"'])
def test_a_malformed_cookie_header_is_nobody(raw: bytes) -> None:
    assert identity.person_in_scope(scope(raw)) is None
    assert identity.person_in_scope({"headers": []}) is None
    assert identity.person_in_scope(scope(b'sessionid="a\\000b"')) is None


def test_a_person_has_an_account_or_a_key() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.create(created=clock.now())


def test_a_name_is_remembered() -> None:
    person, _ = new_guest()
    identity.rename(person, "Mara")
    assert Person.objects.get().name == "Mara"


def test_sessions_end_with_the_log_out_a_new_password_and_the_account() -> None:
    ines = Browser()
    ines.signs_up("Ines")
    phone, laptop = Browser(), Browser()
    for other in (phone, laptop):
        other.logs_in("Ines")
    keys = [one.cookies["sessionid"] for one in (ines, phone, laptop)]
    assert [one.session_of_its_socket for one in (ines, phone, laptop)] == keys
    assert identity.logged_in_sessions(keys) == set(keys)
    phone.logs_out()
    assert phone.session_of_its_socket is None
    assert identity.logged_in_sessions(keys) == {keys[0], keys[2]}
    user = get_user_model().objects.get()
    user.set_password("another table by the window")
    user.save()
    assert identity.logged_in_sessions(keys) == set()
    laptop.logs_in("Ines", "another table by the window")
    key = laptop.cookies["sessionid"]
    assert identity.logged_in_sessions([key]) == {key}
    get_user_model().objects.update(is_active=False)
    assert identity.logged_in_sessions([key]) == set()
    assert identity.visitor_in_scope({"headers": []}) == (None, None)
    assert identity.visitor_in_scope(scope(b'farkle_guest="\\777"')) == (None, None)
