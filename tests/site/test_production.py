"""The site in production settings, behind a proxy that ends https."""

import json
from pathlib import Path

import pytest

from tests.support import services
from tests.support.pages import FORWARDED, fetch


def test_django_finds_nothing_to_warn_about(environ: dict[str, str], tmp_path: Path) -> None:
    done = services.manage(
        {**services.plain_environ(tmp_path), **environ},
        *("check", "--deploy", "--fail-level", "WARNING"),
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [("check",), ("migrate",)])
def test_a_wrong_environment_is_one_clear_sentence(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    done = services.manage(
        {**services.plain_environ(tmp_path), "FARKLE_MODE": "production"}, *command
    )
    assert done.returncode != 0
    assert done.stderr.startswith("This site cannot start: SECRET_KEY (or SECRET_KEY_FILE) is")
    assert "Traceback" not in done.stderr


def test_plain_http_is_sent_to_https(site: services.Daphne) -> None:
    plain = {**FORWARDED, "X-Forwarded-Proto": "http"}
    status, headers, _ = fetch(f"{site.url}/admin/login/", **plain)
    assert (status, headers["Location"]) == (301, "https://farkle.example/admin/login/")


def test_pages_are_for_https_alone(site: services.Daphne) -> None:
    status, headers, _ = fetch(f"{site.url}/admin/login/", **FORWARDED)
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=31536000"  # no subdomains, no preload
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    cookies = headers.get_all("Set-Cookie")
    assert cookies
    for attribute in ("; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"):
        assert all(attribute in cookie for cookie in cookies)
    assert not any("Domain" in cookie for cookie in cookies)  # for this host alone
    assert fetch(f"{site.url}/admin/login/", **{**FORWARDED, "Host": "other.example"})[0] == 400


def test_logs_are_json_lines_without_what_was_asked(site: services.Daphne) -> None:
    fetch(f"{site.url}/admin/login/", **{**FORWARDED, "Host": "other.example"})
    _, headers, _ = fetch(f"{site.url}/r/K7M2PQ9R/rules/", **FORWARDED)
    site.terminate()
    assert "K7M2PQ9R" not in site.log()
    lines = [json.loads(line) for line in site.log().splitlines()]
    assert any(line["logger"] == "django.security.DisallowedHost" for line in lines)
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    assert all("request" not in line for line in lines)
    assert headers["X-Request-ID"] in {line.get("request_id") for line in lines}
