"""Frames are read by the annotations of the class that declares them."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.protocol import fields
from games.protocol.fields import Keep, Positions, reader_of, shape_of


@dataclass(frozen=True)
class Example:
    player: int
    keep: Keep
    name: str | None = None
    listed: bool = False


def test_a_field_with_a_default_may_be_left_out() -> None:
    shape = shape_of(Example)
    assert shape.make is Example
    assert list(shape.readers) == ["player", "keep", "name", "listed"]
    assert shape.required == {"player", "keep"}


def test_a_field_is_read_as_its_annotation_says() -> None:
    readers = shape_of(Example).readers
    assert readers["player"] is fields.read_number
    assert readers["keep"] is fields.read_keep
    assert readers["name"] is fields.read_text
    assert readers["listed"] is fields.read_flag
    assert reader_of(Positions) is fields.read_positions


@pytest.mark.parametrize("annotation", [float, Any, list[int], bytes, dict[str, int]])
def test_an_annotation_without_a_reader_is_an_error(annotation: object) -> None:
    with pytest.raises(TypeError, match="no reader"):
        reader_of(annotation)


@pytest.mark.parametrize("name", ["name", "listed"])
def test_null_is_refused_even_where_none_is_the_default(name: str) -> None:
    with pytest.raises(ValueError, match=r"^not "):
        shape_of(Example).readers[name](None)


def test_a_keep_is_sorted_faces() -> None:
    assert fields.read_keep("") == ()
    assert fields.read_keep("511") == (1, 1, 5)
    for wrong in ("7", "111111111", "1 1", "\u0661", 115, None):
        with pytest.raises(ValueError, match=r"^not "):
            fields.read_keep(wrong)


def test_numbers_are_those_that_a_page_can_count() -> None:
    assert fields.read_number(2**53 - 1) == 2**53 - 1
    for wrong in (2**53, -1, 1.0, True, "1", None):
        with pytest.raises(ValueError, match=r"^not "):
            fields.read_number(wrong)
