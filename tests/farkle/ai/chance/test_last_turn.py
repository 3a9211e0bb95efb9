"""Last turns and play-offs."""

from dataclasses import replace

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


def test_who_leads_a_play_off_is_behind():
    ending = Ending(Game(FREE))
    assert 0.35 < ending.playoff < 0.5
    # In the last turn a tie is worth the play-off that follows.
    assert ending.beats(0, 12, entered=True) < ending.beats(1, 12, entered=True)
    first = Ending(Game(replace(FREE, playoff_order="leader_first")))
    assert first.beats(0, 12, entered=True) == pytest.approx(
        ending.beats(1, 12, entered=True), abs=1e-6
    )


def test_whoever_is_not_in_must_get_in_with_the_last_turn():
    ending = Ending(Game(FREE))
    assert ending.beats(0, 10, entered=False) < ending.beats(0, 10, entered=True)
    far = ending.beats(0, 60, entered=False), ending.beats(0, 60, entered=True)
    assert far[0] == pytest.approx(far[1])


def test_banking_the_target_wins_where_the_rules_say_so():
    exact = Ending(Game(replace(PRESETS["entry"], target=500, entry_min=0)))
    assert exact.banked(10, 9, 0) == 1
    assert exact.banked(11, 9, 0) < 1
    at_once = Ending(Game(replace(PRESETS["classic"], target=500)))
    assert at_once.top == 10
    assert at_once.banked(10, 9, 0) == 1
    final = Ending(Game(replace(FREE, entry_min=0)))
    assert 0 < final.banked(10, 9, 0) < final.banked(12, 9, 0) < 1
