"""Chances to win between two players, held to a plain value iteration."""

from dataclasses import replace

import pytest

from farkle import PRESETS, RuleSet
from farkle.ai.chance.table import solve
from tests.support.engine.value_iteration import Plain

FEW = replace(
    RuleSet(),
    single_5=100,
    triple_1=300,
    triple_2=200,
    triple_3=200,
    triple_4=200,
    triple_5=300,
    triple_6=300,
    n_kind="none",
    straight=0,
    three_pairs=0,
    entry_min=0,
    farkle_penalty=0,
    target=400,
    ending="immediate",
)
"""Rules with few different scores, so that the plain way takes no time."""

CASES = {
    "immediate": {},
    "only exactly": {"ending": "only_exact"},
    "only exactly, entry, hot dice": {
        "ending": "only_exact",
        "entry_min": 200,
        "hot_dice": "mandatory",
        "hot_dice_bonus": 100,
    },
    "exact": {"ending": "exact", "tie_break": "leader"},
    "final round, leader": {"ending": "final_round", "tie_break": "leader", "target": 300},
    "final round, play-off by seat": {"ending": "final_round", "target": 200},
    "final round, leader first": {
        "ending": "final_round",
        "playoff_order": "leader_first",
        "target": 200,
    },
    "a tie is shared": {"ending": "final_round", "tie_break": "shared", "target": 200},
    "round finished, leader": {"ending": "finish_round", "tie_break": "leader", "target": 300},
    "round finished, entry, play-off by seat": {
        "ending": "finish_round",
        "entry_min": 200,
        "target": 200,
    },
    "round finished, leader first": {
        "ending": "finish_round",
        "playoff_order": "leader_first",
        "target": 200,
    },
    "entry": {"entry_min": 300},
    "entry ends the turn": {"entry_min": 300, "entry_ends_turn": True, "hot_dice": "mandatory"},
    "entry in two throws": {"entry_min": 300, "entry_rolls": 2},
    "entry and final round": {
        "entry_min": 200,
        "entry_ends_turn": True,
        "ending": "final_round",
        "tie_break": "leader",
        "target": 300,
    },
    "minimums above the target": {
        "bank_min": 500,
        "entry_min": 700,
        "ending": "final_round",
        "tie_break": "leader",
        "target": 200,
    },
    "minimum to bank": {"bank_min": 300, "entry_min": 200},
    "mandatory hot dice, bonus": {"hot_dice": "mandatory", "hot_dice_bonus": 200},
    "second chance": {"second_chance": True, "toxic_twos": True},
    "blank first": {"blank_first_roll": 200, "second_chance": True, "toxic_twos": True},
    "blank any six": {"blank_first_roll": 100, "blank_scope": "any_six"},
    "four, keep all": {"n_kind": "linear", "roll_after_four": True, "keep": "all", "target": 300},
    "sets in a full throw only": {"full_throw_sets": True, "straight_low": 300, "target": 300},
    "three rolls in a turn": {"bank_rolls": 3, "bank_min": 200, "target": 600},
    "two rolls in a turn, play-off": {
        "bank_rolls": 2,
        "bank_min": 200,
        "hot_dice": "mandatory",
        "ending": "final_round",
        "target": 200,
    },
    "a roll after sets": {"roll_after_sets": True, "keep": "all", "target": 300},
    "five dice": {"dice": 5, "straight": 150, "target": 300},
    "seven dice, blank": {
        "dice": 7,
        "blank_first_roll": 200,
        "hot_dice": "mandatory",
        "target": 300,
    },
    "last turns of one roll": {
        "last_turn": "roll",
        "ending": "final_round",
        "entry_min": 200,
        "bank_min": 100,
        "target": 200,
    },
    "last turns until ahead": {
        "last_turn": "chase",
        "ending": "finish_round",
        "entry_min": 150,
        "target": 200,
    },
    "a wild number": {"wild": "twos", "straight": 300, "target": 300},
    "four set aside, lone five": {"bank_aside": 4, "lone_five": True, "target": 300},
}


@pytest.mark.parametrize("case", CASES)
def test_chances_are_those_of_a_plain_value_iteration(case):
    rules = replace(FEW, **CASES[case])
    assert not rules.validate().errors
    plain, chances = Plain(rules), solve(rules)
    assert plain.step == chances.grid
    found = plain.solve()
    for (me, other, order), chance in found.items():
        totals = me[0] * plain.step, other[0] * plain.step
        solved = chances.to_move(*totals, order, entered=(me[1], other[1]))
        assert solved == pytest.approx(chance, abs=1e-6), (me, other, order)


ENTRY = replace(PRESETS["entry"], target=1000, entry_min=500)


@pytest.fixture(scope="module")
def entry():
    return solve(ENTRY)


def test_it_is_better_to_be_in(entry):
    for theirs in range(0, 1000, 50):
        assert entry.to_move(0, theirs, entered=(False, True)) < entry.to_move(
            0, theirs, entered=(True, True)
        )
        assert entry.to_move(theirs, 0, entered=(True, False)) > entry.to_move(
            theirs, 0, entered=(True, True)
        )


def test_who_is_in_is_ahead_of_who_is_not(entry):
    even = entry.to_move(0, 0, entered=(False, False))
    assert entry.to_move(0, 0, entered=(False, True)) < even
    assert even < entry.to_move(0, 0, entered=(True, False))
    assert entry.change < 1e-5
