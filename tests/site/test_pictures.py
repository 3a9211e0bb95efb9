"""The pictures of the README and the documents, which `make pictures` takes from the real pages."""

from pathlib import Path

import pytest
from PIL import Image

import pictures


def test_the_moving_picture_is_a_turn_and_small() -> None:
    path = pictures.FOLDER / "turn.webp"
    assert path.stat().st_size <= pictures.LARGEST
    with Image.open(path) as picture:
        assert picture.n_frames > 50  # type: ignore[attr-defined]  # of an animation


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
