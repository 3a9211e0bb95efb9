"""Passkeys on pages: a challenge in JSON, an answer in a form, and what the account page shows."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Passkey
from tests.games.views.test_accounts import PASSWORD, problem_beside, sent, signed_up
from tests.support.authenticator import Authenticator

pytestmark = pytest.mark.django_db(transaction=True)

ORIGIN = "http://testserver"


def begun(client: Client, form: str, status: int = 200, **typed: str) -> dict[str, Any]:
    answer = client.post(f"/account/{form}/begin/", typed)
    assert answer.status_code == status
    assert "no-store" in answer["Cache-Control"]
    found: dict[str, Any] = answer.json()
    return found


def adds(client: Client, phone: Authenticator) -> str:
    asked = begun(client, "passkeys", password=PASSWORD)
    return sent(client, "passkeys", credential=phone.makes(asked, origin=ORIGIN))


def logs_in(client: Client, phone: Authenticator, status: int = 200) -> str:
    answer = phone.signs(begun(client, "passkeys/log-in"), origin=ORIGIN)
    return sent(client, "passkeys/log-in", status, credential=answer)


@pytest.fixture
def mara() -> Client:
    client = Client()
    signed_up(client)
    return client


@pytest.fixture
def phone() -> Authenticator:
    return Authenticator(host="testserver")


def test_a_passkey_is_added_listed_used_renamed_and_removed(
    mara: Client, phone: Authenticator
) -> None:
    page = adds(mara, phone)
    assert "Passkey added." in page
    assert "not used yet" in page
    there = Client()
    page = logs_in(there, phone)
    assert "Welcome back!" in page
    assert "Logged in as Mara Lind" in page
    assert "last used" in page
    number = Passkey.objects.get().pk
    page = sent(there, f"passkeys/{number}/name", 422, name="")
    assert "1–24 characters" in problem_beside(page, "name")
    assert "<b>My phone</b>" in sent(there, f"passkeys/{number}/name", name="My phone")
    assert "Passkey removed." in sent(there, f"passkeys/{number}/remove")
    page = logs_in(Client(), phone, 422)
    assert re.search(r'role="alert".*?That passkey was removed here\.', page, re.DOTALL)


def test_a_refusal_is_a_sentence_and_the_page_stays(mara: Client, phone: Authenticator) -> None:
    session = mara.session
    session["entered"] -= 3600
    session.save()
    assert 'id="passkey-password"' in mara.get("/account/").content.decode()
    assert "not your password" in begun(mara, "passkeys", 422, password="wrong")["problem"]
    assert "not logged in" in begun(Client(), "passkeys", 403, password=PASSWORD)["problem"]
    assert "too long" in sent(mara, "passkeys", 422, credential="{}")
    assert "too long" in sent(Client(), "passkeys/log-in", 422)
    adds(mara, phone)
    assert "already removed" in sent(mara, "passkeys/0/remove", 422)


def test_pages_for_a_new_password_say_what_it_removes(mara: Client) -> None:
    page = Client().get("/account/forgot/").content.decode()
    assert "Passkeys and older codes will be removed" in page
    assert "Your seats will no longer be open on other devices" in page
    page = mara.get("/account/").content.decode()
    assert "Your seats will no longer be open on other devices" in page


def test_nothing_is_offered_where_the_address_is_a_number(
    mara: Client, settings: Any, phone: Authenticator
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert 'id="passkey-add"' in mara.get("/account/").content.decode()
    assert 'id="passkey-log-in"' in Client().get("/account/").content.decode()
    for client, form in ((mara, "passkey-add"), (Client(), "passkey-log-in")):
        for host in ("10.0.0.7:8000", "[::1]"):
            page = client.get("/account/", headers={"host": host}).content.decode()
            assert f'id="{form}"' not in page


def test_forms_need_a_csrf_token() -> None:
    strict = Client(enforce_csrf_checks=True)
    for form in ("", "begin/", "log-in/", "log-in/begin/", "1/name/", "1/remove/"):
        assert strict.post(f"/account/passkeys/{form}", {}).status_code == 403
