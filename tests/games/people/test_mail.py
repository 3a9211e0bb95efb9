"""Links in emails: signed, bound to one address, and worth nothing once used."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games.models import MailAddress
from games.people import mail

pytestmark = pytest.mark.django_db


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
    assert mail.to_confirm(token) == waiting
    for changed in ({"pending": ""}, {"pending": "eve@home.test"}):
        MailAddress.objects.update(**changed)
        assert mail.to_confirm(token) is None
    MailAddress.objects.update(pending="mara@home.test", asked=timezone.now())
    assert mail.to_confirm(token) is None  # a newer email is on its way


def test_a_link_expires(waiting: MailAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    token = token_in(mail.confirm_link(waiting))
    monkeypatch.setattr(mail, "CONFIRM_WITHIN", timedelta(seconds=-1))
    assert mail.to_confirm(token) is None


@pytest.mark.parametrize("token", ["", "x", "1:2:3", "eyJhIjoxfQ:1:x"])
def test_what_is_not_signed_here_is_nobodys(waiting: MailAddress, token: str) -> None:
    stop = token_in(mail.stop_link(waiting))
    assert mail.to_stop(stop) == waiting
    assert mail.to_confirm(stop) is None
    assert mail.to_confirm(token) is None
    assert mail.to_stop(token) is None
    assert mail.to_stop(token_in(mail.confirm_link(waiting))) is None
