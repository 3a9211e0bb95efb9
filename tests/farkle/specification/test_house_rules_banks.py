"""House rules on what may be banked."""

from dataclasses import replace

import pytest

from farkle import PRESETS, GameState
from farkle.ai.chance.game import CannotBeSolved
from farkle.ai.chance.game import Game as GameOfTwo
from farkle.ai.players import LEVELS, decide
from farkle.ai.turn.solver import solve
from farkle.rules.turn_estimate import estimate_turns
from farkle.text.rules_text import sections
from tests.support.engine.scripted_game import Bank, Game, Roll, faces


def test_a_bank_must_be_a_multiple():
    game = Game("classic", bank_multiple=100).roll("155234")
    game.refuses(Bank((5,)), "no_multiple")
    game.refuses(Bank((1, 5)), "no_multiple")
    assert str(game.state.legal.why_not(Bank((5,)))) == "You can only bank a multiple of 100."
    game.roll("52346", "5").bank("5")
    assert game.state.scores == (100, 0)


def test_the_last_roll_of_a_turn_may_be_rolled_on_if_it_makes_no_multiple():
    game = Game("classic", bank_multiple=100, bank_rolls=1).roll("523346")
    game.refuses(Bank((5,)), "no_multiple")
    game.roll("12346", "5")
    assert game.state.turn_points == 50


def test_multiples_in_words_and_in_estimates():
    rules = replace(PRESETS["classic"], bank_multiple=200)
    assert "You can only bank a multiple of 200." in map(str, sections(rules)[1].sentences)
    assert estimate_turns(rules).turn.throws > estimate_turns(PRESETS["classic"]).turn.throws
    assert not solve(rules).exact
    with pytest.raises(CannotBeSolved, match="multiple"):
        GameOfTwo(rules)


def test_computers_bank_multiples_alone():
    rules = replace(PRESETS["classic"], bank_multiple=200)
    state, _ = GameState.start(replace(rules, first_player="seat"), 2, lambda count: (1,) * count)
    state, _ = state.apply(Roll(), lambda count: tuple(faces("155234")[:count]))
    for level in LEVELS:
        choice = decide(state, level)
        assert state.legal.why_not(choice) is None
    actions = [action for action, _, _ in solve(rules).choices(0, faces("155234"))]
    assert [action.keep for action in actions if isinstance(action, Bank)] == [(1, 5, 5)]
