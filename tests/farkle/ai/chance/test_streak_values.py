"""What a turn leads to under a penalty for farkles in a row."""

from dataclasses import replace

import numpy as np

from farkle.ai.chance.game import Game
from farkle.ai.chance.last_turn import Ending
from farkle.ai.chance.streak_values import StreakValues
from farkle.ai.chance.table import solve

from .test_pairs import FEW

RULES = replace(FEW, farkle_penalty=100, target=400)


def test_a_farkle_adds_one_and_the_third_takes_the_penalty():
    game = Game(RULES)
    values = StreakValues(game, Ending(game))
    values.win[:] = np.random.default_rng(1).random(values.win.shape)
    values.update_banked()
    mine, theirs = np.array([values.places.of(3, entered=True)]), np.array([5])
    fallen = values.places.of(2, entered=True)
    farkle = values.after_farkle(mine, theirs)[0]
    for their_farkles in range(3):
        opponent = values.win[5, their_farkles]
        assert farkle[0, their_farkles] == 1 - opponent[mine[0], 1]
        assert farkle[1, their_farkles] == 1 - opponent[mine[0], 2]
        assert np.allclose(farkle[2, their_farkles], 1 - opponent[fallen, 0], atol=1e-15)


def test_who_leaves_the_lowest_place_keeps_falling():
    chances = solve(replace(FEW, farkle_penalty=200, target=300))
    lost = [
        chances.after_farkle(total, 0, entered=(True, True), streaks=(2, 0))
        for total in (0, -200, -400, -600)
    ]
    assert lost == sorted(lost, reverse=True)
    assert lost[-1] > 0
