"""An address is confirmed by its owner, and lets them back in."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import clock
from games.models import Email, MailAddress
from games.notices import emails
from games.people import mail as links
from games.people.throttle import MAILS, MAILS_TO
from games.services.accounts import mail, recovery
from tests.support.accounts import PASSWORD, Browser, problem, with_address
from tests.support.outside.smtp import MailServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> Browser:
    """The browser of Ines, who is logged in."""
    cache.clear()
    monkeypatch.setattr(mail, "site_of", lambda _: "https://farkle.test")
    browser = Browser()
    browser.signs_up()
    return browser


def enters(here: Browser, address: str, password: str = PASSWORD) -> bool:
    return mail.set_address(here.request(), {"email": address, "password": password})


def token() -> str:
    link = links.confirm_link(MailAddress.objects.get())
    return link.rstrip("/").rsplit("/", 1)[1]


def test_an_address_counts_once_it_is_confirmed_and_the_link_works_once(here: Browser) -> None:
    assert enters(here, "ines@home.test")
    assert Email.objects.get().kind == "confirm"
    assert User.objects.get().email == ""
    sent = token()
    mail.confirm(sent)
    assert User.objects.get().email == "ines@home.test"
    assert MailAddress.objects.get().confirmed
    assert problem(mail.confirm, sent).status == 410


def test_of_two_who_follow_the_link_at_once_one_confirms(
    here: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    enters(here, "ines@home.test")
    sent = token()
    real = links.address_to_confirm

    def overtaken(token: str) -> MailAddress | None:
        found = real(token)
        monkeypatch.setattr(links, "address_to_confirm", real)
        mail.confirm(token)
        return found

    monkeypatch.setattr(links, "address_to_confirm", overtaken)
    assert problem(mail.confirm, sent).status == 410
    assert User.objects.get().email == "ines@home.test"


def test_a_new_address_replaces_the_old_one_only_when_confirmed(here: Browser) -> None:
    enters(here, "ines@home.test")
    mail.confirm(token())
    enters(here, "ines@work.test")
    assert User.objects.get().email == "ines@home.test"
    mail.confirm(token())
    assert User.objects.get().email == "ines@work.test"
    assert not enters(here, "")
    assert User.objects.get().email == ""
    assert not MailAddress.objects.exists()
    assert not Email.objects.exists()


def test_the_password_is_needed_and_emails_are_limited(here: Browser) -> None:
    assert problem(enters, here, "ines@home.test", "wrong").field == "password"
    assert problem(enters, here, "ines").field == "email"
    assert problem(enters, here, "ines", "wrong").field == "email", "the first on the page"
    assert problem(mail.set_address, Browser().request(), {}).status == 403
    for _ in range(MAILS_TO.most):
        enters(here, "ines@home.test")
    assert problem(enters, here, "INES@home.test").status == 429


def test_a_link_is_promised_alike_to_every_address_and_sent_to_confirmed_ones(
    smtp: MailServer,
) -> None:
    with_address(User.objects.create_user("Mara"), "mara@home.test")
    User.objects.create_user("Unconfirmed", email="teo@home.test")
    away = with_address(User.objects.create_user("Away", is_active=False), "away@home.test")
    for address in ("mara@home.test", "teo@home.test", "nobody@home.test", away.user.email):
        mail.ask_reset(Browser().request(), {"email": address})
    emails.send_due(clock.now())
    assert [message["To"] for message in smtp.emails] == ["mara@home.test"]
    for _ in range(MAILS_TO.most):  # no more emails, and not a word about it
        mail.ask_reset(Browser().request(), {"email": "Mara@home.test"})
    emails.send_due(clock.now())
    assert len(smtp.emails) == MAILS_TO.most
    assert not Email.objects.exists()
    for _ in range(MAILS.most):
        mail.MAILS.hit("10.0.0.1", "")
    assert problem(mail.ask_reset, Browser().request(), {"email": "a@b.test"}).status == 429


def test_no_more_wait_than_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emails, "MOST_REQUESTS", 1)
    requested = {"email": "nobody@home.test"}
    mail.ask_reset(Browser().request(), requested)
    assert problem(mail.ask_reset, Browser().request(), requested).status == 429
    emails.send_due(clock.now())
    mail.ask_reset(Browser().request(), requested)


def test_asking_takes_the_same_work_for_every_address() -> None:
    with_address(User.objects.create_user("Mara"), "mara@home.test")
    work = []
    for address in ("mara@home.test", "else@home.test"):
        with CaptureQueriesContext(connection) as queries:
            mail.ask_reset(Browser().request(), {"email": address})
        work.append([query["sql"].replace(address, "") for query in queries.captured_queries])
    assert [len(queries) for queries in work] == [2, 2]
    assert "games_mailaddress" not in str(work)


def test_a_link_for_a_new_password_leaves_an_intruder_no_other_way(here: Browser) -> None:
    """Somebody who knew the password has made codes, and entered an address of theirs."""
    with_address(User.objects.get(), "ines@home.test")
    theirs = recovery.renew(here.request(), {"password": PASSWORD})
    enters(here, "eve@away.test")
    sent = token()
    codes = mail.reset(User.objects.get(), "another table, outside")
    typed = {"name": "Ines", "code": theirs[0], "new": "a third one, in the garden"}
    assert problem(recovery.recover, Browser().request(), typed).field == "code"
    assert problem(mail.confirm, sent).status == 410
    assert User.objects.get().email == "ines@home.test"
    recovery.recover(Browser().request(), {**typed, "code": codes[0]})


def test_a_new_password_ends_every_session(here: Browser, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "games.people.audit"):
        mail.reset(User.objects.get(), "another table, outside")
    assert caplog.messages == ["account: password replaced by email"]
    assert here.person is None
    here.logs_in(password="another table, outside")


def test_digests_are_stopped_by_link_and_chosen_by_their_owner(here: Browser) -> None:
    to = with_address(User.objects.get(), "ines@home.test")
    mail.stop(to)
    assert not MailAddress.objects.get().digest
    mail.choose_digest(here.request(), wanted=True)
    assert MailAddress.objects.get().digest


def test_a_link_for_a_new_password_leads_to_the_owners_site(
    monkeypatch: pytest.MonkeyPatch, smtp: MailServer
) -> None:
    with_address(User.objects.get(), "ines@home.test")
    monkeypatch.setattr(mail, "site_of", lambda _: "https://evil.test")
    mail.ask_reset(Browser().request(), {"email": "ines@home.test"})
    emails.send_due(clock.now())
    assert "https://farkle.test/account/reset/" in smtp.emails[0].get_content()
