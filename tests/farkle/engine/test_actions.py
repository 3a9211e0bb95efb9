"""Actions as plain data: round trips, and what is refused."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from farkle import (
    Bank,
    Build,
    Join,
    Leave,
    RecordError,
    Roll,
    Skip,
    action_from_dict,
)
from tests.support.engine.damage import damaged

FUZZ = settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)


def through_json(data):
    return json.loads(json.dumps(data))


ACTIONS = [
    (Roll(), {"do": "roll", "keep": []}),
    (Roll((5, 1)), {"do": "roll", "keep": [1, 5]}),
    (Bank((6, 6, 6)), {"do": "bank", "keep": [6, 6, 6]}),
    (Build(), {"do": "build"}),
    (Skip(), {"do": "skip"}),
    (Leave(7), {"do": "leave", "seat": 7}),
    (Join(), {"do": "join", "team": None}),
    (Join(2), {"do": "join", "team": 2}),
]


@pytest.mark.parametrize(("action", "data"), ACTIONS)
def test_actions_round_trip(action, data):
    assert action.to_dict() == data
    assert action_from_dict(through_json(data)) == action


def test_a_keep_may_come_in_any_order_and_be_left_out():
    assert Roll((5, 1, 1)) == Roll([1, 5, 1]) == action_from_dict({"do": "roll", "keep": [1, 1, 5]})
    assert action_from_dict({"do": "roll"}) == Roll()
    assert action_from_dict({"do": "join"}) == Join()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "An action must be an object."),
        (["roll"], "An action must be an object."),
        ({}, 'An action must say what to "do": roll, bank, build, skip, leave, join.'),
        ({"do": "cheat"}, 'An action must say what to "do": roll, bank, build, skip, leave, join.'),
        (
            {"do": ["roll"]},
            'An action must say what to "do": roll, bank, build, skip, leave, join.',
        ),
        ({"do": "roll", "dice": [1]}, "Unknown field in a roll: dice."),
        ({"do": "build", "keep": []}, "Unknown field in a build: keep."),
        ({"do": "roll", "keep": "15"}, "A keep must be a list of at most eight faces."),
        ({"do": "roll", "keep": None}, "A keep must be a list of at most eight faces."),
        ({"do": "bank", "keep": [1] * 9}, "A keep must be a list of at most eight faces."),
        ({"do": "bank", "keep": [0]}, "The faces of a keep are whole numbers from 1 to 6."),
        ({"do": "bank", "keep": [7]}, "The faces of a keep are whole numbers from 1 to 6."),
        ({"do": "bank", "keep": [True]}, "The faces of a keep are whole numbers from 1 to 6."),
        ({"do": "bank", "keep": [1.0]}, "The faces of a keep are whole numbers from 1 to 6."),
        ({"do": "bank", "keep": [[1]]}, "The faces of a keep are whole numbers from 1 to 6."),
        ({"do": "leave"}, "seat must be a whole number from 0."),
        ({"do": "leave", "seat": -1}, "seat must be a whole number from 0."),
        ({"do": "leave", "seat": True}, "seat must be a whole number from 0."),
        ({"do": "leave", "seat": 10**9}, "seat must be a whole number from 0."),
        ({"do": "join", "team": "red"}, "team must be a whole number from 0."),
    ],
)
def test_data_that_is_not_an_action_is_refused(data, sentence):
    with pytest.raises(RecordError) as caught:
        action_from_dict(data)
    assert str(caught.value) == sentence


@FUZZ
@given(st.data())
def test_a_damaged_action_is_refused_or_is_another(data):
    broken = data.draw(damaged(data.draw(st.sampled_from(ACTIONS))[1]))
    try:
        found = action_from_dict(broken)
    except RecordError:
        return
    assert action_from_dict(found.to_dict()) == found
