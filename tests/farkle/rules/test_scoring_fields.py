"""The declarations of the fields that state what dice score."""

from dataclasses import fields

from farkle import FIELDS
from farkle.rules.scoring_fields import ScoringFields


def test_they_are_the_fields_of_the_first_group():
    names = [field.name for field in fields(ScoringFields)]
    assert names == [name for name, info in FIELDS.items() if info.group == "scoring"]


def test_what_is_worth_points_shows_its_dice():
    without = {name for name, info in FIELDS.items() if info.group == "scoring" and not info.dice}
    assert without == {
        "n_kind",
        "fixed_kinds",
        "kind_plus",
        "kind_times",
        "six_as_pairs",
        "full_throw_sets",
        "wild",
        "jackpot",
        "jackpot_points",
        "jackpot_wins",
        "blank_scope",
    }
