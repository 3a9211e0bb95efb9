"""Accounts: signing up claims what a guest played; logging in, claiming, deleting; how often."""

from collections.abc import Iterator
from dataclasses import replace
from http.cookies import SimpleCookie

import pytest
from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.integrity import disagreements
from games.models import Message, Person, Player, Room, SavedRules, Standing
from games.people import identity, throttle
from games.protocol.commands import Close, Done, Roll
from games.replay.game import past_game
from games.services import accounts
from games.services.accounts import AccountProblem
from games.services.executor import forget_tables
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a table by the window"


@pytest.fixture(autouse=True)
def fresh_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


class Browser:
    """Cookies from one request to the next, as the middleware keeps them."""

    def __init__(self, guest: str | None = None, address: str = "10.0.0.1") -> None:
        self.cookies = {} if guest is None else {identity.COOKIE: guest}
        self.address = address
        self.last = self.request()

    def request(self) -> HttpRequest:
        request = HttpRequest()
        request.COOKIES = dict(self.cookies)
        request.META["REMOTE_ADDR"] = self.address
        request.session = SessionStore(self.cookies.get("sessionid"))
        request.user = SimpleLazyObject(lambda: get_user(request))  # type: ignore[assignment]
        self.last = request
        return request

    def keep(self) -> None:
        """What the answer to the last request would have set."""
        if self.last.session.modified and not self.last.session.is_empty():
            self.last.session.save()
        if self.last.session.session_key and not self.last.session.is_empty():
            self.cookies["sessionid"] = self.last.session.session_key
        else:
            self.cookies.pop("sessionid", None)

    def signs_up(self, name: str = "Ines", password: str = PASSWORD) -> None:
        accounts.sign_up(self.request(), {"name": name, "password": password})
        self.keep()

    def logs_in(self, name: str = "Ines", password: str = PASSWORD) -> None:
        accounts.log_in(self.request(), {"name": name, "password": password})
        self.keep()

    def logs_out(self) -> None:
        accounts.log_out(self.request())
        self.keep()

    @property
    def person(self) -> Person | None:
        return identity.person_of(self.request())

    @property
    def person_of_its_socket(self) -> Person | None:
        cookie = SimpleCookie(self.cookies).output(header="", sep=";").encode()
        return identity.person_in_scope({"headers": [(b"cookie", cookie)]})


def guest() -> tuple[Person, Browser]:
    person, key = identity.new_guest()
    return person, Browser(key)


def problem(act: object, *arguments: object) -> AccountProblem:
    with pytest.raises(AccountProblem) as caught:
        act(*arguments)  # type: ignore[operator]
    assert caught.value.text
    return caught.value


def test_signing_up_takes_along_what_the_guest_played() -> None:
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


def test_a_stranger_signs_up_as_well() -> None:
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
def test_what_cannot_be_signed_up_with(name: str, password: str, field: str) -> None:
    Browser().signs_up()
    browser = Browser()
    assert problem(browser.signs_up, name, password).field == field
    assert browser.person is None
    assert User.objects.count() == 1


def test_passwords_cannot_be_tried_for_long() -> None:
    Browser().signs_up()
    other = Browser(address="10.0.0.2")
    for _ in range(throttle.PASSWORDS.most):
        assert problem(other.logs_in, "Ines", "wrong").status == 422
    found = problem(other.logs_in, "ines", PASSWORD)  # even the right one
    assert (found.status, found.field) == (429, None)
    Browser(address="10.0.0.3").logs_in()  # and its owner is not locked out


def test_an_unknown_name_is_told_as_a_wrong_password() -> None:
    Browser().signs_up()
    unknown, wrong = problem(Browser().logs_in, "Nobody"), problem(Browser().logs_in, "Ines", "x")
    assert (unknown.text, unknown.field) == (wrong.text, wrong.field)


def test_signing_up_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "SIGN_UPS", replace(throttle.SIGN_UPS, most=2))
    for name in ("A", "B"):
        Browser().signs_up(name)
    assert problem(Browser().signs_up, "C").status == 429


def test_another_password() -> None:
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


# Claiming


def test_what_a_guest_played_on_another_device_can_be_claimed() -> None:
    place = Place(rules="kcd")
    place.start()
    place.play_out()
    place.start()  # and a game that is on
    old = place.people[0]
    SavedRules.objects.create(
        person=old, name="Ours", rules={}, base="kcd", saved=place.room.created
    )
    browser = Browser()
    browser.signs_up()
    account = browser.person
    assert account is not None
    SavedRules.objects.create(
        person=account, name="Ours", rules={}, base="kcd", saved=place.room.created
    )
    browser.cookies[identity.COOKIE] = identity._signer.sign("0" * 32)
    assert accounts.guest_here(browser.request()) is None
    old.key_hash = identity._hash("0" * 32)
    old.save()
    assert accounts.guest_here(browser.request()) == old
    assert accounts.claim(browser.request()) == 1
    assert not Person.objects.filter(pk=old.pk).exists()
    assert browser.person == account
    assert past_game(place.code, 1, account).mine == (0,)
    assert Standing.objects.filter(person=account).count() == 1
    assert Room.objects.get().opened_by == account
    assert sorted(account.saved.values_list("name", flat=True)) == ["Ours", "Ours 2"]
    assert [event.events[0]["e"] for event in place.events()[-1:]] == ["claimed"]
    # The game goes on with the account, in processes that had the room in memory as well.
    place.people[0] = account
    place.play_out()
    assert list(disagreements(place.fresh())) == []
    forget_tables()
    assert place.start()
    assert problem(accounts.claim, browser.request()).field is None


def test_nothing_to_claim() -> None:
    person, browser = guest()
    assert problem(accounts.claim, browser.request()).text
    browser.signs_up()
    assert accounts.guest_here(browser.request()) is None
    assert identity.guest_of(browser.request()) is None
    assert person.pk


# Deleting


def test_of_who_deletes_the_account_nothing_is_left_but_the_games() -> None:
    place = Place(rules="kcd")
    other = Place(rules="kcd")
    browser = Browser()
    browser.signs_up()
    account = browser.person
    assert account is not None
    for at in (place, other):
        Player.objects.filter(room=at.room, seat=2).update(person=account, name="Ines")
        at.people[1] = account
        forget_tables()
    place.start()
    place.play_out()
    other.start()
    other.play_out()
    other.does(1, Close(1))
    place.start()
    Message.objects.create(
        room=place.room,
        player=place.player(2),
        text="Hello",
        at=place.room.created,
        command="test-0001",
    )
    assert (
        problem(accounts.delete_account, browser.request(), {"password": "wrong"}).field
        == "password"
    )
    accounts.delete_account(browser.request(), {"password": PASSWORD})
    browser.keep()
    assert browser.person is None
    assert not User.objects.exists()
    assert not Message.objects.exists()
    account.refresh_from_db()
    assert (account.name, account.settings, account.user) == ("", {}, None)
    # In the room, in the game that was on, and in those of a room that is closed.
    assert place.player(2).left
    assert past_game(place.code, 1, None).names == ("Player 1", "a former player")
    assert past_game(other.code, 1, None).names == ("Player 1", "a former player")
    assert place.game().winners == [0]
    assert list(disagreements(place.fresh())) == []
    assert isinstance(place.does(1, Close(1)), Done)
    assert place.refuses(2, Roll(2, 1, 0, ())) == "room_closed"


def test_who_is_not_logged_in_has_nothing_to_delete() -> None:
    assert (
        problem(accounts.delete_account, Browser().request(), {"password": PASSWORD}).status == 403
    )
