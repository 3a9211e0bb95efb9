"""The settings of a room: their defaults, and which values fit."""

from typing import Any

import pytest

from games.models import Room
from games.state.room_settings import DEFAULTS, counts_down, is_fit, settings_of


def test_what_was_not_set_has_its_default() -> None:
    assert settings_of(Room(settings={"pace": "quick"})) == {**DEFAULTS, "pace": "quick"}


@pytest.mark.parametrize("name", DEFAULTS)
def test_every_default_fits(name: str) -> None:
    assert is_fit(name, DEFAULTS[name])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seats", 1),
        ("seats", 1001),
        ("pace", "hasty"),
        ("past", "nobody"),
        ("away", "wait"),
        ("away_after", 9),
        ("away_after", 3601),
        ("late", "never"),
        ("starts", "host"),
        ("timer", 29),
        ("timer", 14 * 24 * 60 * 60 + 1),
        ("talk", 1),
    ],
)
def test_other_values_do_not_fit(name: str, value: Any) -> None:
    assert not is_fit(name, value)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [({}, True), ({"away_after": 0}, False), ({"timer": 3600}, False), ({"timer": 60}, True)],
)
def test_an_absent_player_has_a_countdown_where_people_sit_at_the_table(
    changed: dict[str, int], expected: bool
) -> None:
    assert counts_down({**DEFAULTS, **changed}) is expected
