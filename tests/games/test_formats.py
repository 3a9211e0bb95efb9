"""Numbers as people read them."""

import pytest
from django.utils.translation import override

from games.formats import (
    accuracy,
    chance,
    change,
    decimal,
    list_names,
    percent,
    points,
    round_parts,
    two_chances,
)


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (1750, "1,750"), (999.6, "1,000"), (-1150, "\u22121,150")]
)
def test_points_are_whole_and_grouped(value: float, text: str) -> None:
    assert points(value) == text


@pytest.mark.parametrize(("percent", "text"), [(85.9, "86"), (99.7, "99"), (100.0, "100")])
def test_an_accuracy_is_whole_and_100_only_for_the_best_play(percent: float, text: str) -> None:
    assert accuracy(percent) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.283, "28"), (0.287, "29"), (1, "100"), (0.0231, "2"), (0.00257, "0.26"), (0, "0")],
)
def test_a_share_below_one_percent_has_two_decimals(share: float, text: str) -> None:
    assert percent(share) == text


@pytest.mark.parametrize(("value", "text"), [(2.44, "2.4"), (2.45, "2.5"), (1234, "1,234.0")])
def test_one_decimal(value: float, text: str) -> None:
    assert decimal(value) == text


def test_numbers_follow_the_language() -> None:
    with override("de"):
        assert (points(1750), decimal(2.4)) == ("1.750", "2,4")


def test_chances_are_whole_percents_until_they_would_look_the_same() -> None:
    assert chance(0.7125) == "71%"
    assert chance(0.7175) == "72%"
    assert chance(0.719, 1) == "71.9%"
    assert two_chances(0.7175, 0.64) == ("72%", "64%")
    assert two_chances(0.712, 0.708) == ("71.2%", "70.8%")
    assert two_chances(0.71201, 0.712) == ("71%", "71%")


def test_only_what_is_certain_is_0_or_100() -> None:
    assert [chance(value) for value in (0.0, 0.003, 0.997, 1.0)] == ["0%", "<1%", ">99%", "100%"]
    assert [chance(value, 1) for value in (0.0, 0.0003, 0.9997)] == ["0%", "<0.1%", ">99.9%"]
    assert two_chances(1.0, 0.996) == ("100%", "99.6%")


def test_changes_have_a_sign() -> None:
    assert [change(value) for value in (-0.0612, 0.2, 0.0001)] == ["−6.1%", "+20.0%", "0.0%"]


@pytest.mark.parametrize(
    "parts", [(0.33333, 0.33333, 0.33334), (0.5, 0.0004, 0.0004, 0.4992), (0.45, 0.7, -0.15)]
)
def test_rounded_parts_add_up(parts: tuple[float, ...]) -> None:
    shown = round_parts(parts, sum(parts))
    assert round(1000 * sum(shown)) == round(1000 * sum(parts))
    assert all(abs(a - b) < 0.0015 for a, b in zip(shown, parts, strict=True))


def test_of_many_names_only_the_first_are_listed() -> None:
    assert list_names([], 2) == ""
    assert list_names(["Mara", "Ines"], 2) == "Mara and Ines"
    assert list_names(["Mara", "Ines", "Teo"], 2) == "Mara, Ines and 1 other"
    assert list_names(["Mara", "Ines", "Teo", "Mia"], 2) == "Mara, Ines and 2 others"
