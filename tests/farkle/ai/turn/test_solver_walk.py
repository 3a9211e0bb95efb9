"""The walk over a turn: how much work it takes, and how accurate it is when it interpolates."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings

from farkle import PRESETS
from farkle.ai.turn.solver import Plan, solve
from farkle.ai.turn.solver_walk import MAX_EXACT_ROWS, PASSES, SPARSE_ROWS, WorthTable
from tests.support.engine.strategies import CI, rule_sets
from tests.support.engine.throw_outcomes import FREE, HOUSE
from tests.support.engine.work_counts import sums_of


@pytest.mark.no_cover
def test_sums_that_no_turn_can_have_get_values_too():
    plan = solve(FREE)
    assert plan.value(350, 3) < plan.value(375, 3) < plan.value(400, 3)
    assert plan.value(350, 3) == solve(FREE).value(350, 3)
    for rest in range(1, 9):
        assert plan.value(15_000 + rest, 6) > plan.value(15_000, 6)


ABSURD = {
    "grid of one": replace(FREE, single_5=1),
    "grid of one, million": replace(FREE, triple_6=999_999, single_5=1, farkle_penalty=1_000_000),
    "million": replace(
        FREE, **{f"triple_{n}": 10**6 for n in range(1, 7)}, single_1=10**6, single_5=999_999
    ),
    "straight": replace(FREE, straight=1_000_000),
    "bonus": replace(FREE, hot_dice_bonus=1_000_000, blank_first_roll=1, blank_scope="any_six"),
    "bank": replace(FREE, bank_min=1_000_000),
    "entry": replace(FREE, entry_min=1_000_000, entry_rolls=1000, single_5=51),
    "throws": replace(FREE, entry_min=20_000, entry_rolls=1000),
    "house": HOUSE,
}


MOST = MAX_EXACT_ROWS + PASSES * SPARSE_ROWS
"""The most sums in a plan of any rule set: one table for the last throw of an entry, and another
shared by the throws before it. Presets take a fifth."""


@pytest.mark.no_cover
@pytest.mark.parametrize("name", [*PRESETS, *ABSURD])
def test_work_is_bounded(name):
    rules = PRESETS.get(name) or ABSURD[name]
    assert rules.validate().errors == ()
    for goal in ("points", "enter", "points_to_enter"):
        plan = Plan(rules, goal)
        assert sums_of(plan) < (MAX_EXACT_ROWS / 2 if name in PRESETS else MOST)
        assert plan.value(0, rules.dice) >= 0


@settings(CI, max_examples=8)
@given(rules=rule_sets())
@pytest.mark.no_cover
def test_work_is_bounded_for_every_valid_rule_set(rules):
    for goal in ("points", "enter", "points_to_enter"):
        plan = Plan(rules, goal)
        assert sums_of(plan) < MOST
        assert 0 <= plan.chance(0, rules.dice) <= 1
        assert plan.value(0, rules.dice) >= 0


@pytest.mark.no_cover
def test_interpolated_values_are_close_to_exact_ones():
    rules = replace(FREE, single_5=55)
    plan = solve(rules)
    full = WorthTable(plan._turn, share=0)
    assert full.exact
    assert not plan.exact
    grid = full.turn.offers.grid
    for total, dice in product(range(0, 40_000, 7 * grid), range(1, 7)):
        near = 0.01 if total < 1000 else 0.2
        assert abs(plan.value(total, dice, rolls=1) - full.worth(total, dice)[0]) < near
