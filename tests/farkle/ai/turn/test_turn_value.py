"""The fast evaluation of a turn, held to the exact plan it simplifies."""

from dataclasses import replace
from functools import cache
from math import inf

import pytest

from farkle import PRESETS
from farkle.ai.turn.solver import solve
from farkle.ai.turn.turn_value import MAX_STEPS, OPENING, Turns

NAMES = ("family", "kcd", "specials")


@cache
def turns_of(name: str) -> Turns:
    """Return the turns, which are made at the first call and not when this file is imported."""
    return Turns(PRESETS[name])


@pytest.mark.parametrize("name", NAMES)
def test_a_walk_for_points_is_worth_about_what_the_exact_plan_is(name):
    turns, plan = turns_of(name), solve(PRESETS[name])
    _, [worths] = turns.for_points(0, 0.0)
    assert worths.roll[OPENING][0] * turns.step == pytest.approx(plan.value(0, 6), rel=0.05)
    for dice in (1, 3, 5):
        exact = plan.value(10 * turns.step, dice)
        assert worths.roll[dice][10] * turns.step == pytest.approx(exact, rel=0.1)


@pytest.mark.parametrize("name", NAMES)
def test_the_outcomes_of_a_turn_are_all_there_is_and_average_to_its_value(name):
    turns = turns_of(name)
    bank, [worths] = turns.for_points(0, 0.0)
    ends, lost = turns.ends(bank, [worths])
    assert sum(ends) + lost == pytest.approx(1, abs=1e-4)
    mean = sum(row * chance for row, chance in enumerate(ends))
    assert mean == pytest.approx(worths.roll[OPENING][0], rel=0.01)


def test_nothing_below_the_minimum_is_banked():
    turns = turns_of("family")
    bank, worths = turns.for_points(6, 0.0)
    assert bank[:6] == [-inf] * 6
    ends, lost = turns.ends(bank, worths)
    assert not any(ends[:6])
    assert lost > turns.ends(*turns.for_points(0, 0.0))[1]


def test_a_farkle_that_costs_more_is_risked_less():
    turns = turns_of("family")
    ends, lost = turns.ends(*turns.for_points(0, 0.0))
    careful, seldom = turns.ends(*turns.for_points(0, -10.0))
    assert seldom < lost
    assert sum(careful) > sum(ends)


def test_the_chance_to_reach_a_sum_is_that_of_the_exact_plan():
    turns = turns_of("kcd")
    assert turns.reach.goal == "reach"
    assert turns.reach.worth_table.turn.minimum == MAX_STEPS * turns.step
    far = [line.chance for line in turns.lines]
    bank = [-inf] * 8 + [1.0] * 40
    [worths] = turns.walk(bank, 0.0, far)
    chance = worths.roll[OPENING][0]
    exact = turns.reach.chance((MAX_STEPS - 8) * turns.step, 6, rolls=0)
    assert chance == pytest.approx(exact, abs=0.03)


def test_a_turn_with_a_limit_of_rolls_is_worth_about_what_the_exact_plan_is():
    rules = replace(PRESETS["standard"], bank_rolls=3, bank_min=300)
    turns, plan = Turns(rules), solve(rules)
    least = rules.bank_min // turns.step
    bank = [-inf] * least + [float(row) for row in range(least, 90)]
    walked = turns.walk(bank, 0.0, [], limit=3)
    none_made, *stages, all_made = walked
    assert none_made.roll[OPENING][0] * turns.step == pytest.approx(plan.value(0, 6), rel=0.01)
    for made, stage in enumerate(stages, 1):
        for dice in (1, 3, 6):
            exact = plan.value(4 * turns.step, dice, rolls=made)
            assert stage.roll[dice][4] * turns.step == pytest.approx(exact, rel=0.01)
    assert all_made.roll[3][4] == 0
    assert (all_made.stand[3][least - 1], all_made.stand[3][least]) == (0, least)
    ends, lost = turns.ends(bank, walked)
    assert sum(ends) + lost == pytest.approx(1, abs=1e-4)
    mean = sum(row * chance for row, chance in enumerate(ends))
    assert mean == pytest.approx(none_made.roll[OPENING][0], rel=0.01)
