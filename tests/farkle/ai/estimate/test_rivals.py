"""How the others share the chance that the player at turn leaves."""

from dataclasses import replace

import pytest

from farkle import PRESETS, GameState
from farkle.ai.estimate.judge import Judge
from farkle.ai.estimate.rivals import shares

RULES = replace(PRESETS["kcd"], first_player="seat")


def state_of(rules, **changes):
    state, _ = GameState.start(rules, 4, lambda n: (1,) * n)
    return GameState.from_dict(rules, state.to_dict() | changes)


@pytest.fixture(scope="module")
def judge():
    return Judge(RULES)


def test_equals_share_equally_but_for_their_place(judge):
    found = shares(judge, state_of(RULES, scores=[1000] * 4))
    assert sum(found.values()) == pytest.approx(1)
    assert found[1] > found[2] > found[3] > 0.25


def test_more_points_mean_a_larger_share(judge):
    found = shares(judge, state_of(RULES, scores=[0, 500, 3000, 1500]))
    assert found[2] > found[3] > found[1] > 0


def test_in_last_turns_the_leader_shares_with_those_who_still_come():
    rules = replace(RULES, ending="final_round")
    changes = {"scores": [3000, 4200, 2500, 100], "phase": "final", "leader": 1, "queue": [2]}
    found = shares(Judge(rules), state_of(rules, **changes))
    assert found[1] > found[2] > 0
    assert found[3] == 0
    assert sum(found.values()) == pytest.approx(1)


def test_with_a_limit_of_rounds_turns_count():
    rules = replace(RULES, rounds=5, ending="final_round")
    judge = Judge(rules)
    found = shares(judge, state_of(rules, scores=[0, 800, 800, 2500], round=5))
    assert found[3] > 0.5
    assert sum(found.values()) == pytest.approx(1)
    found = shares(judge, state_of(rules, scores=[0, 800, 800, 2500], round=2))
    assert found[3] > found[1] > 0


def test_where_the_round_is_finished_the_last_in_it_has_the_largest_share():
    """Whether both still come, both have had their turns, or only the last one comes."""
    rules = replace(RULES, ending="finish_round")
    judge = Judge(rules)
    for order, queue in (([0, 1, 3], [1, 3]), ([1, 3, 0], []), ([1, 0, 3], [3])):
        found = shares(judge, state_of(rules, scores=[3000] * 4, order=order, queue=queue))
        assert found[3] > found[1]
