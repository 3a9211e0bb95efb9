"""Static files: revalidated at home, cached for ever in production."""

import gzip
import json
import re
import subprocess
from pathlib import Path

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.asgi import get_asgi_application
from django.core.management import CommandError
from django.test import Client
from polib import pofile  # type: ignore[import-untyped]

from farkle_site.static_files import HashedStorage
from tests.support import services
from tests.support.pages import FORWARDED, fetch
from tests.support.services import ROOT


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
    by_brotli = {**FORWARDED, "Accept-Encoding": "gzip, br"}
    _, headers, smaller = fetch(f"{site.url}/static/{name}", **by_brotli)
    assert headers["Content-Encoding"] == "br"
    assert len(smaller) < len(body)


def test_production_has_bundles_and_not_what_they_are_built_from(environ: dict[str, str]) -> None:
    manifest = json.loads((Path(environ["FARKLE_STATIC"]) / "staticfiles.json").read_text())
    assert {name.split("/")[0] for name in manifest["paths"]} == {"admin", "img"}
    assert (Path(environ["FARKLE_STATIC"]) / _built()["en/js/room/main.js"]).is_file()
    assert not (Path(environ["FARKLE_STATIC"]) / "js").exists()


def test_nothing_is_collected_for_production_without_bundles(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="make bundles"):
        list(HashedStorage(tmp_path).post_process({"img/icon-192.png": None}))


def test_bundles_are_built_again_after_any_change() -> None:
    rules = subprocess.run(
        ["make", "--question", "--print-data-base", "bundles"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,  # its status says whether they are out of date
    )
    (needed,) = re.findall(r"^static/dist/manifest\.json: (.*)", rules.stdout, re.MULTILINE)
    sources = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.*")]
    names = {path.relative_to(ROOT).as_posix() for path in sources}
    assert {name for name in names if not name.startswith("static/dist")} <= {*needed.split()}


def _built() -> dict[str, str]:
    manifest = ROOT / "static/dist/manifest.json"
    assert manifest.is_file(), "run `make bundles` first"
    return dict(json.loads(manifest.read_text(encoding="utf-8")))


@pytest.mark.parametrize("locale", ["de", "ru", "zh_Hans"])
def test_a_bundle_has_the_texts_of_one_language(locale: str) -> None:
    english, other = (
        (ROOT / "static" / _built()[f"{code}/js/room/main.js"]).read_text().replace("\\xA0", "\xa0")
        for code in ("en", locale)
    )
    texts = pofile(str(ROOT / "locale" / locale / "LC_MESSAGES/djangojs.po"))
    sentences = [text for text in texts.translated_entries() if " " in text.msgid]
    used = [text for text in sentences if f"`{text.msgid}`" in english]
    assert len(used) > 100
    for text in used:
        forms = [*text.msgstr_plural.values()] or [text.msgstr]
        assert all(f"`{form}`" in other for form in forms if "\n" not in form), text.msgid
        assert text.msgid in forms or f"`{text.msgid}`" not in other
    assert not re.search(r"gettext\(", english + other)


def test_what_was_built_is_kept_for_ever_at_home_too(laptop: services.Daphne) -> None:
    for name in (_built()["en/js/room/main.js"], _built()["css/room.css"]):
        _, plain, body = fetch(f"{laptop.url}/static/{name}")
        assert plain["Cache-Control"] == "max-age=315360000, public, immutable"
        _, headers, small = fetch(f"{laptop.url}/static/{name}", **{"Accept-Encoding": "gzip"})
        assert gzip.decompress(small) == body
        assert headers["Cache-Control"] == plain["Cache-Control"]


def test_what_was_built_is_collected_as_it_is(
    site: services.Daphne, environ: dict[str, str]
) -> None:
    root = Path(environ["FARKLE_STATIC"])
    for path in (ROOT / "static/dist").iterdir():
        assert (root / "dist" / path.name).read_bytes() == path.read_bytes()
    name = _built()["en/js/room/main.js"]
    compressed = {**FORWARDED, "Accept-Encoding": "gzip"}
    _, headers, body = fetch(f"{site.url}/static/{name}", **compressed)
    assert headers["Cache-Control"] == "max-age=315360000, public, immutable"
    assert gzip.decompress(body) == (ROOT / "static" / name).read_bytes()
    assert len(body) < (root / name).stat().st_size / 2


def test_a_compressed_file_is_not_fetched_again() -> None:
    first = Client().get("/static/js/room/main.js", headers={"accept-encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in first["Vary"]
    assert gzip.decompress(first.content) == (ROOT / "static/js/room/main.js").read_bytes()
    again = {"accept-encoding": "gzip", "if-none-match": first["ETag"]}
    assert Client().get("/static/js/room/main.js", headers=again).status_code == 304


LOADED = sorted(path for path in (ROOT / "static").rglob("*.*s") if not path.match("*.test.js"))
"""Scripts and styles, aside from the tests beside them."""


@pytest.mark.parametrize("path", LOADED, ids=lambda path: path.name)
def test_no_file_names_another_host(path: Path) -> None:
    text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in text
    assert not re.search(r"https?://[a-z]", text.replace('"https:"', ""))


def test_everything_that_a_rooms_page_loads_is_there_in_production(site: services.Daphne) -> None:
    _, headers, home = fetch(f"{site.url}/", **FORWARDED)
    cookies = [one.split(";")[0] for one in headers.get_all("Set-Cookie", [])]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]+)"', home.decode()))
    asks = {**FORWARDED, "Cookie": "; ".join(cookies), "Referer": "https://farkle.example/"}
    status, headers, _ = fetch(f"{site.url}/rooms/", {**fields, "name": "Mara"}, **asks)
    assert status == 302
    cookies += [one.split(";")[0] for one in headers.get_all("Set-Cookie", [])]
    asks["Cookie"] = "; ".join(cookies)
    _, _, room = fetch(f"{site.url}{headers['Location']}", **asks)
    paths = set(re.findall(r'(?:href|src)="(/static/[^"#]*)"', room.decode()))
    scripts = [path for path in paths if path.endswith(".js")]
    assert len(scripts) == 2
    for path in paths:
        status, headers, _ = fetch(f"{site.url}{path}", **FORWARDED)
        assert (status, headers["Cache-Control"]) == (200, "max-age=315360000, public, immutable")
