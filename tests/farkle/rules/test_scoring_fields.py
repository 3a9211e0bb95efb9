"""The fields for scoring: each says which dice it is about, and comes before all others."""

from dataclasses import fields

from farkle import FIELDS
from farkle.rules.scoring_fields import ScoringFields

NAMES = [one.name for one in fields(ScoringFields)]


def test_they_are_the_first_fields_and_the_whole_group():
    assert list(FIELDS)[: len(NAMES)] == NAMES
    assert [name for name, info in FIELDS.items() if info.group == "scoring"] == NAMES


def test_what_is_worth_points_shows_its_dice():
    without = {name for name in NAMES if not FIELDS[name].dice}
    assert without == {"n_kind", "fixed_kinds", "blank_scope"}
