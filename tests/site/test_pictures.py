"""The pictures of the README and the documents, which `make pictures` takes from the real pages."""

import re
from pathlib import Path

import pytest
from PIL import Image

import pictures


def test_the_moving_picture_is_a_turn_and_small() -> None:
    path = pictures.FOLDER / "turn.webp"
    assert path.stat().st_size <= pictures.LARGEST
    with Image.open(path) as picture:
        assert picture.n_frames > 50  # type: ignore[attr-defined]  # of an animation


def test_every_picture_of_a_document_has_words_and_a_way_to_take_it_again() -> None:
    shown = {"chances.svg"}  # of no page
    for page in [pictures.ROOT / "README.md", *(pictures.ROOT / "docs").rglob("*.md")]:
        text = page.read_text(encoding="utf-8")
        for words, name in re.findall(r"!\[(.*?)\]\(\S*?img/(.+?)\)", text):
            assert len(words) > 10, name
            shown.add(name)
        for name, words in re.findall(r'<img src="\S*?img/(.+?)" alt="(.*?)"', text):
            assert len(words) > 10, name
            shown.add(name)
    assert shown == {*pictures.PICTURES, "chances.svg"}


@pytest.mark.parametrize("name", ["tv", "class", "rules", "slow", "review", "daily"])
def test_pictures_of_guides_are_small(name: str) -> None:
    assert (pictures.FOLDER / f"{name}.webp").stat().st_size <= pictures.LARGEST_STILL


def test_pictures_are_old_once_a_page_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in pictures.SHOWN:
        path = tmp_path / name if "." in name else tmp_path / name / "page.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("before")
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    before = pictures.digest()
    assert pictures.digest() == before
    path.write_text("after")
    assert pictures.digest() != before
