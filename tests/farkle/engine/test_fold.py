"""Folding events gives the states that the rules gave."""

import json

import pytest

from farkle import (
    GameState,
    batch_from_dicts,
)
from tests.support.engine.random_games import random_game


def through_json(data):
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("seed", range(40))
def test_the_fold_of_the_events_is_the_state(seed):
    record, states = random_game(seed)
    state = GameState.begin(record.rules, batch_from_dicts([one.to_dict() for one in record.start]))
    assert state == states[0]
    for step, after in zip(record.steps, states[1:], strict=True):
        state = state.fold(batch_from_dicts(through_json([one.to_dict() for one in step.events])))
        assert state == after
