"""The loader drops the white space that is there for the readers of a template, and no other."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

from farkle_site.templates import squeeze

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))


@pytest.mark.parametrize(
    ("source", "compiled"),
    [
        ("<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>\n", "<ul><li>one</li><li>two</li></ul>"),
        (
            "<p>\n  {{ one }}\n  {% if two %}\n    {{ two }}\n  {% endif %}\n</p>",
            "<p>{{ one }}{% if two %}{{ two }}{% endif %}</p>",
        ),
        ("<b>one</b> <i>two</i>", "<b>one</b> <i>two</i>"),
        ('<b>one</b>{{ " " }}\n<i>two</i>', "<b>one</b> <i>two</i>"),
        ("<p>\n  One sentence\n  on two lines.\n</p>", "<p>One sentence on two lines.</p>"),
        (
            '<input id="a"\n       {% if b %}required{% endif %}\n       value="c > d"\n>\n',
            '<input id="a" {% if b %}required{% endif %} value="c > d">',
        ),
        ('<use href="#logo" />', '<use href="#logo"/>'),
        ('<path d="M1 1\n         h11v11">', '<path d="M1 1 h11v11">'),
        ("<a{% if b > 6 %}\n   hidden{% endif %}>\n", "<a{% if b > 6 %} hidden{% endif %}>"),
        ('<a title="{% translate "x" %}"\n   id="b">\n', '<a title="{% translate "x" %}" id="b">'),
        ("<p>{# a <b> is\tnot one #}\n</p>", "<p>{# a <b> is\tnot one #}</p>"),
        ("{% if one <two %}\n<br>\n{% endif %}", "{% if one <two %}<br>{% endif %}"),
        ("<pre\n  id='a'>\n one\n two\n</pre>\n", "<pre id='a'>\n one\n two\n</pre>"),
        ("<textarea\n  id='a'>\n{{ b }}\n</textarea>\n", "<textarea id='a'>\n{{ b }}\n</textarea>"),
        ("<script>\n// one\ntwo()\n</script>\n", "<script>\n// one\ntwo()\n</script>"),
        (
            "<h1>\n{% blocktranslate trimmed %}\n  {{ a }}\n  b\n{% endblocktranslate %}\n</h1>",
            "<h1>{% blocktranslate trimmed %}\n  {{ a }}\n  b\n{% endblocktranslate %}</h1>",
        ),
    ],
)
def test_only_white_space_for_readers_is_dropped(source: str, compiled: str) -> None:
    assert squeeze(source) == compiled
    assert squeeze(compiled) == compiled


def test_pages_are_compiled_from_squeezed_templates() -> None:
    page = get_template("404.html").render()
    assert not re.search(r">\s*\n|\n\s*<|\s/>", page)


def test_templates_of_others_stay_as_they_are() -> None:
    assert "\n" in get_template("admin/404.html").template.source


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


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500"])
def test_error_pages_render_without_a_request(name: str) -> None:
    """Django renders 500.html without one; that must not fail."""
    page = get_template(f"{name}.html").render()
    assert "<h1>" in page
    assert 'href="/"' in page
