"""The headers of every response."""

import urllib.error
import urllib.request

import pytest

from farkle_site.headers import CONTENT_SECURITY_POLICY, HEADERS, PERMISSIONS_POLICY
from tests.support import services
from tests.support.pages import fetch


def test_headers_of_a_page(laptop: services.Daphne) -> None:
    status, headers, _ = fetch(f"{laptop.url}/admin/login/")
    assert status == 200
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert headers["Permissions-Policy"] == PERMISSIONS_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Server"] is None
    assert headers["Strict-Transport-Security"] is None


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    policy = dict(part.split(" ", 1) for part in CONTENT_SECURITY_POLICY.split("; "))
    assert policy["default-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/no-such-page-anywhere/", "localhost", 404),
        ("/", "not-this-machine.example", 400),
        ("/healthz", "localhost", 200),
        ("/metrics", "localhost", 200),
        ("/static/img/icon.svg", "localhost", 200),
    ],
)
def test_errors_files_and_probes_have_them_too(
    laptop: services.Daphne, path: str, host: str, status: int
) -> None:
    found, headers, _ = fetch(f"{laptop.url}{path}", Host=host)
    assert found == status
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert headers["Access-Control-Allow-Origin"] is None


def test_no_request_is_sent_back(laptop: services.Daphne) -> None:
    for path in ("/", "/rooms/", "/account/log-in/", "/healthz"):
        request = urllib.request.Request(f"{laptop.url}{path}", method="TRACE")
        request.add_header("X-Secret", "nobody else's business")
        try:
            with urllib.request.urlopen(request) as answer:
                body = answer.read()
        except urllib.error.HTTPError as error:
            with error:
                body = error.read()
        assert b"nobody else" not in body
