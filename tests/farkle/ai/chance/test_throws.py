"""The values of throws, held to the exact plan of a turn."""

from dataclasses import replace

import numpy as np
import pytest

from farkle import PRESETS
from farkle.ai.chance.throws import OPENING, ThrowValues
from farkle.ai.turn.solver import solve

RULES = {
    "family": PRESETS["family"],
    "specials": PRESETS["specials"],
    "second chance": replace(PRESETS["specials"], second_chance=True, toxic_twos=True),
    "any six": replace(PRESETS["specials"], blank_scope="any_six", hot_dice="mandatory"),
    "few": replace(PRESETS["entry"], keep="all", roll_after_four=True),
}


@pytest.mark.parametrize("name", RULES)
def test_a_throw_is_worth_what_the_plan_says(name):
    rules = RULES[name]
    throws, plan = ThrowValues(rules, 50), solve(rules)
    for total in (0, 300, 2000):
        worths = plan.worth_table
        values = [
            np.full(3, worths.best_value(total + 50 * rows, dice, forced)[0])
            for rows, dice, forced in throws.options
        ]
        found = throws(values, np.zeros(3))
        for dice in range(1, 7):
            assert found[dice] == pytest.approx([plan.value(total, dice, rolls=1)] * 3)
        assert found[OPENING] == pytest.approx([plan.value(total, 6, rolls=0)] * 3)


def test_a_farkle_has_its_value_in_its_share_of_throws():
    throws = ThrowValues(PRESETS["classic"], 50)
    nothing = [np.zeros(2)] * len(throws.options)
    found = throws(nothing, np.array([1.0, 0.5]))
    assert found[:, 0] == pytest.approx(
        [1440 / 46656, 4 / 6, 16 / 36, 60 / 216, 204 / 1296, 600 / 7776, 1440 / 46656]
    )
    assert found[:, 1] == pytest.approx(found[:, 0] / 2)


def test_many_positions_are_valued_like_each_alone():
    throws = ThrowValues(PRESETS["patch"], 50)
    values = list(np.random.default_rng(1).random((len(throws.options), 5000)))
    lost = np.random.default_rng(2).random(5000)
    together = throws(values, lost)
    for at in (0, 2047, 2048, 4999):
        alone = throws([value[at : at + 1] for value in values], lost[at : at + 1])
        assert alone[:, 0] == pytest.approx(together[:, at])


@pytest.mark.parametrize("name", RULES)
def test_rows_are_valued_together_like_each_alone(name):
    throws = ThrowValues(RULES[name], 50)
    values = np.random.default_rng(1).random((len(throws.options), 4, 3))
    lost = np.random.default_rng(2).random(3)
    alone = [throws(list(values[:, row]), lost) for row in range(4)]
    for dice in range(1, 7):
        together = throws.of(dice, [values[option] for option in throws.used[dice]], lost)
        for row in range(4):
            assert together[0, row] == pytest.approx(alone[row][dice])
            if dice == 6:
                assert together[1, row] == pytest.approx(alone[row][OPENING])


@pytest.mark.parametrize("name", RULES)
def test_each_throw_takes_the_best_of_its_options(name):
    """However throws are put together from each other."""
    throws = ThrowValues(RULES[name], 50)
    places, begins, weights, lost = throws.by_throw()
    for size in (1, 100):  # few positions are valued in another way than many
        values = np.random.default_rng(1).random((len(throws.options), size))
        best = np.maximum.reduceat(values[places, 0], begins)
        assert throws(list(values), np.ones(size))[:, 0] == pytest.approx(weights @ best + lost)


@pytest.mark.parametrize("name", RULES)
def test_no_throw_leads_to_a_row_that_is_valued_later(name):
    """In a band, the rows of one die are valued first; then comes the next band, further down."""
    throws = ThrowValues(RULES[name], 50)
    valued: set[tuple[int, int]] = set()
    for base in range(20 * throws.band, 0, -throws.band):
        for dice in range(1, 7):
            low = base + throws.ahead[dice]
            rows = range(low, low + throws.band)
            leads = {
                (left, row + more)
                for row in rows
                for more, left, _ in (throws.options[option] for option in throws.used[dice])
                if row + more < 20 * throws.band  # those further up are known
            }
            assert leads <= valued
            valued |= {(dice, row) for row in rows}
    assert throws.band == 6  # a 5 at a time, from six dice to the next six
