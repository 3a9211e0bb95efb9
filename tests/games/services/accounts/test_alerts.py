"""The owner of an account hears by email of every change of a way into it."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import override_settings

from games import clock
from games.models import Email
from games.people import mail as links
from games.people.throttle import ALERTS
from games.services.accounts import accounts, emails, mail, recovery
from games.services.accounts.alerts import tell_owner
from tests.games.services.accounts.conftest import with_address
from tests.support.accounts import PASSWORD, Browser
from tests.support.outside.smtp import MailServer

pytestmark = pytest.mark.django_db(transaction=True)

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
    codes = recovery.give(User.objects.get())
    typed = {"name": "Ines", "code": codes[0], "new": NEW}
    recovery.recover(Browser().request(), typed)
    assert told(smtp) == [
        ("ines@home.test", "The password was changed."),
        ("ines@home.test", "The email address was changed or removed."),
    ]


def test_it_says_whose_account_it_is_and_what_to_do(here: Browser, smtp: MailServer) -> None:
    tell_owner(User.objects.get(), Email.Kind.PASSKEYS)
    emails.send_due(clock.now())
    text = smtp.emails[0].get_content()
    assert "“Ines” at https://farkle.test has changed: A passkey was added or removed." in text
    assert "https://farkle.test/account/forgot/" in text


def test_nobody_is_flooded_and_without_an_address_or_mail_nothing_is_sent(here: Browser) -> None:
    user = User.objects.get()
    for _ in range(ALERTS.most + 1):
        tell_owner(user, Email.Kind.CODES)
    assert Email.objects.count() == ALERTS.most
    Email.objects.all().delete()
    tell_owner(User.objects.create_user("Teo"), Email.Kind.CODES)
    cache.clear()
    with override_settings(MAIL=None):
        tell_owner(user, Email.Kind.CODES)
    assert not Email.objects.exists()
