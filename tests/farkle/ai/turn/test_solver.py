"""The best play of a turn: published values, and its details."""

from dataclasses import replace
from itertools import product
from math import prod
from pickle import dumps, loads

import pytest

from farkle import PRESETS, Build, GameState
from farkle.ai.turn.solver import Plan, solve
from farkle.rules.named_dice import weights_of
from farkle.rules.named_odds import cups_of
from tests.support.engine.throw_outcomes import FREE, PUBLISHED, outcomes

# Published values


@pytest.mark.parametrize(
    ("dice", "value", "stop"),
    [
        (6, 590.66, 18100),
        (5, 336.84, 3100),
        (4, 240.80, 1050),
        (3, 197.23, 450),
        (2, 185.01, 250),
        (1, 217.15, 350),
    ],
)
def test_published_table(dice, value, stop):
    plan = solve(PUBLISHED)
    assert round(plan.value(0, dice), 2) == value
    assert plan.value(stop, dice) <= stop
    assert plan.value(stop - 50, dice) > stop - 50


# Details


def test_a_built_turn_starts_with_points_and_may_get_a_second_chance():
    rules = replace(PRESETS["4iam"], building=True, second_chance=True, first_player="seat")
    state, _ = GameState.start(rules, 2, lambda n: (1,) * n)
    data = state.to_dict() | {"entered": [True, True], "offer": [650, [1, 5, 5]]}
    state = GameState.from_dict(rules, data)
    plan = solve(rules)
    assert plan.value(650, 3, rolls=0) == pytest.approx(expected_built(plan, state), rel=1e-9)
    assert plan.value(650, 3, rolls=0) > plan.value(650, 3)


def expected_built(plan, state):
    found = outcomes(state, Build())
    points = sum(
        count * plan.choices(after.turn_points, after.throw)[0][1]
        for count, after in found
        if after.throw
    )
    return points / sum(count for count, _ in found)


def test_a_farkle_offers_nothing():
    plan = solve(FREE)
    assert plan.choices(0, (2, 3, 3, 4, 6, 6)) == []
    with pytest.raises(ValueError, match="farkle"):
        plan.best(0, (2,))


@pytest.mark.parametrize("dice", [0, 7, -1])
def test_other_numbers_of_dice_are_refused(dice):
    with pytest.raises(ValueError, match="one to six dice"):
        solve(FREE).value(0, dice)


def test_reaching_a_sum_has_the_chance_of_an_equal_entry():
    reach = Plan(FREE, "reach", minimum=1000)
    assert reach.chance(0, 6) == solve(PRESETS["family"], "enter").chance(0, 6)
    assert Plan(replace(FREE, bank_min=400), "reach", minimum=300).chance(350, 2) < 1


def test_a_plan_can_be_sent_to_another_process():
    plan = solve(PRESETS["family"])
    other = loads(dumps(plan))
    assert other.value(300, 3) == plan.value(300, 3)
    assert other.best(300, (1, 5, 2)) == plan.best(300, (1, 5, 2))


# Named dice


def expected_by_rows(plan, total, cup, all_dice):
    """Return the points of rolling `cup` at `total`, from every row of faces of its dice."""
    rules, points = plan.rules, 0.0
    weights = weights_of(cup)
    for faces in product(range(1, 7), repeat=len(cup)):
        share = prod(die[face - 1] / sum(die) for die, face in zip(weights, faces, strict=True))
        best = 0.0
        for keep, worth in rules.table.keeps(faces).items():
            left, rest = list(keep), []
            for letter, face in zip(cup, faces, strict=True):
                if face in left:
                    left.remove(face)
                else:
                    rest.append(letter)
            then = plan.place(0, "".join(rest) or all_dice)
            best = max(best, total + worth, plan.value(total + worth, then))
        points += share * best
    return points


@pytest.mark.parametrize("rules", [FREE, replace(PRESETS["kcd"], dice=5)])
@pytest.mark.parametrize("total", [50, 300, 1200])
def test_the_value_of_named_dice_is_that_of_all_their_rows(rules, total):
    letters = "AOSEAO"[: rules.dice]
    plan = solve(rules, letters=letters)
    assert plan.exact
    for cup in ("A", "SE", "OSE", "AEA"):
        if cup in cups_of(letters):
            expected = expected_by_rows(plan, total, cup, letters)
            assert plan.value(total, plan.place(0, cup)) == pytest.approx(expected, rel=1e-12)


def test_ordinary_named_dice_are_worth_what_dice_without_names_are():
    plain, named = solve(PRESETS["family"]), solve(PRESETS["family"], letters="OOOOOO")
    for dice in range(1, 7):
        assert named.value(350, named.place(0, "O" * dice)) == plain.value(350, dice)
    throw = (1, 1, 5, 2, 3, 3)
    assert named.choices(200, throw, cup="OOOOOO") == plain.choices(200, throw)


def test_it_matters_which_dice_are_left():
    plan = solve(PRESETS["kcd"], letters="EEEUUU")
    good, bad = plan.place(0, "UUU"), plan.place(0, "EEE")
    assert plan.value(300, good) > plan.value(300, bad) + 30
