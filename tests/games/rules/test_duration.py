"""How long a game takes, as the choice of rules says it."""

from dataclasses import replace

import pytest

from farkle import PRESETS
from games.rules.choices import CHOICES
from games.rules.duration import minutes, minutes_for

ROUNDING = 6
"""By how many minutes twice a rounded time may differ from the rounded double."""


def test_every_preset_has_minutes_and_more_players_take_longer() -> None:
    for key, rules in PRESETS.items():
        found = minutes(rules, key)
        assert len(found) == 19
        assert list(found) == sorted(found)
        assert found[0] >= 1


def test_changes_count_as_far_as_they_change_the_winning_score() -> None:
    rules = PRESETS["classic"]
    half = minutes(replace(rules, target=5000, straight=900), "classic")
    for less, all_of_it in zip(half, minutes(rules, "classic"), strict=True):
        assert abs(2 * less - all_of_it) <= ROUNDING
    assert minutes(replace(rules, straight=900), "classic") == minutes(rules, "classic")
    assert minutes(replace(rules, target=0), "classic") == ()


def test_rounds_take_as_long_as_they_are_many() -> None:
    rules = PRESETS["family"]
    six, twelve = (minutes(replace(rules, rounds=rounds), "family") for rounds in (6, 12))
    assert six == minutes(CHOICES["group"].rules, "classic")
    for longer, shorter in zip(twelve, six, strict=True):
        assert abs(longer - 2 * shorter) <= ROUNDING


def test_a_variant_has_minutes_of_its_own() -> None:
    children = CHOICES["children"].rules
    assert minutes(children, "classic") != minutes(replace(children, straight=900), "classic")


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (1, (10, False)),
        (2, (10, False)),
        (3, (15, False)),
        (5, (20, False)),
        (8, (30, False)),
        (9, (35, False)),
        (12, (50, False)),
        (20, (80, False)),
        (21, (80, True)),
        (1000, (80, True)),
    ],
)
def test_minutes_are_said_as_coarsely_as_they_are_known(
    players: int, expected: tuple[int, bool]
) -> None:
    assert minutes_for(minutes(PRESETS["classic"], "classic"), players) == expected


def test_a_short_game_is_said_to_the_minute() -> None:
    assert minutes_for(minutes(CHOICES["kcd"].rules, "kcd"), 4) == (5, False)
    assert minutes_for((), 4) == (0, False)
