"""The site as `make play` runs it: plain http, the machine's own names, no Secure cookies."""

import re
from pathlib import Path

from tests.support import services
from tests.support.pages import fetch


def test_only_names_of_this_machine_are_answered(laptop: services.Daphne) -> None:
    assert fetch(f"{laptop.url}/admin/login/", Host=f"laptop.test:{laptop.port}")[0] == 200
    assert fetch(f"{laptop.url}/admin/login/", Host=f"localhost:{laptop.port}")[0] == 200
    assert fetch(f"{laptop.url}/admin/login/", Host="farkle.example")[0] == 400


def test_a_form_is_accepted_only_from_its_own_origin(
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


def test_a_get_request_starts_no_session(laptop: services.Daphne) -> None:
    _, headers, _ = fetch(f"{laptop.url}/admin/login/")
    assert "sessionid" not in str(headers.get_all("Set-Cookie"))


def test_the_log_does_not_say_who_asked_for_what(laptop: services.Daphne) -> None:
    fetch(f"{laptop.url}/admin/login/?code=SECRETROOM")
    assert "SECRETROOM" not in laptop.log()


def test_what_only_workers_need_is_not_loaded(laptop: services.Daphne) -> None:
    """Nobody pays at a server's start for what solves rule sets."""
    loaded = Path(f"/proc/{laptop.pid}/maps").read_text(encoding="utf-8")
    assert "python" in loaded
    assert "numpy" not in loaded
