"""What is built is what the sources give, and is loaded as long as it is."""

import json
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from games import assets
from tests.support.services import ROOT

DIST = ROOT / "static" / "dist"
MEND = "static/dist is out of date: make bundles"


def test_what_is_built_is_of_these_sources() -> None:
    """Needs no Node. The next test compares the files themselves."""
    manifest = json.loads((DIST / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["sources"] == assets.digest(), MEND


@pytest.mark.node
def test_what_is_built_is_what_the_sources_give(tmp_path: Path) -> None:
    done = subprocess.run(
        ["node", "bundle.js", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    built, expected = (
        {path.name: path.read_bytes() for path in folder.iterdir()} for folder in (DIST, tmp_path)
    )
    assert built.keys() == expected.keys(), MEND
    assert built == expected, MEND


@pytest.fixture
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one script, and what was built from it."""
    (tmp_path / "js" / "room").mkdir(parents=True)
    (tmp_path / "css").mkdir()
    (tmp_path / "dist").mkdir()
    (tmp_path / "js" / "room" / "main.js").write_text("roll();\n")
    monkeypatch.setattr(assets, "_STATIC", tmp_path)
    names = {"js/room/main.js": "dist/room.123.js"}
    manifest = {"sources": assets.digest(), "names": names}
    (tmp_path / "dist" / "manifest.json").write_text(json.dumps(manifest))
    assets._manifest.cache_clear()
    return tmp_path


def test_pages_load_what_was_built_from_these_sources(static: Path) -> None:
    assert assets.url("js/room/main.js") == "/static/dist/room.123.js"
    (static / "dist" / "manifest.json").unlink()
    # What was read once is kept until a source changes.
    assert assets.url("js/room/main.js") == "/static/dist/room.123.js"


@pytest.mark.parametrize("name", ["main.js", "new.js"])
def test_pages_load_the_sources_once_one_has_changed(static: Path, name: str) -> None:
    assets.url("js/room/main.js")
    (static / "js" / "room" / name).write_text("bank();\n")
    assert assets.url("js/room/main.js") == "/static/js/room/main.js"
    manifest = json.loads((static / "dist" / "manifest.json").read_text())
    manifest["sources"] = assets.digest()
    (static / "dist" / "manifest.json").write_text(json.dumps(manifest))
    assets._manifest.cache_clear()
    assert assets.url("js/room/main.js") == "/static/dist/room.123.js"


def test_a_new_test_beside_a_script_leaves_what_was_built_in_use(static: Path) -> None:
    (static / "js" / "room" / "main.test.js").write_text("test();\n")
    assert assets.url("js/room/main.js") == "/static/dist/room.123.js"


def test_a_page_loads_the_sheets_of_a_list_that_was_not_built(static: Path) -> None:
    (static / "css" / "lib").mkdir()
    (static / "css" / "page.css").write_text('/* All. */\n@import "./lib/tokens.css";\n')
    (static / "css" / "room.css").write_text('@import "./page.css";\n@import "./lib/chat.css";\n')
    (static / "css" / "lib" / "tokens.css").write_text("a { color: red; }\n")
    (static / "css" / "lib" / "chat.css").write_text("b { color: blue; }\n")
    own = ["/static/css/lib/tokens.css", "/static/css/lib/chat.css"]
    assert assets.sheets("css/room.css") == own
    manifest = {"sources": assets.digest(), "names": {"css/room.css": "dist/room.123.css"}}
    (static / "dist" / "manifest.json").write_text(json.dumps(manifest))
    assets._manifest.cache_clear()
    assert assets.sheets("css/room.css") == ["/static/dist/room.123.css"]


def test_a_sheet_that_lists_others_has_no_rules_of_its_own() -> None:
    for path in (ROOT / "static" / "css").rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        if "@import" in text:
            assert "{" not in text, path


@pytest.mark.usefixtures("static")
def test_in_production_the_sources_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MODE", "production")
    monkeypatch.setattr(assets, "_stamp", None)
    assert assets.url("js/room/main.js") == "/static/dist/room.123.js"


@pytest.mark.usefixtures("static")
def test_what_was_not_built_is_its_source() -> None:
    assert assets.url("css/home.css") == "/static/css/home.css"


def test_without_what_was_built_pages_load_the_sources(
    static: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (static / "dist" / "manifest.json").unlink()
    assert assets.url("js/room/main.js") == "/static/js/room/main.js"
    assert "make bundles" in caplog.text


def test_the_version_is_that_of_the_sources() -> None:
    assert assets.version() == assets.digest()
