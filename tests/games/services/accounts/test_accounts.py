"""Accounts: signing up, logging in, changing the password, and limits on tries."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache

from games.models import Person
from games.people import identity, throttle
from games.protocol.commands import Done, Sit
from games.services.accounts import accounts
from tests.support.accounts import PASSWORD, Browser, guest, problem
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def test_a_new_account_takes_over_what_the_guest_played() -> None:
    person, browser = guest()
    browser.signs_up()
    account = browser.person
    assert account == person
    assert account.user is not None
    assert account.user.username == "Ines"
    assert browser.person_of_its_socket == person
    browser.logs_out()
    # Who sits down at this machine next is somebody else.
    assert browser.person is None
    assert browser.person_of_its_socket is None
    browser.logs_in("iNES")
    assert browser.person == person


def test_a_browser_without_a_guest_can_sign_up() -> None:
    browser = Browser()
    browser.signs_up()
    assert browser.person is not None
    assert (browser.person.name, Person.objects.count()) == ("Ines", 1)


@pytest.mark.parametrize(
    ("name", "password", "field"),
    [
        ("", PASSWORD, "name"),
        ("x" * 25, PASSWORD, "name"),
        ("Teo", "short", "password"),
        ("Teo", "12345678901", "password"),
        ("Teo Marshfield", "teo marshfield", "password"),
        ("INES", PASSWORD, "name"),
    ],
)
def test_unfit_names_and_passwords_are_refused(name: str, password: str, field: str) -> None:
    Browser().signs_up()
    browser = Browser()
    assert problem(browser.signs_up, name, password).field == field
    assert browser.person is None
    assert User.objects.count() == 1


def test_tries_to_log_in_are_limited() -> None:
    Browser().signs_up()
    other = Browser(address="10.0.0.2")
    for _ in range(throttle.PASSWORDS.most):
        assert problem(other.logs_in, "Ines", "wrong").status == 422
    found = problem(other.logs_in, "ines", PASSWORD)  # even the right one
    assert (found.status, found.field) == (429, None)
    Browser(address="10.0.0.3").logs_in()  # and its owner is not locked out


def test_an_unknown_name_gets_the_answer_of_a_wrong_password() -> None:
    Browser().signs_up()
    unknown, wrong = problem(Browser().logs_in, "Nobody"), problem(Browser().logs_in, "Ines", "x")
    assert (unknown.text, unknown.field) == (wrong.text, wrong.field)


def test_tries_to_sign_up_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        throttle, "SIGN_UPS", throttle.AddressLimit("sign-up-in-a-test", 2, 900, own=1)
    )
    for name in ("A", "B"):
        Browser().signs_up(name)
    assert problem(Browser().signs_up, "C").status == 429
    person, seated = guest()
    assert isinstance(Place(1).ask(person, Sit("D")), Done)
    seated.signs_up("D")  # one pupil's many accounts do not keep the others from having one


def test_the_password_can_be_changed() -> None:
    here, there = Browser(), Browser()
    here.signs_up()
    there.logs_in()
    for old, new, field in (("wrong", "x" * 20, "old"), (PASSWORD, "x", "new")):
        typed = {"old": old, "new": new}
        assert problem(accounts.change_password, here.request(), typed).field == field
    typed = {"old": PASSWORD, "new": "another table, outside"}
    accounts.change_password(here.request(), typed)
    here.keep()
    assert here.person is not None
    assert there.person is None
    assert there.person_of_its_socket is None
    there.logs_in(password="another table, outside")


def test_a_guest_without_games_has_nothing_to_claim() -> None:
    person, browser = guest()
    assert problem(accounts.claim, browser.request()).text
    browser.signs_up()
    assert accounts.claimable_guest(browser.request()) is None
    assert identity.guest_of(browser.request()) is None
    assert person.pk


def test_only_a_logged_in_person_can_delete_the_account() -> None:
    assert (
        problem(accounts.delete_account, Browser().request(), {"password": PASSWORD}).status == 403
    )
