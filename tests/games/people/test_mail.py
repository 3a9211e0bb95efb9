"""Links in emails: signed, bound to one address, and worth nothing once used; forms for an
address."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import RequestFactory
from django.utils import timezone

from games.models import MailAddress
from games.people import mail
from games.people.mail import AddressForm, ForgotForm, NewPasswordForm

pytestmark = pytest.mark.django_db

PASSWORD = "a table by the window"


@pytest.fixture
def waiting() -> MailAddress:
    return MailAddress.objects.create(
        user=User.objects.create_user("Mara"),
        pending="mara@home.test",
        asked=timezone.now(),
        site="https://farkle.test",
    )


def token_in(link: str) -> str:
    assert link.startswith("https://farkle.test/")
    return link.rstrip("/").rsplit("/", 1)[1]


def test_a_link_confirms_the_address_it_was_sent_to(waiting: MailAddress) -> None:
    token = token_in(mail.confirm_link(waiting))
    assert mail.address_to_confirm(token) == waiting
    for changed in ({"pending": ""}, {"pending": "eve@home.test"}):
        MailAddress.objects.update(**changed)
        assert mail.address_to_confirm(token) is None
    MailAddress.objects.update(pending="mara@home.test", asked=timezone.now())
    assert mail.address_to_confirm(token) is None  # a newer email is on its way


def test_a_link_expires(waiting: MailAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    token = token_in(mail.confirm_link(waiting))
    monkeypatch.setattr(mail, "CONFIRM_WITHIN", timedelta(seconds=-1))
    assert mail.address_to_confirm(token) is None


@pytest.mark.parametrize("token", ["", "x", "1:2:3", "eyJhIjoxfQ:1:x"])
def test_what_is_not_signed_here_is_nobodys(waiting: MailAddress, token: str) -> None:
    stop = token_in(mail.stop_link(waiting))
    assert mail.address_to_stop(stop) == waiting
    assert mail.address_to_confirm(stop) is None
    assert mail.address_to_confirm(token) is None
    assert mail.address_to_stop(token) is None
    assert mail.address_to_stop(token_in(mail.confirm_link(waiting))) is None


@pytest.mark.parametrize(
    ("email", "password", "wrong"),
    [
        ("mara@home.test", PASSWORD, []),
        ("", PASSWORD, []),
        ("mara", PASSWORD, ["email"]),
        ("a@b.test\nBcc: c@d.test", PASSWORD, ["email"]),
        (f"{'a' * 244}@home.test", PASSWORD, []),
        (f"{'a' * 245}@home.test", PASSWORD, ["email"]),
        ("mara@home.test", "wrong", ["old_password"]),
    ],
)
def test_an_address_needs_the_password(email: str, password: str, wrong: list[str]) -> None:
    user = User.objects.create_user("Mara", password=PASSWORD)
    request = RequestFactory().post("/", REMOTE_ADDR="10.0.0.1")
    form = AddressForm(user, request, {"email": email, "password": password})
    assert list(form.errors) == wrong


@pytest.mark.parametrize(
    "domain",
    [
        "localhost",
        "LOCALHOST",
        "mail.localhost",
        "localhost.localdomain",
        "mail",
        "mail.local",
        "db.internal",
        "router.home.arpa",
        "[127.0.0.1]",
        "[10.0.0.7]",
        "[::1]",
        "[IPv6:::1]",
        "127.0.0.1",
        "10.0.0.12",
    ],
)
def test_an_address_on_the_inside_is_refused(domain: str) -> None:
    user = User.objects.create_user("Mara", password=PASSWORD)
    request = RequestFactory().post("/", REMOTE_ADDR="10.0.0.1")
    form = AddressForm(user, request, {"email": f"root@{domain}", "password": PASSWORD})
    assert form.errors == {"email": ["That's not an email address."]}


@pytest.mark.parametrize("domain", ["bücher.example", "localhost.example", "my-local.example"])
def test_an_address_elsewhere_is_taken(domain: str) -> None:
    user = User.objects.create_user("Mara", password=PASSWORD)
    request = RequestFactory().post("/", REMOTE_ADDR="10.0.0.1")
    assert AddressForm(user, request, {"email": f"mara@{domain}", "password": PASSWORD}).is_valid()


def test_asking_for_a_link_needs_an_address() -> None:
    assert ForgotForm({"email": ""}).errors == {"email": ["Enter an email address."]}
    assert ForgotForm({"email": "mara@home.test"}).is_valid()
    assert not ForgotForm({"email": f"{'a' * 245}@home.test"}).is_valid()


def test_a_new_password_is_typed_once_and_checked() -> None:
    user = User.objects.create_user("Mara Lind")
    assert NewPasswordForm(user, {"new_password1": "mara lind"}).errors
    assert NewPasswordForm(user, {"new_password1": PASSWORD}).is_valid()
