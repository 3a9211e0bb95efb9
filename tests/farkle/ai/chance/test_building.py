"""Turns that build on the one before: chances held to a plain value iteration."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from farkle.ai.chance.building import UNITS, Offers, pack_offers
from farkle.ai.chance.table import DamagedTable, pack, solve, unpack
from tests.support.engine import value_iteration_building
from tests.support.engine.value_iteration import Plain

from .test_pairs import FEW

BUILDING = replace(FEW, building=True, target=400)
CASES = {
    "immediate": {},
    "exact": {"ending": "exact", "tie_break": "leader", "target": 300},
    "final round, leader": {"ending": "final_round", "tie_break": "leader", "target": 300},
    "final round, play-off by seat": {"ending": "final_round", "target": 200},
    "final round, leader first": {
        "ending": "final_round",
        "playoff_order": "leader_first",
        "target": 300,
    },
    "round finished": {"ending": "finish_round", "tie_break": "leader", "target": 200},
    "round finished, play-off by seat": {"ending": "finish_round", "target": 100},
    "entry": {"entry_min": 300},
    "entry in two throws": {"entry_min": 200, "entry_rolls": 2, "target": 300},
    "entry ends the turn": {"entry_min": 200, "entry_ends_turn": True, "hot_dice": "mandatory"},
    "minimum to bank": {
        "bank_min": 300,
        "ending": "final_round",
        "tie_break": "leader",
        "target": 300,
    },
    "second chance": {
        "second_chance": True,
        "toxic_twos": True,
        "ending": "final_round",
        "tie_break": "leader",
        "target": 300,
    },
    "blank": {"blank_first_roll": 200, "second_chance": True, "hot_dice_bonus": 100},
    "four, keep all": {"n_kind": "linear", "roll_after_four": True, "keep": "all", "target": 300},
}


@cache
def chances_of(case):
    rules = replace(BUILDING, **CASES[case])
    assert not rules.validate().errors
    return solve(rules)


@pytest.mark.parametrize("case", CASES)
def test_chances_are_those_of_a_plain_value_iteration(case):
    chances = chances_of(case)
    plain = Plain(chances.rules)
    assert plain.step == chances.grid
    found = value_iteration_building.solve(plain)
    for (me, other, order, offer), chance in found.items():
        entered, best = (me[1], other[1]), chance
        if offer is None:
            totals = me[0] * plain.step, other[0] * plain.step
            solved = chances.to_move(*totals, order, entered=entered)
        else:
            scored, dice = offer
            solved = chances.after_turns(other[0] - scored, me[0], order)[dice, scored]
            best = max(chance, found[me, other, order, None])
        assert solved == pytest.approx(best, abs=2e-6), (me, other, order, offer)


def test_whoever_may_build_has_the_better_chance_and_no_offer_makes_it_worse():
    chances = chances_of("final round, leader")
    for mine in range(chances.inside.shape[0]):
        alone = chances.against(mine, 0, 0, entered=True)
        offered = chances.after_turns(0, mine, 0)
        assert (offered >= alone - 1e-9).all()
        assert (offered[6, 1:] > alone[1:]).any()


def test_the_packed_form_has_the_offers_and_is_refused_without_them():
    chances = chances_of("final round, play-off by seat")
    found = unpack(pack(chances), chances.rules)
    for order in (0, 1):
        for begun, mine in ((0, 0), (0, 1), (1, 1)):
            expected = chances.after_turns(begun, mine, order)
            assert found.after_turns(begun, mine, order) == pytest.approx(expected, abs=2.1e-6)
    with pytest.raises(DamagedTable):
        unpack(pack(replace(chances, offers=None)), chances.rules)


SIZE, ORDERS, DICE = 19, 2, 6


def gain(begun, mine, order):
    """Return any smooth chances, other ones for every turn, and one that jumps."""
    rows = np.arange(1, SIZE - begun)
    chances = (
        0.3 + 0.2 * np.sin(rows / 5 + begun / 3 + mine + order) * np.linspace(0, 1, DICE)[:, None]
    )
    if begun == mine:
        chances[:, ::2] = 1.0
        chances[:, 1::2] = 0.0
    return chances


def test_every_turn_has_what_was_packed_for_it():
    offers = pack_offers(SIZE, ORDERS, DICE, gain)
    for begun in range(SIZE):
        for mine in range(SIZE):
            for order in range(ORDERS):
                found = offers.after(begun, mine, order)
                assert found.shape == (DICE, SIZE - 1 - begun)
                assert np.allclose(found, gain(begun, mine, order), rtol=0, atol=0.51 / UNITS)


def test_a_torn_form_is_refused():
    packed = pack_offers(SIZE, ORDERS, DICE, gain).packed
    for torn in (packed[:-1], packed + b"1", packed[4:]):
        with pytest.raises(ValueError, match="incomplete"):
            Offers(SIZE, ORDERS, DICE, torn)
