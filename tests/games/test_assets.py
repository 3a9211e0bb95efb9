"""Pages load what was built from the sources, unless one has changed since."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override
from pytest_django import Settings

from games import assets
from tests.support.services import ROOT

SCRIPT, SHEET, SPRITE = "js/room/main.js", "css/room.css", assets.SPRITE
BUNDLES = {
    f"en/{SCRIPT}": "dist/room.123.js",
    SHEET: "dist/room.123.css",
    SPRITE: "dist/sprite.123.svg",
}
LOADS_BUNDLES = [f"/static/{name}" for name in BUNDLES.values()]
LOADS_SOURCES = [f"/static/{name}" for name in (SCRIPT, SHEET, SPRITE)]


@pytest.fixture
def static(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """A folder with a script, sheets, and what was built from them a minute later."""
    files = {
        SCRIPT: "roll();\n",
        SPRITE: "<svg></svg>",
        SHEET: '@import "./lib/chat.css" layer(parts);\n',
        "css/lib/chat.css": "b { color: blue; }\n",
        "dist/manifest.json": json.dumps(BUNDLES),
    }
    folder = tmp_path / "static"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (0, 60 if name.startswith("dist") else 0))
    settings.BASE_DIR = tmp_path
    _restart()
    yield folder
    _restart()


def _restart() -> None:
    """Forget what a process reads once."""
    assets.bundles.cache_clear()
    assets.version.cache_clear()


def loaded() -> list[str]:
    return [assets.url(SCRIPT), assets.url(SHEET), assets.url(SPRITE)]


def test_pages_load_bundles(static: Path) -> None:
    (static / "js" / "room" / "main.test.js").write_text("test();\n")  # newer, but no page loads it
    assert loaded() == LOADS_BUNDLES
    assert assets.url("css/home.css") == "/static/css/home.css", "has no bundle"


@pytest.mark.usefixtures("static")
def test_a_language_without_a_bundle_of_a_script_loads_the_source() -> None:
    with override("de"):
        assert loaded() == [f"/static/{SCRIPT}", *LOADS_BUNDLES[1:]]


@pytest.mark.parametrize("name", [SCRIPT, "js/room/new.js", "css/lib/chat.css", SPRITE])
def test_pages_load_the_sources_after_a_change_at_home(
    static: Path, settings: Settings, name: str
) -> None:
    (static / name).write_text("bank();\n")
    assert loaded() == LOADS_SOURCES
    settings.MODE = "production"  # times of files say nothing there
    _restart()
    assert loaded() == LOADS_BUNDLES


@pytest.mark.usefixtures("static")
def test_pages_load_the_sources_while_one_works_on_them(settings: Settings) -> None:
    settings.DEBUG = True
    assert loaded() == LOADS_SOURCES


def test_pages_load_the_sources_where_nothing_was_built(static: Path) -> None:
    (static / "dist/manifest.json").unlink()
    assert loaded() == LOADS_SOURCES


def test_every_change_makes_another_version(static: Path) -> None:
    versions = {assets.version()}
    for name in (SCRIPT, SHEET, SPRITE):
        with (static / name).open("a") as file:
            file.write("/* more */\n")
        assets.version.cache_clear()
        versions.add(assets.version())
    assert len(versions) == 4


def test_a_sheet_that_lists_others_has_no_rules_of_its_own() -> None:
    for path in (ROOT / "static" / "css").rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        if "@import" in text:
            assert "{" not in text, path
