"""Hot dice that multiply what follows in the turn."""

from dataclasses import replace

import pytest

from farkle import PRESETS
from farkle.ai.exact import exact_of
from farkle.ai.players import LEVELS, decide
from farkle.ai.turn.solver import solve
from tests.support.engine.scripted_game import Game

RULES = replace(PRESETS["standard"], first_player="seat", hot_dice_times=True)


def test_points_after_hot_dice_count_double_and_then_three_times():
    game = Game(RULES).roll("111555").roll("155234", "111555")
    assert game.state.turn_points == 1500
    game.roll("234", "155")
    assert game.event("farkled").lost == 1500 + 2 * 200
    game = Game(RULES).roll("111555").roll("111555", "111555").roll("123446", "111555")
    assert game.state.turn_points == 1500 + 2 * 1500
    assert game.bank("1").state.scores == (4500 + 3 * 100, 0)


def test_the_next_turn_counts_once():
    game = Game(RULES).roll("111555").bank("111555").roll("123446").bank("1")
    assert game.state.scores == (1500, 100)


def test_bonuses_count_as_often_as_dice():
    changes = {"hot_dice_bonus": 300, "blank_first_roll": 200, "blank_scope": "any_six"}
    game = Game(RULES, **changes).roll("111555").roll("223346", "111555")
    assert game.state.turn_points == 1800 + 2 * (200 + 300)
    game.roll("123446")
    assert game.bank("1").state.scores == (2800 + 3 * 100, 0)


def test_a_turn_that_is_taken_over_starts_anew():
    game = Game(RULES, building=True).roll("111555").bank("111555").build("155234")
    assert game.bank("155").state.scores == (1500, 1700)


def test_the_most_points_by_a_roll_are_known():
    rules = replace(RULES, bank_rolls=2, bank_min=15_000)
    assert not replace(rules, dice=5, bank_min=12_000).validate().errors
    (wrong,) = replace(rules, bank_min=24_001).validate().errors
    assert "by roll 2: 24,000 is the most by then." in str(wrong)


def test_the_best_play_knows_what_follows():
    once, twice = solve(replace(RULES, hot_dice_times=False)), solve(RULES)
    assert twice.value(0, 6) > once.value(0, 6) + 30
    assert not twice.exact
    # After hot dice a roll of all dice is worth much more than before.
    assert twice.after(1).value(300, 6) > twice.value(300, 6) + 300


def test_chances_are_estimated():
    assert exact_of(Game(RULES, target=1000).state) is None


@pytest.mark.parametrize("level", LEVELS)
def test_computers_play_on(level):
    game = Game(RULES).roll("111555").roll("155234", "111555")
    assert decide(game.state, level) in game.state.legal.actions
