"""Emails reach a real mail server, each once."""

import re
from datetime import datetime, timedelta
from functools import partial
from smtplib import SMTPDataError, SMTPRecipientsRefused
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import OperationalError
from django.test import override_settings
from django.utils import timezone

from farkle_site.logs import json_lines
from games import clock
from games.models import Email, MailAddress
from games.notices import emails
from games.notices.emails import alert_owner
from games.people import mail as links
from games.people.throttle import ALERTS
from games.services.accounts import accounts, mail, recovery
from tests.support.accounts import PASSWORD, Browser, with_address
from tests.support.at_once import at_once
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


NEW = "another table, outside"


@pytest.fixture
def here(smtp: MailServer, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """The browser of Ines, who is logged in and has an address."""
    cache.clear()
    monkeypatch.setattr(mail, "site_of", lambda _: "https://farkle.test")
    browser = Browser()
    browser.signs_up()
    with_address(User.objects.get(), "ines@home.test")
    return browser


def told(smtp: MailServer) -> list[tuple[str, str]]:
    """Send what is queued; return to whom, and what has changed."""
    emails.send_due(clock.now())
    told = [
        (one["To"], one.get_content().split("changed: ")[1].splitlines()[0])
        for one in smtp.emails
        if one["Subject"] == "Your Farkle account has changed"
    ]
    smtp.emails.clear()
    return told


def test_each_change_is_told_to_the_address_that_counted_before_it(
    here: Browser, smtp: MailServer
) -> None:
    recovery.renew(here.request(), {"password": PASSWORD})
    codes = "New recovery codes were made. The old ones no longer work."
    assert told(smtp) == [("ines@home.test", codes)]
    accounts.change_password(here.request(), {"old": PASSWORD, "new": NEW})
    here.keep()
    assert told(smtp) == [("ines@home.test", "The password was changed.")]
    mail.set_address(here.request(), {"email": "eve@away.test", "password": NEW})
    assert told(smtp) == [], "it does not count yet"
    link = links.confirm_link(User.objects.get().mail)
    mail.confirm(link.rstrip("/").rsplit("/", 1)[1])
    changed = "The email address was changed or removed."
    assert told(smtp) == [("ines@home.test", changed)]
    mail.set_address(here.request(), {"email": "", "password": NEW})
    assert told(smtp) == [("eve@away.test", changed)]


def test_a_recovery_is_told_to_the_address_that_it_removes(here: Browser, smtp: MailServer) -> None:
    codes = recovery.replace_codes(User.objects.get())
    typed = {"name": "Ines", "code": codes[0], "new": NEW}
    recovery.recover(Browser().request(), typed)
    assert told(smtp) == [
        ("ines@home.test", "The password was changed."),
        ("ines@home.test", "The email address was changed or removed."),
    ]


def test_it_says_whose_account_it_is_and_what_to_do(here: Browser, smtp: MailServer) -> None:
    alert_owner(User.objects.get(), Email.Kind.PASSKEYS)
    emails.send_due(clock.now())
    text = smtp.emails[0].get_content()
    assert "“Ines” at https://farkle.test has changed: A passkey was added or removed." in text
    assert "https://farkle.test/account/forgot/" in text


def test_nobody_is_flooded_and_without_an_address_or_mail_nothing_is_sent(here: Browser) -> None:
    user = User.objects.get()
    for _ in range(ALERTS.most + 1):
        alert_owner(user, Email.Kind.CODES)
    assert Email.objects.count() == ALERTS.most
    Email.objects.all().delete()
    alert_owner(User.objects.create_user("Teo"), Email.Kind.CODES)
    cache.clear()
    with override_settings(MAIL=None):
        alert_owner(user, Email.Kind.CODES)
    assert not Email.objects.exists()


def test_a_link_is_requested_once_and_sent_once_whatever_fails(
    mara: User, smtp: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    Email.objects.all().delete()
    assert emails.request_link("MARA@home.test")
    soon = timezone.now() + timedelta(seconds=1)
    with monkeypatch.context() as patch:
        patch.setattr(Email.objects, "bulk_create", Mock(side_effect=OperationalError))
        with pytest.raises(OperationalError):
            emails.send_due(soon)
    assert sum(at_once(*[partial(emails.send_due, soon)] * 3)) == 1
    assert [message["To"] for message in smtp.emails] == ["mara@home.test"]
    assert not Email.objects.exists()


def test_no_more_requests_wait_than_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emails, "MOST_REQUESTS", 2)
    assert [emails.request_link(f"{name}@home.test") for name in "abc"] == [True, True, False]
