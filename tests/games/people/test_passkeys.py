"""The challenges for a browser, and the host they are for."""

import pytest
from django.test import RequestFactory, override_settings

from games.people import passkeys


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("farkle.example", "farkle.example"),
        ("Farkle.Example:8443", "farkle.example"),
        ("localhost:8000", "localhost"),
        ("10.0.0.7:8000", ""),
        ("[::1]:8000", ""),
    ],
)
@override_settings(ALLOWED_HOSTS=["*"])
def test_passkeys_belong_to_a_host_name_and_never_to_a_number(address: str, host: str) -> None:
    request = RequestFactory().get("/", headers={"host": address})
    assert passkeys.host_of(request) == host
    if host:
        request.session = {}  # type: ignore[assignment]
        assert passkeys.ask_to_log_in(request)["rpId"] == host


def test_the_browser_waits_as_long_as_a_challenge_is_valid() -> None:
    request = RequestFactory().get("/", headers={"host": "localhost"})
    request.session = {}  # type: ignore[assignment]
    assert passkeys.ask_to_log_in(request)["timeout"] == passkeys.SECONDS * 1000
