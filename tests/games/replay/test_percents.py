"""Chances in words: told apart where they differ, and sums that stay sums."""

import pytest

from games.replay.percents import both, chance, change, rounded


def test_chances_are_whole_percents_until_they_would_look_the_same() -> None:
    assert chance(0.7125) == "71%"
    assert chance(0.7175) == "72%"
    assert chance(0.719, 1) == "71.9%"
    assert both(0.7175, 0.64) == ("72%", "64%")
    assert both(0.712, 0.708) == ("71.2%", "70.8%")
    assert both(0.71201, 0.712) == ("71%", "71%")


def test_only_what_is_certain_is_0_or_100() -> None:
    assert [chance(one) for one in (0.0, 0.003, 0.997, 1.0)] == ["0%", "<1%", ">99%", "100%"]
    assert [chance(one, 1) for one in (0.0, 0.0003, 0.9997)] == ["0%", "<0.1%", ">99.9%"]
    assert both(1.0, 0.996) == ("100%", "99.6%")


def test_changes_have_a_sign() -> None:
    assert [change(one) for one in (-0.0612, 0.2, 0.0001)] == ["−6.1%", "+20.0%", "0.0%"]


@pytest.mark.parametrize(
    "parts", [(0.33333, 0.33333, 0.33334), (0.5, 0.0004, 0.0004, 0.4992), (0.45, 0.7, -0.15)]
)
def test_rounded_parts_add_up(parts: tuple[float, ...]) -> None:
    found = rounded(parts, sum(parts))
    assert round(1000 * sum(found)) == round(1000 * sum(parts))
    assert all(abs(a - b) < 0.0015 for a, b in zip(found, parts, strict=True))
