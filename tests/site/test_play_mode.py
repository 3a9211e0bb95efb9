"""The site as `make play` runs it: plain http, the machine's own names, no Secure cookies."""

import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from email.message import Message

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.asgi import get_asgi_application

from farkle_site.headers import CONTENT_SECURITY_POLICY, PERMISSIONS_POLICY
from tests.support import services

Start = Callable[..., services.Daphne]


@pytest.fixture
def laptop(daphne_server: Start) -> services.Daphne:
    return daphne_server(ALLOWED_HOSTS="laptop.test")


class _StayHere(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer to look at, not a reason to ask another host."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


_opener = urllib.request.build_opener(_StayHere)


def fetch(
    url: str, form: dict[str, str] | None = None, **headers: str
) -> tuple[int, Message, bytes]:
    data = urllib.parse.urlencode(form).encode() if form is not None else None
    request = urllib.request.Request(url, data, headers)
    try:
        with _opener.open(request, timeout=10) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


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


def test_error_pages_carry_the_policy_too(laptop: services.Daphne) -> None:
    status, headers, _ = fetch(f"{laptop.url}/no-such-page-anywhere/")
    assert status == 404
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


def test_only_names_of_this_machine_are_answered(laptop: services.Daphne) -> None:
    assert fetch(f"{laptop.url}/admin/login/", Host=f"laptop.test:{laptop.port}")[0] == 200
    assert fetch(f"{laptop.url}/admin/login/", Host=f"localhost:{laptop.port}")[0] == 200
    assert fetch(f"{laptop.url}/admin/login/", Host="farkle.example")[0] == 400


def test_a_form_counts_only_from_the_very_address_it_was_opened_at(
    laptop: services.Daphne,
) -> None:
    host = f"laptop.test:{laptop.port}"
    _, headers, page = fetch(f"{laptop.url}/admin/login/", Host=host)
    cookie = headers["Set-Cookie"].split(";")[0]
    assert "Secure" not in headers["Set-Cookie"]
    found = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    form = {"csrfmiddlewaretoken": found[1].decode(), "username": "nobody", "password": "x"}

    def post(origin: str) -> int:
        url = f"{laptop.url}/admin/login/"
        return fetch(url, form, Host=host, Cookie=cookie, Origin=origin)[0]

    assert post(f"http://{host}") == 200  # the form again, with "wrong password"
    for other in ("http://laptop.test", f"https://{host}", "http://elsewhere.test", "null"):
        assert post(other) == 403


def test_static_files_are_asked_for_again_and_cost_nothing_when_unchanged(
    laptop: services.Daphne,
) -> None:
    url = f"{laptop.url}/static/admin/css/base.css"
    status, headers, body = fetch(url)
    assert (status, headers["Content-Type"]) == (200, 'text/css; charset="utf-8"')
    assert headers["Cache-Control"] == "max-age=0, public"
    assert int(headers["Content-Length"]) == len(body) > 0
    status, _, body = fetch(url, **{"If-None-Match": headers["ETag"]})
    assert (status, body) == (304, b"")


def test_a_style_sheet_is_sent_without_what_is_there_for_its_readers(
    laptop: services.Daphne,
) -> None:
    url = f"{laptop.url}/static/css/lib/tokens.css"
    source = (services.ROOT / "static/css/lib/tokens.css").read_bytes()
    for asked in ({}, {"Range": "bytes=0-9"}):
        status, headers, body = fetch(url, **asked)
        assert status == 200
        assert int(headers["Content-Length"]) == len(body) < len(source)
        assert body.startswith(b":root{color-scheme:light;--desk:#dfe3df;")
        assert b"/*" not in body
        assert b"\n" not in body


async def test_static_files_are_sent_in_one_piece() -> None:
    """A stream would be read whole all the same, with a warning for each file."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/static/admin/css/base.css",
        "headers": [(b"host", b"localhost")],
        "query_string": b"",
    }
    application = ApplicationCommunicator(get_asgi_application(), scope)
    await application.send_input({"type": "http.request"})
    assert (await application.receive_output())["status"] == 200
    body = await application.receive_output()
    assert b"{" in body["body"]
    assert not body.get("more_body")
    await application.wait()


def test_a_page_that_is_only_looked_at_gets_no_session(laptop: services.Daphne) -> None:
    _, headers, _ = fetch(f"{laptop.url}/admin/login/")
    assert "sessionid" not in str(headers.get_all("Set-Cookie"))


def test_the_log_does_not_say_who_asked_for_what(laptop: services.Daphne) -> None:
    fetch(f"{laptop.url}/admin/login/?code=SECRETROOM")
    assert "SECRETROOM" not in laptop.log()
