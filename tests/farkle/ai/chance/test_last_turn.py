"""Last turns and play-offs."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from farkle import PRESETS
from farkle.ai.chance.game import Game
from farkle.ai.chance.last_turn import Ending, reach
from farkle.ai.turn.solver import Plan

FREE = replace(PRESETS["family"], farkle_penalty=0, target=500)


def test_the_chance_to_score_so_much_is_that_of_the_plan():
    found = reach(Game(PRESETS["classic"]), np.array([1.0, 0.0]), 20)
    for rows in (1, 5, 12, 20):
        plan = Plan(PRESETS["classic"], "reach", minimum=50 * rows)
        assert found[rows, 0] == pytest.approx(plan.chance(0, 6, rolls=0), abs=1e-9)
        if rows < 20:
            assert found[rows, 1] == pytest.approx(found[rows + 1, 0])


@cache
def ending_of(rules):
    return Ending(Game(rules))


def after_bank(rules, total, other, order=0, *, entered=True):
    ending = ending_of(rules)
    return ending.after_bank(other, order, entered=entered)[total - ending.game.target]


def test_who_leads_a_play_off_is_behind():
    assert 0.35 < ending_of(FREE).playoff < 0.5
    # In the last turn a tie is worth the play-off that follows.
    assert after_bank(FREE, 12, 0, 0) > after_bank(FREE, 12, 0, 1)
    first = replace(FREE, playoff_order="leader_first")
    assert after_bank(first, 12, 0) == pytest.approx(after_bank(FREE, 12, 0, 1), abs=1e-6)


def test_a_player_who_is_not_in_must_get_in_with_the_last_turn():
    assert after_bank(FREE, 10, 0, entered=False) > after_bank(FREE, 10, 0)
    assert after_bank(FREE, 60, 0, entered=False) == pytest.approx(after_bank(FREE, 60, 0))


def test_banking_the_target_wins_where_the_rules_say_so():
    exact = replace(PRESETS["entry"], target=500, entry_min=0)
    assert after_bank(exact, 10, 9) == 1
    assert after_bank(exact, 11, 9) < 1
    at_once = replace(PRESETS["classic"], target=500)
    assert ending_of(at_once).top == 10
    assert after_bank(at_once, 10, 9) == 1
    final = replace(FREE, entry_min=0)
    assert 0 < after_bank(final, 10, 9) < after_bank(final, 12, 9) < 1
