"""Recovery codes on pages: shown once, then used at "Forgot your password?"."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import RecoveryCode
from games.people.throttle import PASSWORDS
from tests.games.views.test_accounts import PASSWORD, problem_beside, sent

pytestmark = pytest.mark.django_db(transaction=True)

NEW = "another table, outside"
_CODE = re.compile(r"<code[^>]*>([\w-]+)</code>")


def signed_up(client: Client, name: str = "Mara Lind") -> list[str]:
    """Sign up and return the codes that the page shows."""
    return _CODE.findall(sent(client, "sign-up", name=name, password=PASSWORD))


def account(client: Client) -> str:
    return client.get("/account/").content.decode()


def test_codes_are_shown_once_after_signing_up() -> None:
    client = Client()
    answer = client.post("/account/sign-up/", {"name": "Mara Lind", "password": PASSWORD})
    assert "no-store" in answer["Cache-Control"]
    codes = _CODE.findall(answer.content.decode())
    assert len(set(codes)) == 3
    page = account(client)
    assert page.count("Not used yet") == 3
    assert not _CODE.findall(page)
    assert client.get("/account/codes/")["Location"] == "/account/"


def test_a_forgotten_password_is_replaced_and_the_page_says_what_happened() -> None:
    there = Client()
    codes = signed_up(there)
    stranger = Client()
    assert 'href="/account/forgot/"' in account(stranger)
    page = stranger.get("/account/forgot/").content.decode()
    assert "Use a recovery code" in page
    page = sent(stranger, "forgot", name="mara lind", code=codes[2].lower(), new=NEW)
    assert "every device logged out" in page
    assert "the password of “Mara Lind”" in page
    assert len(_CODE.findall(page)) == 3
    assert 'href="/account/#log-in"' in page
    assert "Logged in as" not in page
    assert "Logged in as" not in account(there)
    page = sent(stranger, "log-in", name="Mara Lind", password=NEW)
    assert page.count("Not used yet") == 3


def test_a_problem_is_shown_beside_its_field_and_what_was_typed_stays() -> None:
    codes = signed_up(Client())
    page = sent(Client(), "forgot", 422, name="Mara Lind", code="HJ4K-no", new=NEW)
    assert problem_beside(page, "code") == "Wrong name or recovery code."
    assert 'value="Mara Lind"' in page
    assert 'value="HJ4K-no"' in page
    page = sent(Client(), "forgot", 422, name="Mara Lind", code=codes[0], new="short")
    assert problem_beside(page, "new")
    assert 'value="short"' not in page
    for _ in range(PASSWORDS.most):
        sent(Client(), "forgot", 422, name="Nobody", code="HJ4K", new=NEW)
    page = sent(Client(), "forgot", 429, name="Nobody", code="HJ4K", new=NEW)
    assert 'role="alert"' in page


def test_an_old_account_is_offered_codes() -> None:
    User.objects.create_user("Old", password=PASSWORD)
    client = Client()
    page = sent(client, "log-in", name="Old", password=PASSWORD)
    assert "You have none yet" in page
    assert "Get recovery codes" in page
    page = sent(client, "codes", 422, password="wrong")
    assert "not your password" in problem_beside(page, "password")
    page = sent(client, "codes", password=PASSWORD)
    assert len(_CODE.findall(page)) == 3


def test_whoever_used_all_is_told_to_make_new_ones() -> None:
    client = Client()
    signed_up(client)
    assert "All of them are used" not in account(client)
    RecoveryCode.objects.update(used="2026-01-01T00:00Z")
    assert "All of them are used" in account(client)


def test_forms_need_a_csrf_token_and_an_account() -> None:
    strict = Client(enforce_csrf_checks=True)
    for form in ("codes", "forgot"):
        assert strict.post(f"/account/{form}/", {}).status_code == 403
    sent(Client(), "codes", 403, password=PASSWORD)
