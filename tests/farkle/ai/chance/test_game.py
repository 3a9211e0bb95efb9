"""What can be solved, and in which steps points are counted."""

from dataclasses import replace

import pytest

from farkle import PRESETS
from farkle.ai.chance.game import CannotBeSolved, Game, count_penalties, grid_of, why_not
from farkle.ai.chance.table import solve

GRIDS = {"tysiac": 5}
"""Where points do not go by 50."""


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_solved(name):
    assert why_not(PRESETS[name]) == ""
    game = Game(PRESETS[name])
    assert game.grid == GRIDS.get(name, 50)
    assert game.target * game.grid == PRESETS[name].target


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"rounds": 100}, "rounds"),
        ({"rounds": 9, "farkle_penalty": 500, "penalty_floor": "zero"}, "stops at zero"),
        ({"rounds": 9, "single_5": 10}, "different totals"),
        ({"farkle_penalty": 5000}, "penalty"),
        ({"building": True, "rounds": 5}, "rounds and piggybacking"),
        ({"building": True, "farkle_penalty": 500}, "piggybacking and a penalty"),
        ({"building": True, "target": 11_000, "ending": "final_round"}, "two minutes"),
        ({"entry_min": 500, "entry_rolls": 40}, "rolls"),
        ({"target": 1_000_000}, "20,000 possible totals"),
        ({"single_5": 49}, "10,000 possible totals"),
        ({"entry_min": 50_000}, "minimum"),
        ({"target": 11_000, "ending": "final_round"}, "two minutes"),
    ],
)
def test_what_cannot_be_solved_says_why(changes, word):
    rules = replace(PRESETS["classic"], **changes)
    assert not rules.validate().errors
    assert word in why_not(rules)
    assert why_not(rules).endswith(".")
    with pytest.raises(CannotBeSolved, match=word):
        solve(rules)


def test_points_are_counted_in_the_largest_steps_there_are():
    assert grid_of(PRESETS["family"]) == 50
    assert grid_of(replace(PRESETS["kcd"], single_5=100, straight_high=700)) == 100
    assert Game(replace(PRESETS["kcd"], target=3990)).target == 80


def test_it_matters_who_sits_first_only_in_play_offs_by_seat():
    free = replace(PRESETS["family"], farkle_penalty=0)
    assert Game(free).orders == 2
    assert Game(replace(free, playoff_order="leader_first")).orders == 1
    assert Game(replace(free, tie_break="leader")).orders == 1
    assert Game(PRESETS["entry"]).orders == Game(PRESETS["classic"]).orders == 1


def test_penalties_are_solved_but_for_the_largest():
    rules = replace(PRESETS["kcd"], target=1500, farkle_penalty=500)
    assert why_not(rules) == ""
    assert count_penalties(rules) == 3
    assert (Game(rules).lowest, Game(rules).low) == (-30, -30)
    assert Game(rules).exact_from == 0
    assert Game(PRESETS["family"]).exact_from * Game(PRESETS["family"]).grid == -1000
    assert Game(PRESETS["classic"]).exact_from == 0
    assert Game(replace(rules, entry_min=300)).low == -24
    assert count_penalties(replace(rules, penalty_floor="zero")) == 0
    assert why_not(replace(rules, target=10_000)) == ""
    assert "fewer points" in why_not(replace(rules, target=10_000, farkle_penalty=5000))
    for long in ({"entry_rolls": 3}, {"bank_min": 1000}, {"hot_dice": "mandatory"}):
        assert "fewer points" in why_not(replace(PRESETS["family"], **long))
