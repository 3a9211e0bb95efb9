"""What choices are worth: exact where that is known, and always shares of one whole."""

import pytest

from farkle import PRESETS, GameState, Roll
from farkle.ai.chance.files import find_chances
from farkle.ai.chance.position import Exact
from farkle.ai.review.worth import Worth


def begun(name, players=2, **more):
    state, _ = GameState.start(PRESETS[name], players, lambda n: tuple(range(6, 6 - n, -1)), **more)
    return state


def test_the_start_of_a_game_of_two_is_the_value_of_the_table():
    state, chances = begun("kcd"), find_chances(PRESETS["kcd"])
    worth = Worth(state.rules, Exact(chances), [state])
    assert worth.exact
    mine = chances.to_move(0, 0, entered=(True, True))
    assert worth.best(state) == pytest.approx(mine, abs=1e-9)
    assert worth.choices(state) == {Roll(): worth.best(state)}
    assert sum(worth.vector(state, worth.best(state), 2)) == 1
    assert worth.after_farkle(state) is None


@pytest.mark.parametrize("name", ["classic", "family"])
def test_one_unknown_state_makes_the_whole_game_an_estimate(name):
    two, three = begun(name), begun(name, 3)
    worth = Worth(two.rules, Exact(find_chances(two.rules)), [two, three])
    assert not worth.exact
    vector = worth.vector(three, worth.best(three), 3)
    assert sum(vector) == 1
    assert min(vector) > 0.2


def test_teams_share_one_chance():
    alone = begun("family", 4)  # the judge is kept for all games under these rules
    assert Worth(alone.rules, None, [alone]).best(alone) < 0.35
    state = begun("family", 4, teams=(0, 1, 0, 1))
    worth = Worth(state.rules, None, [state])
    vector = worth.vector(state, worth.best(state), 2)
    assert sum(vector) == 1
    assert min(vector) > 0.4
