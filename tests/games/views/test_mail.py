"""Mail on pages: nothing of it without a mail server; with one, every state."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.test import Client, override_settings

from games.models import Email, MailAddress
from games.people import mail as links
from tests.games.views.test_accounts import PASSWORD, problem_beside, sent, signed_up

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _mail() -> Iterator[None]:
    with override_settings(MAIL=True):
        yield


@pytest.fixture
def mara(_mail: None) -> Client:
    """Mara's browser; her address waits for the link."""
    client = Client()
    signed_up(client, "Mara")
    assert "Check your inbox" in sent(client, "mail", email="mara@home.test", password=PASSWORD)
    return client


def path_of(link: str) -> str:
    return link.removeprefix("http://testserver")


def confirmed() -> MailAddress:
    found = MailAddress.objects.get()
    assert Client().post(path_of(links.confirm_link(found))).status_code == 302
    return found


def test_without_a_mail_server_nothing_is_there() -> None:
    client = Client()
    signed_up(client, "Mara")
    for path in ("/account/", "/account/forgot/"):
        assert "mail" not in client.get(path).content.decode().lower()
    for path in ("account/mail/", "account/mail/digest/", "account/mail/reset/", "mail/stop/x/"):
        assert client.post(f"/{path}").status_code == 404
    for path in ("mail/confirm/x/", "account/reset/x/y/"):
        assert client.get(f"/{path}").status_code == 404


def test_the_account_page_says_how_it_stands_with_the_address(mara: Client) -> None:
    assert "We sent a link to mara@home.test" in mara.get("/account/").content.decode()
    confirmed()
    page = mara.get("/account/").content.decode()
    assert "mara@home.test is confirmed" in page
    assert "won't get emails" in sent(mara, "mail/digest", wanted="no")
    assert "Turn on daily email" in mara.get("/account/").content.decode()
    page = sent(mara, "mail", 422, email="nonsense", password=PASSWORD)
    assert "not an email" in problem_beside(page, "email")
    assert 'value="nonsense"' in page
    assert "Address removed" in sent(mara, "mail", email="", password=PASSWORD)
    assert "Add an address" in mara.get("/account/").content.decode()


@pytest.mark.usefixtures("mara")
def test_opening_a_link_confirms_nothing_its_button_does_once() -> None:
    path = path_of(links.confirm_link(MailAddress.objects.get()))
    page = Client().get(path)
    assert "Is mara@home.test the address of the account" in page.content.decode()
    assert not MailAddress.objects.get().confirmed
    assert Client().post(path)["Location"] == "/account/?done=mail"
    for answer in (Client().get(path), Client().post(path)):
        assert answer.status_code == 410
        assert "no longer works" in answer.content.decode()
    assert Client(enforce_csrf_checks=True).post(path).status_code == 403


@pytest.mark.usefixtures("mara")
def test_one_click_ends_digests_without_cookies_or_token() -> None:
    path = path_of(links.stop_link(confirmed()))
    program = Client(enforce_csrf_checks=True)
    assert "Stop these emails" in program.get(path).content.decode()
    assert MailAddress.objects.get().digest
    answer = program.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert "Done" in answer.content.decode()
    assert not answer.cookies
    assert not MailAddress.objects.get().digest
    assert program.post(path.replace(":", ":x")).status_code == 404


@pytest.mark.usefixtures("mara")
def test_every_address_gets_the_same_answer() -> None:
    confirmed()
    Email.objects.all().delete()
    pages = [
        re.sub(r'value="\w{64}"', "", sent(Client(), "mail/reset", email=address))
        for address in ("mara@home.test", "nobody@home.test")
    ]
    assert pages[0] == pages[1]
    kinds = Email.objects.order_by("pk").values_list("kind", "to")
    assert list(kinds) == [("reset", "mara@home.test"), ("reset", "nobody@home.test")]
    page = sent(Client(), "mail/reset", 422, email="nonsense")
    assert "not an email" in problem_beside(page, "email")


def test_a_link_sets_a_password_once_and_logs_every_device_out(mara: Client) -> None:
    confirmed()
    path = path_of(links.reset_link("http://testserver", User.objects.get()))
    stranger = Client()
    form = stranger.get(path)["Location"]
    assert form.endswith("/set-password/")
    assert "Set a new password" in stranger.get(form).content.decode()
    page = stranger.post(form, {"new_password1": "short"}).content.decode()
    assert "short" in problem_beside(page, "new_password1")
    answer = stranger.post(form, {"new_password1": "another table, outside"}, follow=True)
    page = answer.content.decode()
    assert "every device logged out" in page
    assert "Logged in as" not in page
    assert "Logged in as" not in mara.get("/account/").content.decode()
    assert "no longer works" in Client().get(path).content.decode()
    sent(Client(), "log-in", name="Mara", password="another table, outside")


@pytest.mark.usefixtures("mara")
@pytest.mark.parametrize(("minutes", "works"), [(59, True), (61, False)])
def test_a_link_for_a_new_password_lasts_an_hour(
    minutes: int, works: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirmed()
    path = path_of(links.reset_link("http://testserver", User.objects.get()))
    later = default_token_generator._now() + timedelta(minutes=minutes)
    monkeypatch.setattr(default_token_generator, "_now", lambda: later)
    answer = Client().get(path)
    assert (answer.status_code == 302) == works
    assert ("no longer works" in answer.content.decode()) == (not works)


@override_settings(ALLOWED_HOSTS=["*"])
def test_no_address_is_taken_under_a_host_that_no_column_holds(mara: Client) -> None:
    typed = {"email": "new@home.test", "password": PASSWORD}
    long = ".".join(["x" * 60] * 6)
    assert mara.post("/account/mail/", typed, headers={"host": long}).status_code == 400
    assert MailAddress.objects.get().pending == "mara@home.test"
