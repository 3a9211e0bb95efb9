"""Chances to win in a state: rivals, rounds and penalties count."""

from dataclasses import replace

import pytest

from farkle import PRESETS, Bank, GameState, Roll
from farkle.ai.estimate.judge import combine
from farkle.ai.players import decide, prepare
from tests.support.engine.positions import position

FAMILY, CLASSIC = PRESETS["family"], PRESETS["classic"]


def test_abacus_fears_a_third_farkle_in_a_row():
    state = position(FAMILY, [3000, 3000], "5234", turn_points=200, aside=[1, 1])
    assert isinstance(decide(state, "abacus"), Roll)
    third = GameState.from_dict(state.rules, state.to_dict() | {"streaks": [2, 0]})
    assert decide(third, "abacus") == Bank((5,))


def test_abacus_knows_how_many_rounds_are_left():
    """Far behind there is time at first; in the last but one round it must hurry."""
    rules = replace(CLASSIC, rounds=10)
    now = {"throw": "124", "turn_points": 350, "aside": [5, 5, 5]}
    assert decide(position(rules, [3000, 5500], **now, round=1), "abacus") == Bank((1,))
    assert decide(position(rules, [3000, 5500], **now, round=9), "abacus") == Roll((1,))
    assert decide(position(rules, [5500, 3000], **now, round=9), "abacus") == Bank((1,))


def test_abacus_aims_at_the_rival_who_matters():
    """With the target near for one of three others, it must hurry."""
    calm = position(CLASSIC, [5000, 2000, 2000, 2000], "124", turn_points=350, aside=[5, 5, 5])
    hurried = position(CLASSIC, [5000, 2000, 9800, 2000], "124", turn_points=350, aside=[5, 5, 5])
    assert decide(calm, "abacus") == Bank((1,))
    assert decide(hurried, "abacus") == Roll((1,))


def test_equal_players_have_equal_chances():
    judge = prepare(CLASSIC).judge
    for players in (2, 4, 6):
        view = judge.view(position(CLASSIC, [4000] * players))
        assert view.roll(0) == pytest.approx(1 / players, abs=0.05)


def test_the_odds_against_several_rivals_are_sharper_than_their_sum():
    """With one rival they are known. Who leads several wins more often, who trails less often."""
    assert combine([0.7]) == pytest.approx(0.7)
    assert combine([0.5] * 5) == pytest.approx(1 / 6)
    assert combine([0.9] * 3) > 1 / (1 + 3 / 9)
    assert combine([0.2] * 3) < 1 / (1 + 3 * 4)
    assert combine([0.9, 0.0]) == 0.0
