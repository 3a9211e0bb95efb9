"""The elements that load a page's script and style sheet."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.utils import translation

from games import assets
from games.templatetags.assets import page_data, prefetch, script, style_sheet
from tests.support.services import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


@pytest.fixture(autouse=True)
def as_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "url", lambda source: f"/static/{source}")


def test_a_script_is_a_module_and_a_style_sheet_a_link() -> None:
    assert (
        script("js/room/main.js") == '<script type="module" src="/static/js/room/main.js"></script>'
    )
    assert style_sheet("css/home.css") == '<link rel="stylesheet" href="/static/css/home.css">'
    assert prefetch("js/room/main.js") == '<link rel="prefetch" href="/static/js/room/main.js">'


def test_data_keep_their_letters_and_end_no_script() -> None:
    assert page_data({"roll": "Бросок </script>"}, "words") == (
        '<script id="words" type="application/json">'
        '{"roll": "Бросок \\u003C/script\\u003E"}</script>'
    )


def test_a_script_that_runs_before_the_first_paint_is_no_module() -> None:
    with translation.override("de"):
        theme = script("js/pages/theme.js", before_paint=True)
    assert theme == '<script src="/static/js/pages/theme.js"></script>'


def test_in_another_language_the_texts_come_before_the_sources_of_a_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = '<script src="/texts/de.js" defer></script>'
    with translation.override("de"):
        monkeypatch.setattr(assets, "bundles", dict)
        assert script("js/room/main.js").startswith(f'{texts}<script type="module"')
        monkeypatch.setattr(assets, "bundles", lambda: {"de/js/room/main.js": "dist/room.1.js"})
        assert texts not in script("js/room/main.js")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_load_scripts_and_styles_with_these_tags_alone(path: object) -> None:
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert not re.search(r"""\{% static ["'](?:js|css)/""", text)
    for source in re.findall(r"""\{% (?:script|style_sheet|prefetch) ["']([^"']+)["']""", text):
        assert finders.find(source), source
