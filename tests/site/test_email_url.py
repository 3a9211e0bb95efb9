"""EMAIL_URL: which mail server it names, or why it is refused."""

import pytest

from farkle_site import email_url

FROM = "Farkle <farkle@farkle.example>"


@pytest.mark.parametrize(
    ("url", "port", "starttls", "tls"),
    [
        ("smtp://localhost", 25, False, False),
        ("smtp://localhost:2525/", 2525, False, False),
        ("smtp+tls://me:p%40ss@mail.example", 587, True, False),
        ("smtps://me:p%40ss@mail.example", 465, False, True),
    ],
)
def test_each_scheme_has_its_port_and_security(
    url: str, port: int, *, starttls: bool, tls: bool
) -> None:
    found = email_url.parse(url, FROM)
    assert (found["EMAIL_PORT"], found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (
        port,
        starttls,
        tls,
    )
    assert found["EMAIL_HOST_PASSWORD"] == ("p@ss" if "me" in url else "")
    assert found["DEFAULT_FROM_EMAIL"] == FROM


@pytest.mark.parametrize(
    "url", ["mail.example", "http://a", "smtp://", "smtp://a:b@c:x", "smtp://a/b"]
)
def test_anything_else_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ValueError, match="EMAIL_URL") as caught:
        email_url.parse(url, FROM)
    assert url == "smtp://" or url not in str(caught.value)


@pytest.mark.parametrize("sender", ["", "farkle", "a@b\nBcc: c@d"])
def test_emails_come_from_an_address(sender: str) -> None:
    with pytest.raises(ValueError, match="EMAIL_FROM"):
        email_url.parse("smtp://localhost", sender)
