"""The player of par: its expectation is met, and no other choice has a higher one."""

from dataclasses import replace
from statistics import mean, stdev

import pytest

from farkle import PRESETS, Bank, GameState, Roll
from farkle.ai.deals.points_best import PointsBest
from farkle.ai.deals.spread import play_turns
from farkle.ai.players import decide
from farkle.ai.turn.solver import solve
from farkle.engine.deal import rules_of_deal


def totals(rules, play, deals):
    return [sum(play_turns(rules, at.to_bytes(32, "big"), play)) for at in range(deals)]


@pytest.mark.parametrize("preset", ["standard", "kcd", "specials", "classic"])
def test_alike_turns_are_played_for_the_most_points_of_each(preset):
    rules = rules_of_deal(PRESETS[preset])
    best = PointsBest(rules)
    assert best.value(10) == pytest.approx(10 * solve(rules).value(0, 6), rel=1e-4)
    seed = bytes(32)
    assert play_turns(rules, seed, best.decide) == play_turns(
        rules, seed, lambda state: decide(state, "ledger")
    )


@pytest.mark.parametrize("preset", ["family", "absolute", "entry", "4iam"])
def test_it_scores_what_it_expects(preset):
    rules = rules_of_deal(PRESETS[preset], 4)
    best = PointsBest(rules)
    results = totals(rules, best.decide, 1500)
    error = stdev(results) / len(results) ** 0.5
    assert mean(results) == pytest.approx(best.value(4), abs=4 * error)


def test_it_beats_the_level_that_ignores_penalties_and_the_turns_to_come():
    rules = rules_of_deal(replace(PRESETS["family"], farkle_penalty=2000), 6)
    ours = totals(rules, PointsBest(rules).decide, 400)
    theirs = totals(rules, lambda state: decide(state, "ledger"), 400)
    gains = [our - their for our, their in zip(ours, theirs, strict=True)]
    assert mean(gains) > 2 * stdev(gains) / len(gains) ** 0.5


def test_a_third_farkle_in_a_row_is_worth_avoiding():
    """With 150 points and four dice left, the risk of a penalty of 5,000 decides."""
    rules = rules_of_deal(replace(PRESETS["kcd"], farkle_penalty=5000), 3)
    state, _ = GameState.start(rules, 1, lambda _: ())
    best = PointsBest(rules)
    actions = []
    for dice in ((2, 2, 3, 3, 4, 6), (2, 2, 3, 3, 4, 6), (1, 5, 2, 2, 3, 6)):
        state, _ = state.apply(Roll(), lambda _, dice=dice: dice)
    actions.append(best.decide(state))
    fresh = state.from_dict(rules, {**state.to_dict(), "streaks": [0]})
    actions.append(best.decide(fresh))
    assert actions[0] == Bank((1, 5))
    assert isinstance(actions[1], Roll)


def test_points_too_fine_to_solve_are_left_to_the_level_that_plays_the_odds():
    rules = rules_of_deal(replace(PRESETS["kcd"], single_1=101, single_5=7), 2)
    best, seed = PointsBest(rules), bytes(32)
    assert play_turns(rules, seed, best.decide) == play_turns(
        rules, seed, lambda state: decide(state, "ledger")
    )
    state, _ = GameState.start(rules, 1, lambda _: ())
    with pytest.raises(ValueError, match="not solved"):
        best.worths(state.apply(Roll(), lambda _: (1, 1, 5, 2, 3, 4))[0])
