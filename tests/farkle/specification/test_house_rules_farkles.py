"""House rules on what farkles cost."""

from dataclasses import replace

import pytest

from farkle import PRESETS, GameState, RecordError
from farkle.ai.deals.points_best import PointsBest
from farkle.ai.estimate.judge import Judge
from farkle.rules.playability import verdict
from farkle.rules.turn_estimate import estimate_turns
from tests.support.engine.scripted_game import Game


def after_farkles(count, **changes):
    """Return the game in which the first player, with 1,000 and then 200 banked, farkles."""
    game = Game("classic", **changes).banks(1000).skip().banks(200).skip()
    for _ in range(count):
        game.farkles().skip()
    return game.state


@pytest.mark.parametrize("streak", [2, 3, 4, 5])
def test_so_many_farkles_in_a_row_cost_points_and_are_counted_anew(streak):
    changes = {"farkle_penalty": 500, "farkle_streak": streak}
    assert after_farkles(streak - 1, **changes).scores[0] == 1200
    state = after_farkles(streak, **changes)
    assert (state.scores[0], state.streaks[0]) == (700, 0)
    assert after_farkles(2 * streak, **changes).scores[0] == 200


def test_they_cost_everything():
    assert after_farkles(3, streak_cost="everything").scores[0] == 0
    game = Game("classic", streak_cost="everything", farkle_streak=2, farkle_cost=50)
    game.farkles().skip().farkles()
    assert game.state.scores[0] == -100  # a score below zero stays


def test_they_cost_the_last_bank_but_not_the_one_before():
    state = after_farkles(3, streak_cost="last_bank")
    assert (state.scores[0], state.undone[0]) == (1000, 1000)
    assert after_farkles(6, streak_cost="last_bank").scores[0] == 1000


def test_scores_before_the_last_bank_are_kept_where_they_count():
    state = after_farkles(1, streak_cost="last_bank")
    assert GameState.from_dict(state.rules, state.to_dict()) == state
    assert "undone" not in after_farkles(1).to_dict()
    with pytest.raises(RecordError, match="same length"):
        GameState.from_dict(state.rules, state.to_dict() | {"undone": [1]})


def test_who_joins_late_has_no_bank_to_lose():
    game = Game("classic", streak_cost="last_bank", farkle_streak=2, late_start="lowest")
    game.banks(500).banks(300).join().skip().skip().farkles().skip().skip().farkles()
    assert game.state.scores[2] == 300


def test_every_farkle_costs_and_one_on_the_first_roll_more():
    changes = {"farkle_cost": 50, "first_farkle_cost": 200}
    game = Game("classic", **changes).banks(1000).skip().farkles()
    assert game.state.scores[0] == 750
    game.skip().roll("123446").roll("23446", "1")
    assert game.state.scores[0] == 700


def test_a_first_roll_of_fewer_dice_is_not_one_of_all():
    game = Game("classic", building=True, first_farkle_cost=200)
    game.roll("111246").bank("111").build("246")
    assert game.state.scores == (1000, 0)
    game.skip().farkles()
    assert game.state.scores == (1000, -200)


def test_costs_stop_at_zero_but_give_nothing_back():
    changes = {"farkle_cost": 300, "penalty_floor": "zero"}
    assert Game("classic", **changes).banks(500).skip().farkles().state.scores[0] == 200
    game = Game("classic", **changes).banks(200).skip().farkles()
    assert game.event("penalised").points == 200
    assert game.skip().farkles().event("penalised").points == 0


def test_farkles_are_counted_on_where_several_cost_nothing():
    assert after_farkles(4, farkle_cost=50).streaks[0] == 4


def test_what_has_no_effect_is_remarked():
    rules = replace(PRESETS["classic"], farkle_streak=2)
    (remark,) = rules.validate().warnings
    assert str(remark) == "farkle_streak has no effect with these rules."
    rules = replace(PRESETS["classic"], farkle_cost=20_000)
    assert "larger than the winning score" in str(rules.validate().warnings[0])


def test_rules_under_which_scores_never_grow_are_refused():
    hopeless = {"farkle_streak": 2, "streak_cost": "everything", "bank_min": 1500}
    (error,) = verdict(replace(PRESETS["classic"], **hopeless)).errors
    assert str(error) == "A game would take more than 1,000 turns each."
    (error,) = verdict(replace(PRESETS["classic"], farkle_cost=2000, bank_min=500)).errors
    assert str(error).startswith("Farkles cost more than careful play earns")


def test_games_take_longer_with_costs():
    free = estimate_turns(PRESETS["classic"]).turns
    for changes in (
        {"farkle_cost": 50},
        {"first_farkle_cost": 500},
        {"streak_cost": "everything"},
        {"streak_cost": "last_bank"},
        {"farkle_penalty": 500, "farkle_streak": 2},
    ):
        assert estimate_turns(replace(PRESETS["classic"], **changes)).turns > free


def test_computers_fear_what_a_farkle_costs():
    """With two farkles in a row, the judge plays safer for a player who has more to lose."""
    rules = replace(PRESETS["classic"], streak_cost="everything", farkle_streak=2)
    judge = Judge(rules)
    rich = Game("classic", streak_cost="everything", farkle_streak=2).banks(5000).skip().farkles()
    poor = Game("classic", streak_cost="everything", farkle_streak=2).farkles()
    lost = [judge.view(game.skip().state).lost for game in (rich, poor)]
    kept = [judge.view(game.state).bank(0) for game in (rich, poor)]
    assert kept[0] - lost[0] > kept[1] - lost[1] + 0.1


def test_who_plays_alone_for_points_has_an_estimate_where_single_farkles_cost():
    rules = replace(PRESETS["classic"], rounds=3, target=0)
    state, _ = GameState.start(rules, 1, lambda count: (1,) * count)
    for changes in ({"farkle_cost": 50}, {"streak_cost": "everything"}):
        best = PointsBest(replace(rules, **changes))
        assert best.decide(state).keep == ()
        with pytest.raises(ValueError, match="not solved"):
            best.worths(state)
