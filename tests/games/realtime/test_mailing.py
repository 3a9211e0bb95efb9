"""A server sends mail by itself, where its environment names a mail server."""

import re
import time

from tests.support.client import PATIENCE_SECONDS, Browser
from tests.support.smtp import MailServer, mail_server
from tests.support.sockets import Start, nothing_broke

PASSWORD = "a table by the window"


def the_letter(smtp: MailServer) -> str:
    """The path of the link in the next letter that arrives."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not smtp.letters:
        assert time.monotonic() < end, "no letter came"
        time.sleep(0.1)
    found = re.search(r"http://[^/\s]+(/\S+)", smtp.letters.pop().get_content())
    assert found
    return found[1]


def test_an_address_is_confirmed_and_a_password_replaced_by_mail(daphne_server: Start) -> None:
    with mail_server() as smtp:
        server = daphne_server(**smtp.environ)
        browser = Browser(server.url)
        browser.sent("/account/", "/account/sign-up/", name="Mara", password=PASSWORD)
        typed = {"email": "mara@home.test", "password": PASSWORD}
        browser.sent("/account/", "/account/mail/", **typed)
        link = the_letter(smtp)
        assert browser.sent(link, link)[1].endswith("?done=mail")
        stranger = Browser(server.url)
        form = ("/account/forgot/", "/account/mail/reset/")
        assert "on its way" in stranger.sent(*form, email="mara@home.test")[0]
        assert "/account/reset/" in the_letter(smtp)
        nothing_broke(server)
