"""Numbers as people read them."""

import pytest
from django.utils.translation import override

from games.formats import accuracy, decimal, percent, points


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
