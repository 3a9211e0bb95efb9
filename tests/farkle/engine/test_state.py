"""States as values, and as plain data: round trips, and what is refused."""

import json
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from farkle import (
    PRESETS,
    Bank,
    Build,
    GameState,
    IllegalAction,
    Join,
    Leave,
    RecordError,
    Roll,
    Skip,
)
from tests.support.engine.damage import damaged
from tests.support.engine.random_games import random_game
from tests.support.engine.scripted_game import Game

FUZZ = settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)


def through_json(data):
    return json.loads(json.dumps(data))


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


@pytest.mark.parametrize("seed", range(40))
def test_states_round_trip(seed):
    record, states = random_game(seed)
    for state in states:
        again = GameState.from_dict(state.rules, through_json(state.to_dict()))
        assert again == state
        assert hash(again) == hash(state)
        assert repr(again) == repr(state)
        assert through_json(again.to_dict()) == state.to_dict()
    assert record.rules == states[0].rules


@pytest.mark.parametrize("seed", range(10))
def test_a_stored_state_plays_on(seed):
    record, states = random_game(seed)
    for before, step, after in zip(states, record.steps, states[1:], strict=False):
        again = GameState.from_dict(before.rules, through_json(before.to_dict()))
        dice = list(step.dice)
        found, events = again.apply(
            step.action, lambda count, d=dice: [d.pop(0) for _ in range(count)]
        )
        assert (found, events) == (after, step.events)


def test_a_state_has_a_version_and_every_field():
    state = Game("family", streak_cost="last_bank").state
    data = state.to_dict()
    assert data["version"] == 1
    assert "rules" not in data
    later = {"chosen", "cup", "needs", "to_top"}  # left out where they say nothing
    assert set(data) - {"version"} == set(vars(state)) - {"rules"} - later


def damage(**changes):
    """Return the message with which a state with these values is refused."""
    state = Game("4iam", 3, building=True).banks(500).banks(500).banks(500).banks(50).state
    state, _ = state.apply(Roll(), lambda count: (1, 2, 3, 4, 4, 6))
    state, _ = state.apply(Roll((1,)), lambda count: (1, 2, 3, 4, 4))
    with pytest.raises(RecordError) as caught:
        GameState.from_dict(state.rules, state.to_dict() | changes)
    return str(caught.value)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": 2}, "A state must be an object of version 1."),
        ({"version": True}, "A state must be an object of version 1."),
        ({"extra": 1}, "A state has a missing or unknown field: extra."),
        ({"ply": 1.0}, "ply of a state must be a whole number."),
        ({"turn_points": True}, "turn_points of a state must be a whole number."),
        ({"scores": 5}, "scores of a state must be a list."),
        ({"scores": [1, 2, None]}, "scores of a state must be a whole number."),
        ({"blank": 0}, "blank of a state must be true or false."),
        ({"entered": [1, 1, 1]}, "entered of a state must be true or false."),
        ({"left": None}, "left of a state must be a list."),
        ({"phase": "paused"}, "phase of a state must be turns, final, playoff or over."),
        ({"scores": [0, 0]}, "All per-seat lists of a state must have the same length."),
        ({"teams": [0, 1]}, "All per-seat lists of a state must have the same length."),
        ({"queue": [3]}, "The state refers to seat 3 of 3."),
        ({"current": 3}, "The state refers to seat 3 of 3."),
        ({"leader": -2}, "The state refers to seat -2 of 3."),
        ({"order": [0, 1, 1]}, "A state has an invalid turn order."),
        ({"left": [False, True, False]}, "A state has an invalid turn order."),
        ({"current": -1}, "A state must have either winners or a current player."),
        ({"winners": [0]}, "A state must have either winners or a current player."),
        (
            {"order": [0, 2], "current": 1},
            "A state has a turn for a seat outside its turn order.",
        ),
        (
            {"order": [1], "queue": [], "current": 1},
            "A state without winners must have at least two players.",
        ),
        ({"playoff": [0, 1]}, "A state must list playoff seats during a playoff, and only then."),
        ({"phase": "playoff"}, "A state must list playoff seats during a playoff, and only then."),
        ({"throw": [1, 2, 3, 4, 7]}, "throw of a state must be faces from 1 to 6."),
        ({"aside": [0]}, "aside of a state must be faces from 1 to 6."),
        ({"offer": [50, [8]]}, "offer of a state must be faces from 1 to 6."),
        ({"offer": [50]}, "offer of a state must be points and dice."),
        ({"throw": [1]}, "A state must have six dice, rolled or set aside."),
        ({"aside": [1, 1]}, "A state must have six dice, rolled or set aside."),
        ({"throw": []}, "A state has a turn in progress without a roll."),
        ({"chosen": ["OOOOOO"]}, "All per-seat lists of a state must have the same length."),
        (
            {"chosen": ["OOOOOO"] * 3},
            "A state must have six named dice for each seat, or none.",
        ),
        ({"cup": "OOOOO"}, "A state must have six named dice for each seat, or none."),
        ({"cup": "0"}, "cup of a state must be letters of OAFSLHUETX."),
    ],
)
def test_impossible_states_are_refused(changes, sentence):
    assert damage(**changes) == sentence


@pytest.mark.parametrize("data", [None, [], "state", 1, {}])
def test_only_an_object_can_be_a_state(data):
    with pytest.raises(RecordError, match=r"^A state must be an object of version 1\.$"):
        GameState.from_dict(PRESETS["family"], data)


def test_a_state_without_a_field_is_refused():
    data = Game("family").state.to_dict()
    del data["hot"]
    with pytest.raises(RecordError, match=r"^A state has a missing or unknown field: hot\.$"):
        GameState.from_dict(PRESETS["family"], data)


SOME_STATES = [state for seed in range(12) for state in random_game(seed)[1][::9]]


@FUZZ
@given(st.data())
def test_a_damaged_state_is_refused_or_can_be_played(data):
    state = data.draw(st.sampled_from(SOME_STATES))
    broken = data.draw(damaged(state.to_dict()))
    try:
        found = GameState.from_dict(state.rules, broken)
    except RecordError:
        return
    assert GameState.from_dict(state.rules, found.to_dict()) == found
    assert repr(found)
    for action in (*found.legal.actions, Build(), Skip(), Join(), Leave(0), Bank((1,))):
        try:
            found.apply(action, lambda count: (1,) * count)
        except IllegalAction:
            continue
