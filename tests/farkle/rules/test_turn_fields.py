"""The declarations of the fields that state how a turn goes."""

from dataclasses import fields

from farkle import FIELDS
from farkle.rules.scoring_fields import ScoringFields
from farkle.rules.turn_fields import BANKS, COSTS, TurnFields


def test_they_are_the_fields_of_the_second_group():
    names = [field.name for field in fields(TurnFields)][len(fields(ScoringFields)) :]
    assert names == [name for name, info in FIELDS.items() if info.group == "turn"]


def test_what_limits_banks_and_what_farkles_cost_are_fields():
    assert {*BANKS.split(), *COSTS.split()} <= set(FIELDS)
