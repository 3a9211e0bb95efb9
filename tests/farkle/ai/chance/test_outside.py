"""Players who are not in yet; `test_inside.py` holds their chances to a value iteration."""

from dataclasses import replace

import pytest

from farkle import PRESETS
from farkle.ai.chance.table import solve

RULES = replace(PRESETS["entry"], target=1000, entry_min=500)


@pytest.fixture(scope="module")
def chances():
    return solve(RULES)


def test_it_is_better_to_be_in(chances):
    for theirs in range(0, 1000, 50):
        assert chances.to_move(0, theirs, entered=(False, True)) < chances.to_move(
            0, theirs, entered=(True, True)
        )
        assert chances.to_move(theirs, 0, entered=(True, False)) > chances.to_move(
            theirs, 0, entered=(True, True)
        )


def test_who_is_in_is_ahead_of_who_is_not(chances):
    even = chances.to_move(0, 0, entered=(False, False))
    assert chances.to_move(0, 0, entered=(False, True)) < even
    assert even < chances.to_move(0, 0, entered=(True, False))
    assert chances.change < 1e-8
