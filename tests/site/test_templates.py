"""Templates keep to what readers, translators and browsers need of them."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_what_is_translated_over_several_lines_is_trimmed(path: Path) -> None:
    """Else its line breaks and indentation are part of the message that translators see."""
    for block in re.findall(
        r"{% blocktranslate.*?{% endblocktranslate %}", path.read_text("utf-8"), re.DOTALL
    ):
        assert "\n" not in block or " trimmed " in block.partition("%}")[0], block


def test_no_line_is_longer_than_120_characters() -> None:
    lines = [
        f"{path.name}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert lines == []


def test_no_template_has_inline_script_or_style() -> None:
    for path in TEMPLATES:
        text = path.read_text("utf-8")
        assert not re.search(r"<script(?![^>]* src=)", text), path
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text), path


def test_every_date_that_people_read_has_one_form() -> None:
    for path in TEMPLATES:
        shown = re.findall(r"<time[^>]*>\s*(.*?)\s*</time>", path.read_text("utf-8"), re.DOTALL)
        assert all(re.search(r'\|date:"DATE(TIME)?_FORMAT" }}$', words) for words in shown), path
        assert "SHORT_DATE" not in path.read_text("utf-8"), path


def test_languages_write_their_own_percent_sign() -> None:
    """Some put a space before it: see `games.formats.with_percent_sign`."""
    for path in TEMPLATES:
        text = path.read_text("utf-8")
        messages = r"{% blocktranslate.*?{% endblocktranslate %}|{% translate .*? %}"
        shown = re.sub(messages, "", text, flags=re.DOTALL)
        assert not re.search(r"(\d|}})\s?%(?!})", shown), path


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500"])
def test_error_pages_render_without_a_request(name: str) -> None:
    """Django renders 500.html without one; that must not fail."""
    page = get_template(f"{name}.html").render()
    assert "<h1>" in page
    assert 'href="/"' in page
