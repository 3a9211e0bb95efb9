"""States as values: equality and text."""

from dataclasses import FrozenInstanceError, replace

import pytest

from tests.support.engine.scripted_game import Game


def test_states_compare_by_value_and_print_readably():
    family = Game("family").state
    assert family == Game("family").state
    assert family != Game("family").skip().state
    assert family != replace(family, scores=(0, 50))
    assert repr(family) == (
        "<GameState ply 0: turns, seat 0 to act, dice none, 0 at risk, scores (0, 0)>"
    )
    over = Game("classic", target=100).banks(100).state
    assert repr(over) == "<GameState ply 2: over, won by (0,), scores (100, 0)>"


def test_a_state_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Game("family").state.ply = 5
