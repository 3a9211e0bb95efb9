"""Passkeys: added against the password, used to log in, and gone once the account is recovered."""

import logging
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest

from games import clock
from games.models import Passkey
from games.people import known
from games.people import passkeys as webauthn
from games.people.throttle import PASSKEYS, PASSWORDS
from games.services.accounts import accounts, mail, passkeys, recovery
from games.services.accounts.problems import AccountProblem
from tests.support.accounts import PASSWORD, Browser, problem
from tests.support.authenticator import Authenticator

pytestmark = pytest.mark.django_db(transaction=True)


class Here(Browser):
    """A browser at http://localhost."""

    def request(self) -> HttpRequest:
        request = super().request()
        request.META["HTTP_HOST"] = "localhost"
        request.META["HTTP_USER_AGENT"] = "Firefox/1 Android"
        return request

    def does(self, act: Callable[..., object], *given: object) -> object:
        """Do it in a request of its own; what it changes in the session is kept, come what may."""
        try:
            return act(self.request(), *given)
        finally:
            self.keep()

    def comes_back_later(self) -> None:
        """An hour after the log-in."""
        session = self.request().session
        session["entered"] -= 3600
        session.save()

    def adds(self, phone: Authenticator, **wrong: str) -> None:
        asked = self.does(passkeys.begin_adding, {"password": PASSWORD})
        self.does(passkeys.add, phone.makes(asked, **wrong))  # type: ignore[arg-type]

    def logs_in_with(self, phone: Authenticator, **wrong: str) -> None:
        asked = self.does(passkeys.begin_log_in)
        self.does(accounts.log_in_by_passkey, phone.signs(asked, **wrong))  # type: ignore[arg-type]


@pytest.fixture
def here() -> Here:
    """The browser of Ines, who is logged in."""
    here = Here()
    here.signs_up()
    return here


@pytest.fixture
def phone(here: Here) -> Authenticator:
    """The phone with which Ines can log in."""
    phone = Authenticator()
    here.adds(phone)
    return phone


def text_of(act: Callable[..., object], *given: object) -> str:
    return problem(act, *given).text


def test_a_passkey_logs_in_from_a_new_session_on_a_known_device(
    here: Here, phone: Authenticator, caplog: pytest.LogCaptureFixture
) -> None:
    there = Here()
    asked = there.does(passkeys.begin_log_in)
    before = there.cookies["sessionid"]
    with caplog.at_level(logging.INFO, "games.people.audit"):
        there.does(accounts.log_in_by_passkey, phone.signs(asked))  # type: ignore[arg-type]
    assert [record.message for record in caplog.records] == ["account: logged in"]
    assert there.cookies["sessionid"] != before
    assert known.device_of(there.last, User.objects.get().pk)
    assert there.person == here.person
    assert Passkey.objects.get().used


def test_a_passkey_says_where_it_was_made_and_knows_the_account_by_a_random_id(
    phone: Authenticator,
) -> None:
    passkey = Passkey.objects.get()
    assert (passkey.name, passkey.used) == ("Firefox on Android", None)
    assert bytes(passkey.handle) == phone.handle
    assert len(phone.handle) == 32


def test_all_passkeys_of_an_account_have_one_handle_and_each_device_gets_one(
    here: Here, phone: Authenticator
) -> None:
    asked = here.does(passkeys.begin_adding, {"password": PASSWORD})
    assert isinstance(asked, dict)
    assert len(asked["excludeCredentials"]) == 1
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "preferred"
    assert asked["attestation"] == "none"
    second = Authenticator()
    here.adds(second)
    assert second.handle == phone.handle
    assert "already added" in text_of(here.adds, phone)
    assert Passkey.objects.count() == 2


def test_adding_needs_an_account_and_its_password(here: Here) -> None:
    asked = here.does(passkeys.begin_adding, {})
    assert asked, "it was typed a moment ago"
    here.comes_back_later()
    for password in ("x", ""):
        wrong = {"password": password}
        assert problem(passkeys.begin_adding, here.request(), wrong).field == "password"
    assert here.does(passkeys.begin_adding, {"password": PASSWORD})
    here.logs_in()
    assert here.does(passkeys.begin_adding, {})
    assert problem(passkeys.begin_adding, Here().request(), {"password": PASSWORD}).status == 403
    assert problem(passkeys.add, Here().request(), "{}").status == 403


def test_an_account_has_ten_at_most(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webauthn, "MOST", 2)
    late = Authenticator()
    asked = here.does(passkeys.begin_adding, {"password": PASSWORD})
    session = here.last.session[webauthn._KEY]
    for _ in range(2):
        here.adds(Authenticator())
    assert "You have 2 passkeys" in text_of(here.adds, Authenticator())
    # Nor by one that was begun before.
    request = here.request()
    request.session[webauthn._KEY] = session
    assert "You have 2 passkeys" in text_of(passkeys.add, request, late.makes(asked))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "origin", ["http://localhost:81", "https://localhost", "http://x.localhost"]
)
def test_another_origin_is_refused(here: Here, phone: Authenticator, origin: str) -> None:
    with pytest.raises(AccountProblem, match="couldn't be added"):
        here.adds(Authenticator(), origin=origin)
    with pytest.raises(AccountProblem, match="didn't work"):
        Here().logs_in_with(phone, origin=origin)


def test_another_host_is_refused(here: Here, phone: Authenticator) -> None:
    phone.host = "laptop.test"
    with pytest.raises(AccountProblem, match="didn't work"):
        Here().logs_in_with(phone)


def test_a_challenge_counts_once_and_for_five_minutes(
    phone: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Here()
    asked = there.does(passkeys.begin_log_in)
    answer = phone.signs(asked)  # type: ignore[arg-type]
    stolen = Here()
    assert "too long" in text_of(stolen.does, accounts.log_in_by_passkey, answer)
    assert "didn't work" in text_of(there.does, accounts.log_in_by_passkey, "{}")
    assert "too long" in text_of(there.does, accounts.log_in_by_passkey, answer)
    asked = there.does(passkeys.begin_log_in)
    later = clock.now() + timedelta(seconds=webauthn.SECONDS + 1)
    monkeypatch.setattr(clock, "now", lambda: later)
    answer = phone.signs(asked)  # type: ignore[arg-type]
    assert "too long" in text_of(there.does, accounts.log_in_by_passkey, answer)
    assert there.person is None


def test_a_challenge_to_log_in_adds_nothing(here: Here) -> None:
    asked = here.does(passkeys.begin_log_in)
    assert isinstance(asked, dict)
    made = Authenticator().makes({**asked, "user": {"id": "eA"}})
    assert "too long" in text_of(here.does, passkeys.add, made)


def test_a_signature_by_another_key_is_refused_and_counts_as_a_wrong_password(
    phone: Authenticator, caplog: pytest.LogCaptureFixture
) -> None:
    thief = Authenticator(id=phone.id, handle=phone.handle)
    for _ in range(PASSWORDS.most):
        assert "didn't work" in text_of(Here(address="10.9.9.9").logs_in_with, thief)
    assert {record.message for record in caplog.records} == {"account: a log-in failed"}
    stranger = Here(address="10.9.9.9")
    assert problem(stranger.logs_in_with, phone).status == 429
    assert problem(stranger.logs_in).status == 429
    Here(address="10.9.9.8").logs_in_with(phone)


def test_a_key_that_names_another_account_is_refused(phone: Authenticator) -> None:
    phone.handle = b"x" * 32
    assert "didn't work" in text_of(Here().logs_in_with, phone)


def test_a_count_that_goes_back_is_refused_and_logged(
    phone: Authenticator, caplog: pytest.LogCaptureFixture
) -> None:
    for phone.count in (0, 5, 6, 0, 3):
        Here().logs_in_with(phone)
    for phone.count in (3, 2):
        assert "copied" in text_of(Here().logs_in_with, phone)
    assert "account: a passkey counted back" in [record.message for record in caplog.records]
    assert Passkey.objects.get().count == 3


def test_of_two_log_ins_at_once_one_counts(
    phone: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.count = 5
    real = webauthn.Answer.check

    def between(answer: webauthn.Answer, data: bytes) -> None:
        real(answer, data)
        Passkey.objects.update(count=5)

    monkeypatch.setattr(webauthn.Answer, "check", between)
    assert "didn't work" in text_of(Here().logs_in_with, phone)


def test_a_passkey_is_renamed_and_removed_by_its_owner_alone(
    here: Here, phone: Authenticator
) -> None:
    number = Passkey.objects.get().pk
    other = Here()
    other.signs_up("Other")
    for act, *given in ((passkeys.rename, "Mine"), (passkeys.remove,)):
        assert "already removed" in text_of(act, other.request(), number, *given)
        assert problem(act, Here().request(), number, *given).status == 403
    passkeys.rename(here.request(), number, " My  phone ")
    assert Passkey.objects.get().name == "My phone"
    for bad in ("", "x" * 25, "\0"):
        assert problem(passkeys.rename, here.request(), number, bad).field == "name"
    passkeys.remove(here.request(), number)
    assert "removed here" in text_of(Here().logs_in_with, phone)


def test_a_deactivated_account_stays_outside(phone: Authenticator) -> None:
    User.objects.update(is_active=False)
    there = Here()
    assert problem(there.logs_in_with, phone).status == 422
    assert there.person is None


def test_a_new_password_keeps_passkeys_and_a_recovered_account_has_none(
    here: Here, phone: Authenticator
) -> None:
    accounts.change_password(here.request(), {"old": PASSWORD, "new": "another table, outside"})
    assert Passkey.objects.exists()
    user = User.objects.get()
    codes = recovery.replace_codes(user)
    typed = {"name": "Ines", "code": codes[0], "new": PASSWORD}
    recovery.recover(Here().request(), typed)
    assert not Passkey.objects.exists()
    here.logs_in()
    here.adds(phone)
    mail.reset(user, "a third one, in the garden")
    assert not Passkey.objects.exists()
    here.logs_in(password="a third one, in the garden")
    here.adds(phone)
    typed = {"old": "a third one, in the garden", "new": PASSWORD, "alone": "yes"}
    assert accounts.change_password(here.request(), typed)
    assert not Passkey.objects.exists()


def test_there_are_none_where_the_address_is_a_number(here: Here, phone: Authenticator) -> None:
    for host in ("127.0.0.1:8000", "[::1]:8000"):
        request = here.request()
        request.META["HTTP_HOST"] = host
        for act, *given in (
            (passkeys.begin_adding, {"password": PASSWORD}),
            (passkeys.add, "{}"),
            (passkeys.begin_log_in,),
            (accounts.log_in_by_passkey, "{}"),
        ):
            assert "at this address" in text_of(act, request, *given)


def test_beginning_has_a_limit() -> None:
    for _ in range(PASSKEYS.most):
        passkeys.begin_log_in(Here().request())
    assert problem(passkeys.begin_log_in, Here().request()).status == 429


@pytest.mark.parametrize("answer", ["", "[]", "{", "[" * 5000, '{"rawId": 1}', "x" * 20_000])
def test_what_is_no_answer_is_refused(here: Here, answer: str) -> None:
    here.does(passkeys.begin_adding, {"password": PASSWORD})
    assert "couldn't be added" in text_of(here.does, passkeys.add, answer)
    there = Here()
    there.does(passkeys.begin_log_in)
    assert "didn't work" in text_of(there.does, accounts.log_in_by_passkey, answer)


def test_passkeys_go_with_the_account(here: Here, phone: Authenticator) -> None:
    accounts.delete_account(here.request(), {"password": PASSWORD})
    assert not Passkey.objects.exists()
