"""Emails reach a real mail server, each once."""

import re
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.utils import timezone

from farkle_site.logs import json_lines
from games.models import Email, MailAddress
from games.services.accounts import emails
from tests.games.services.accounts.conftest import with_address
from tests.support.outside.smtp import MailServer

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 11, 22, 20, tzinfo=timezone.get_default_timezone())


@pytest.fixture
def mara() -> User:
    """Mara, who waits for a link."""
    user = User.objects.create_user("Mara")
    with_address(user, "mara@home.test")
    Email.objects.create(user=user, kind="reset", site="https://farkle.test", due=NOW)
    return user


def test_an_email_is_sent_once_when_it_is_due(mara: User, smtp: MailServer) -> None:
    assert emails.send_due(NOW - timedelta(seconds=1)) == 0
    assert emails.send_due(NOW) == 1
    assert emails.send_due(NOW + timedelta(days=1)) == 0
    [email] = smtp.emails
    assert email["To"] == "mara@home.test"
    assert email["From"] == "farkle@farkle.test"
    assert re.fullmatch(r"<[0-9a-f]{32}@farkle\.test>", email["Message-ID"])
    assert "https://farkle.test/account/reset/" in email.get_content()


def test_of_two_processes_one_sends(
    mara: User, smtp: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second looks while the first has not sent yet."""
    real, seen = emails._send, []

    def meanwhile(email: Email) -> bool:
        seen.append(emails.send_due(NOW))
        return real(email)

    monkeypatch.setattr(emails, "_send", meanwhile)
    assert emails.send_due(NOW) == 1
    assert seen == [0]
    assert len(smtp.emails) == 1


def test_a_refused_email_is_tried_again_later_and_not_for_ever(
    mara: User, smtp: MailServer
) -> None:
    smtp.refuses = True
    assert emails.send_due(NOW) == 0
    assert emails.send_due(NOW + timedelta(seconds=60)) == 0
    smtp.refuses = False
    assert emails.send_due(NOW + timedelta(minutes=2)) == 1
    Email.objects.create(user=mara, kind="reset", site="x", due=NOW, tries=emails.MOST_TRIES - 1)
    smtp.refuses = True
    emails.send_due(NOW)
    assert not Email.objects.exists()


@pytest.mark.parametrize(
    "error",
    [
        SMTPRecipientsRefused({"mara@home.test": (550, b"no such user mara@home.test")}),
        SMTPDataError(451, b"not now, mara@home.test"),
    ],
)
def test_the_log_does_not_say_who_cannot_be_reached(
    mara: User,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(EmailMessage, "send", Mock(side_effect=error))
    emails.send_due(NOW)
    [record] = caplog.records
    assert type(error).__name__ in record.getMessage()
    assert "mara" not in json_lines.format(record)


def test_an_address_that_cannot_be_written_down_holds_up_no_other(
    mara: User, smtp: MailServer
) -> None:
    odd = User.objects.create_user("Ines")
    with_address(odd, f"ines@{'ä' * 63}.test")  # a label of more than 63 letters, once encoded
    early = NOW - timedelta(seconds=1)
    Email.objects.create(user=odd, kind="reset", site="https://farkle.test", due=early)
    assert emails.send_due(NOW) == 1
    assert not Email.objects.exists()


def test_what_has_no_reason_any_more_is_not_sent(mara: User, smtp: MailServer) -> None:
    MailAddress.objects.update(confirmed=None)
    Email.objects.create(user=mara, kind="confirm", site="https://farkle.test", due=NOW)
    assert emails.send_due(NOW) == 0
    assert not Email.objects.exists()
    MailAddress.objects.update(pending="new@home.test", asked=NOW)
    Email.objects.create(user=mara, kind="confirm", site="https://farkle.test", due=NOW)
    assert emails.send_due(NOW) == 1
    assert [one["To"] for one in smtp.emails] == ["new@home.test"]
