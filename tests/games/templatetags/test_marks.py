"""Numbers in templates: drawn in pencil, with a sign, in percent."""

import pytest

from games.templatetags.marks import ordinal, pencil


@pytest.mark.parametrize(("value", "text"), [(1, "1st"), (2, "2nd"), (4, "4th"), (11, "11th")])
def test_a_place_is_an_ordinal(value: int, text: str) -> None:
    assert ordinal(value) == text


def test_pencil_alternates_the_shapes_of_a_digit() -> None:
    drawn = pencil(10_000)
    assert [shape for shape, _ in drawn["strokes"]] == ["d1", "d0", "dc", "d0b", "d0c", "d0"]
    assert drawn["text"] == "10,000"


def test_pencil_leaves_room_for_each_stroke() -> None:
    places = [float(x) for _, x in pencil(-1_750)["strokes"]]
    assert places == sorted(set(places))
    assert float(pencil(1_750)["width"]) > float(pencil(750)["width"]) > places[1]
