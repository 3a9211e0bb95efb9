"""How a game starts and moves: its players, teams and dice; the rules themselves are tested in
`tests/farkle/specification/`."""

import pytest

from farkle import PRESETS, GameState, Roll
from tests.support.engine.scripted_game import Game, Script


@pytest.mark.parametrize(
    "hand", [(1, 2, 3), (), (1,) * 7, (0,) * 6, (7,) * 6, (True,) * 6, ("1",) * 6, (1.0,) * 6]
)
def test_a_source_must_return_dice(hand):
    state = Game("family").state
    before = state.to_dict()
    with pytest.raises(ValueError, match=r"^The dice source returned .*, expected 6 dice"):
        state.apply(Roll(), lambda count: hand)
    assert state.to_dict() == before


def test_a_source_that_fails_changes_nothing():
    state = Game("family").roll("111234").state
    before = state.to_dict()

    def broken(count):
        raise RuntimeError("no dice today")

    with pytest.raises(RuntimeError, match="no dice today"):
        state.apply(Roll((1,)), broken)
    assert state.to_dict() == before


@pytest.mark.parametrize("of", [(0, 1), (0, 0, 0), (0, 1, 0, 1), ()])
def test_teams_must_cover_every_seat_and_be_at_least_two(of):
    with pytest.raises(ValueError, match="at least two"):
        GameState.start(PRESETS["family"], 3, Script(), of)
