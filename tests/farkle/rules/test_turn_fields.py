"""The declarations of the fields that state how a turn goes."""

from dataclasses import fields

import pytest

from farkle import FIELDS
from farkle.rules.fields import RuleFields
from farkle.rules.scoring_fields import ScoringFields
from farkle.rules.turn_fields import BANKS, COSTS, TurnFields


def test_they_are_the_fields_of_the_second_group():
    names = [field.name for field in fields(TurnFields)][len(fields(ScoringFields)) :]
    assert names == [name for name, info in FIELDS.items() if info.group == "turn"]


def test_what_limits_banks_and_what_farkles_cost_are_fields():
    assert {*BANKS.split(), *COSTS.split()} <= set(FIELDS)


@pytest.mark.parametrize(
    ("rules", "costs"),
    [
        ({}, (0, 0, 1000)),
        ({"farkle_streak": 2, "farkle_cost": 50}, (50, 1050)),
        ({"streak_cost": "everything"}, (0, 0, 3000)),
        ({"streak_cost": "last_bank", "farkle_streak": 4}, (0, 0, 0, 400)),
    ],
)
def test_costs_of_farkles_in_a_row_are_what_a_score_falls_by(rules, costs):
    fields = RuleFields(**rules)
    assert fields.streak_costs(3000, 400) == costs
    for streak, cost in enumerate(costs, 1):
        assert fields.score_after_farkle(3000, streak, 2600, first=False) == 3000 - cost
        assert fields.pays(streak) == (streak == len(costs))


def test_farkles_in_a_row_that_cost_nothing_are_never_paid():
    assert not RuleFields(farkle_penalty=0).pays(3)
