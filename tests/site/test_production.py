"""The site in production settings, behind a proxy that ends https."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.test_play_mode import fetch
from tests.support import services

Start = Callable[..., services.Daphne]
KEY = "Kq3-zR7_wB1xN5tY9uV2mC6pL0sD4fG8hJaEeQiOoWnTrXyZbM"  # made up, long enough
FORWARDED = {
    "Host": "farkle.example",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
}


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A complete production environment whose static files have been collected."""
    folder = tmp_path_factory.mktemp("production")
    settings = {
        "FARKLE_MODE": "production",
        "FARKLE_STATIC": str(folder / "static"),
        "FARKLE_BEHIND_PROXY": "yes",
        "SECRET_KEY": KEY,
        "ALLOWED_HOSTS": "farkle.example",
    }
    done = services.manage(
        {**services.plain_environ(folder), **settings}, "collectstatic", "--noinput"
    )
    assert done.returncode == 0, done.stderr
    return settings


@pytest.fixture
def site(environ: dict[str, str], daphne_server: Start) -> services.Daphne:
    return daphne_server(**environ)


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
    status, headers, _ = fetch(f"{site.url}/admin/login/", Host="farkle.example")
    assert (status, headers["Location"]) == (301, "https://farkle.example/admin/login/")


def test_pages_are_for_https_alone(site: services.Daphne) -> None:
    status, headers, _ = fetch(f"{site.url}/admin/login/", **FORWARDED)
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "; Secure" in headers["Set-Cookie"]
    assert fetch(f"{site.url}/admin/login/", **{**FORWARDED, "Host": "other.example"})[0] == 400


def test_static_files_are_hashed_compressed_and_kept_for_ever(
    site: services.Daphne, environ: dict[str, str]
) -> None:
    manifest = json.loads((Path(environ["FARKLE_STATIC"]) / "staticfiles.json").read_text())
    name = manifest["paths"]["admin/css/base.css"]
    assert re.fullmatch(r"admin/css/base\.\w{12}\.css", name)
    _, headers, plain = fetch(f"{site.url}/static/{name}", **FORWARDED)
    assert headers["Cache-Control"] == "max-age=315360000, public, immutable"
    compressed = {**FORWARDED, "Accept-Encoding": "gzip"}
    _, headers, body = fetch(f"{site.url}/static/{name}", **compressed)
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == plain
    assert len(body) < len(plain) / 2


def test_style_sheets_are_collected_without_what_is_there_for_their_readers(
    environ: dict[str, str],
) -> None:
    root = Path(environ["FARKLE_STATIC"])
    manifest = json.loads((root / "staticfiles.json").read_text())["paths"]
    ours = [name for name in manifest if name.startswith("css/")]
    assert len(ours) > 15
    for name in ours:
        text = (root / manifest[name]).read_text(encoding="utf-8")
        assert "\n" not in text, name
        assert "/*" not in text, name
    tray = (root / manifest["css/table/tray.css"]).read_text(encoding="utf-8")
    assert re.search(r'url\("\.\./\.\./img/felt\.[0-9a-f]{12}\.svg"\)', tray)


def test_scripts_import_one_another_by_hashed_names(environ: dict[str, str]) -> None:
    """Else a page could mix new scripts with old ones from a cache."""
    root = Path(environ["FARKLE_STATIC"])
    manifest = json.loads((root / "staticfiles.json").read_text())["paths"]
    ours = [name for name in manifest if name.endswith(".js") and not name.startswith("admin/")]
    for name in ours:
        text = (root / manifest[name]).read_text(encoding="utf-8")
        targets = re.findall(
            r"""^(?:import\s*|(?:import|export)\b[^;()]*?\bfrom\s*)["'](\.[^"']+)["']""",
            text,
            re.MULTILINE,
        )
        for target in targets:
            assert re.search(r"\.[0-9a-f]{12}\.js$", target), f"{name} imports {target}"


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
