"""Records of whole games: round trips, their contents, and what is refused."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from farkle import (
    Bank,
    Disagreement,
    Record,
    RecordError,
    Roll,
    RulesError,
    RuleSet,
    Step,
    dice_of,
    replay,
    states,
)
from farkle.engine.events import Rolled
from tests.support.engine.damage import damaged
from tests.support.engine.random_games import random_game
from tests.support.engine.short_game import DATA, GAME, tampered


def test_the_record_replays_to_the_game():
    assert replay(GAME.record) == GAME.state
    assert Record.from_dict(DATA) == GAME.record
    assert [step["do"] for step in DATA["steps"][:8]] == [
        "roll",
        "roll",
        "bank",
        "build",
        "bank",
        "roll",
        "skip",
        "leave",
    ]


@pytest.mark.parametrize("seed", range(60))
def test_records_round_trip_and_replay(seed):
    record, seen = random_game(seed)
    record = replace(record, names=("Ann", "Böb"))
    again = Record.from_dict(json.loads(json.dumps(record.to_dict())))
    assert again == record
    assert again.names == ("Ann", "Böb")
    assert list(states(again)) == seen
    assert replay(again) == seen[-1]


def test_names_do_not_count_in_equality():
    assert replace(GAME.record, names=("Ann",)) == GAME.record


def test_a_record_knows_its_dice():
    assert GAME.record.start_dice == (1, 6, 1)
    assert GAME.record.steps[1].dice == (1, 1, 3, 4, 6)
    assert GAME.record.steps[2].dice == ()
    assert dice_of(GAME.record.steps[1].events) == (1, 1, 3, 4, 6)


def test_an_unfinished_record_is_a_record():
    part = replace(GAME.record, steps=GAME.record.steps[:5])
    assert replay(part).ply == 5
    assert replay(replace(GAME.record, steps=())).ply == 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data.update(version=2), "A record must be an object of version 1."),
        (lambda data: data.update(version=True), "A record must be an object of version 1."),
        (lambda data: data.update(extra=1), "A record has a missing or unknown field: extra."),
        (lambda data: data.pop("names"), "A record has a missing or unknown field: names."),
        (
            lambda data: data.update(players=0),
            "players of a record must be a whole number from 1.",
        ),
        (
            lambda data: data.update(players=3.0),
            "players of a record must be a whole number from 1.",
        ),
        (
            lambda data: data.update(players=10**9),
            "players of a record must be a whole number from 1.",
        ),
        (lambda data: data.update(names="Ann"), "names of a record must be a list of names."),
        (lambda data: data.update(names=[1]), "names of a record must be a list of names."),
        (lambda data: data.update(names=["\ud800"]), "names of a record must be a list of names."),
        (
            lambda data: data.update(teams=["a"]),
            "teams of a record must be a list of whole numbers.",
        ),
        (lambda data: data.update(steps={}), "steps of a record must be a list."),
        (
            lambda data: data.update(start=[]),
            "start of a record must be an object with dice and events.",
        ),
        (
            lambda data: data["start"].update(more=1),
            "start of a record must be an object with dice and events.",
        ),
        (
            lambda data: data["start"].update(dice=[1, 2, 3]),
            "At the start: the dice are not those of the events.",
        ),
        (
            lambda data: data["steps"].__setitem__(4, None),
            "Step 5 of a record must be an object.",
        ),
        (
            lambda data: data["steps"][4].update(do="wait"),
            'At step 5: An action must say what to "do": roll, bank, build, skip, leave, join.',
        ),
        (
            lambda data: data["steps"][4].update(more=1),
            "At step 5: Unknown field in a bank: more.",
        ),
        (
            lambda data: data["steps"][0].update(dice=[1, 2, 3, 4, 4, 5]),
            "At step 1: the dice are not those of the events.",
        ),
        (
            lambda data: data["steps"][0].pop("dice"),
            "At step 1: the dice are not those of the events.",
        ),
        (
            lambda data: data["steps"][2].update(dice=[1]),
            "At step 3: the dice are not those of the events.",
        ),
        (
            lambda data: data["steps"][2].pop("events"),
            "At step 3: A batch must be a list of events.",
        ),
        (
            lambda data: data["steps"][2]["events"][0].update(e="lost"),
            "At step 3: Unknown event: 'lost'.",
        ),
    ],
)
def test_a_malformed_record_is_refused(change, sentence):
    with pytest.raises(RecordError) as caught:
        Record.from_dict(tampered(change))
    assert str(caught.value) == sentence


@pytest.mark.parametrize("data", [None, [], "record", 1, {}])
def test_only_an_object_can_be_a_record(data):
    with pytest.raises(RecordError, match=r"^A record must be an object of version 1\.$"):
        Record.from_dict(data)


def test_a_record_with_a_bad_rule_set_is_refused():
    with pytest.raises(RulesError, match="Unknown fields in a rule set: 'flush'"):
        Record.from_dict(tampered(lambda data: data["rules"].update(flush=1)))


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(damaged(DATA))
def test_a_damaged_record_is_refused_or_replayed_or_found_out(data):
    try:
        record = Record.from_dict(data)
    except (RecordError, RulesError):
        return
    assert Record.from_dict(record.to_dict()) == record
    try:
        replay(record)
    except Disagreement as lie:
        assert 0 <= lie.step <= len(record.steps)  # noqa: PT017 - not every damage is a lie
        assert lie.recorded != lie.replayed  # noqa: PT017


def test_a_record_grows_by_one_step_per_action():
    record = Record(RuleSet(), 2, ())
    assert record.and_then(Roll(), (Rolled((1,) * 6),)).steps == (
        Step(Roll(), (1,) * 6, (Rolled((1,) * 6),)),
    )
    assert record.and_then(Bank((1,)), ()).steps[0].dice == ()
    assert record.steps == ()
