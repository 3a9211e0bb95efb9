"""Style sheets keep to few sizes, and each kind of page has its own sheet."""

import re
from pathlib import Path

import pytest

from tests.support.services import ROOT

CSS = ROOT / "static" / "css"
SHEETS = {path: path.read_text(encoding="utf-8") for path in sorted(CSS.rglob("*.css"))}
TOKENS = SHEETS[CSS / "lib" / "tokens.css"]
TEXT_PAGES = ("account", "history", "rules", "fair-dice", "error")


def _parts(path: Path) -> set[Path]:
    """Return the sheets with rules of which the sheet of a page consists."""
    names = re.findall(r'@import "([^"]+)"', SHEETS[path])
    listed = [(path.parent / name).resolve() for name in names]
    return {part for sheet in listed for part in _parts(sheet)} if listed else {path}


def _size(path: Path) -> int:
    """Return about how many bytes a page loads, without comments and white space."""
    text = "".join(SHEETS[part] for part in _parts(path))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return len(re.sub(r"\s*([{}:;,])\s*|\s+", r"\1 ", text).replace(" ", ""))


def test_every_sheet_belongs_to_a_kind_of_page() -> None:
    pages = [path for path in SHEETS if path.parent == CSS]
    assert {part for page in pages for part in _parts(page)} == set(SHEETS).difference(pages)


@pytest.mark.parametrize("name", TEXT_PAGES)
def test_a_page_of_text_loads_no_table(name: str) -> None:
    assert _size(CSS / f"{name}.css") <= 15_000


@pytest.mark.parametrize(
    ("name", "most"), [("standings", 17_200), ("statistics", 17_000), ("profile", 18_000)]
)
def test_pages_with_a_curve_load_a_chart_besides(name: str, most: int) -> None:
    assert CSS / "replay" / "chart.css" in _parts(CSS / f"{name}.css")
    assert _size(CSS / f"{name}.css") <= most


def test_colours_have_a_value_for_each_theme_in_one_place() -> None:
    assert "prefers-color-scheme" not in "".join(SHEETS.values())
    assert "light-dark(" in TOKENS


def test_boxes_follow_the_direction_of_writing() -> None:
    physical = r"(?:margin|padding|border)-(?:left|right)\b|(?<![\w-])(?:left|right) ?:|float: left"
    for path, sheet in SHEETS.items():
        assert re.findall(physical, re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)) == [], path
        for values in re.findall(r"\b(?:margin|padding): ([^;]+);", sheet):
            sides = _without_functions(values).split()
            assert len(sides) < 4, (path, values)


def _without_functions(values: str) -> str:
    less = re.sub(r"[\w-]*\([^()]*\)", "x", values)
    return less if less == values else _without_functions(less)


def test_the_size_of_a_touch_target_is_written_once() -> None:
    assert "".join(SHEETS.values()).count("44px") == 1


def test_layouts_change_at_five_sizes() -> None:
    queries = " ".join(re.findall(r"@(?:media|container)[^{]+", "".join(SHEETS.values())))
    steps = re.findall(r"(width|height) (?:<|>=) ([\d.]+)em", queries)
    # Large text, a small phone and two columns; a phone on its side, and a low window.
    assert not re.search("m(?:in|ax)-(?:width|height)", queries)
    assert set(steps) == {
        *(("width", "16"), ("width", "22.5"), ("width", "56.25")),
        *(("height", "31.25"), ("height", "45")),
    }


def test_sizes_of_type_are_few() -> None:
    assert len(re.findall(r"^  --t-\w+:", TOKENS, re.MULTILINE)) == 12
    text = "".join(SHEETS.values())
    assert not re.search(r"font-size:[^;]*\drem", text)
