"""Events: folding them gives the states that the rules gave; round trips; bad data is refused."""

import json
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from farkle import (
    GameState,
    RecordError,
    batch_from_dicts,
    event_from_dict,
)
from farkle.engine.events import EVENTS
from tests.support.engine.damage import damaged
from tests.support.engine.random_games import random_game

FUZZ = settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)


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


@cache
def every_event():
    """Return one event of each kind from as many random games as that takes.

    A new field of the rules changes which games these are.
    """
    found = {}
    for seed in range(1000):
        record, _ = random_game(seed)
        for batch in (record.start, *(step.events for step in record.steps)):
            found |= {event.name: event for event in batch}
        if found.keys() == EVENTS.keys():
            break
    return found


def test_every_kind_of_event_happens():
    assert set(every_event()) == set(EVENTS)


@pytest.mark.parametrize("name", EVENTS)
def test_events_round_trip(name):
    event = every_event()[name]
    data = through_json(event.to_dict())
    assert data["e"] == name
    assert event_from_dict(data) == event
    assert batch_from_dicts([data, data]) == (event, event)


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_has_all_its_fields_and_no_other(name):
    data = every_event()[name].to_dict()
    fields = ", ".join(data)
    sentence = rf'^The event "{name}" must have: {fields}\.$'
    with pytest.raises(RecordError, match=sentence):
        event_from_dict(data | {"more": 1})
    for field in set(data) - {"e"}:
        with pytest.raises(RecordError, match=sentence):
            event_from_dict({key: value for key, value in data.items() if key != field})


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "An event must be an object."),
        ({}, 'An event must have a name, as "e".'),
        ({"e": ["over"]}, 'An event must have a name, as "e".'),
        ({"e": "won"}, "Unknown event: 'won'."),
        ({"e": "turn", "seat": "1"}, '"seat" of the event "turn" must be a whole number.'),
        ({"e": "turn", "seat": True}, '"seat" of the event "turn" must be a whole number.'),
        ({"e": "over", "winners": 1}, '"winners" of the event "over" must be a list.'),
        ({"e": "over", "winners": [1.0]}, '"winners" of the event "over" must be a whole number.'),
        ({"e": "rolled", "dice": [7]}, '"dice" of the event "rolled" must be faces from 1 to 6.'),
        (
            {"e": "farkled", "seat": 0, "lost": 0, "streak": 1, "toxic": 0},
            '"toxic" of the event "farkled" must be true or false.',
        ),
        (
            {"e": "started", "players": 2, "teams": "ab"},
            '"teams" of the event "started" must be a list.',
        ),
    ],
)
def test_data_that_is_not_an_event_is_refused(data, sentence):
    with pytest.raises(RecordError) as caught:
        event_from_dict(data)
    assert str(caught.value) == sentence


def test_a_batch_is_a_list():
    with pytest.raises(RecordError, match=r"^A batch must be a list of events\.$"):
        batch_from_dicts({"e": "second_chance"})


@FUZZ
@given(st.data())
def test_a_damaged_event_is_refused_or_is_another(data):
    name = data.draw(st.sampled_from(list(EVENTS)))
    broken = data.draw(damaged(through_json(every_event()[name].to_dict())))
    try:
        found = event_from_dict(broken)
    except RecordError:
        return
    assert event_from_dict(found.to_dict()) == found
