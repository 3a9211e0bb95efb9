"""A server sends mail by itself, where its environment names a mail server."""

from tests.support.client import Browser
from tests.support.outside.smtp import mail_server
from tests.support.sockets import Start, nothing_broke

PASSWORD = "a table by the window"


def test_an_address_is_confirmed_and_a_password_replaced_by_mail(daphne_server: Start) -> None:
    with mail_server() as smtp:
        server = daphne_server(**smtp.environ)
        browser = Browser(server.url)
        browser.sent("/account/", "/account/sign-up/", name="Mara", password=PASSWORD)
        typed = {"email": "mara@home.test", "password": PASSWORD}
        browser.sent("/account/", "/account/mail/", **typed)
        link = smtp.link()
        assert browser.sent(link, link)[1].endswith("?done=mail")
        stranger = Browser(server.url)
        form = ("/account/forgot/", "/account/mail/reset/")
        assert "on its way" in stranger.sent(*form, email="mara@home.test")[0]
        assert "/account/reset/" in smtp.link()
        nothing_broke(server)
