"""The test vectors, read as their page describes them, agree with the engine."""

import gzip
import json
from typing import Any

import pytest

import farkle
from farkle import PRESETS, Record, RuleSet, keeps, replay, score
from tests.support.play import vectors


def read(name: str) -> dict[str, Any]:
    content = json.loads(gzip.decompress((vectors.FOLDER / f"{name}.json.gz").read_bytes()))
    assert content.keys() == {"format", "version", name}
    assert (content["format"], content["version"]) == (f"farkle-{name}", 1)
    return dict(content[name])


THROWS, GAMES = read("throws"), read("games")


@pytest.mark.parametrize("name", PRESETS)
def test_throws(name: str) -> None:
    rules = RuleSet.from_dict(THROWS[name]["rules"])
    assert rules == PRESETS[name]
    throws = THROWS[name]["throws"]
    assert len(throws) == vectors.THROWS
    every = 923 if rules.dice > 5 else 461
    assert len({dice for dice, _, _ in throws[:every]}) == every
    for digits, points, legal in throws:
        dice = tuple(map(int, digits))
        assert score(rules, dice) == points, digits
        assert {
            "".join(map(str, keep)): worth for keep, worth in keeps(rules, dice).items()
        } == legal


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    assert [game["players"] for game in GAMES[name]] == [2, 3]
    for game in GAMES[name]:
        record = Record.from_dict(game)
        assert record.to_dict() == game
        assert replay(record).winners
    events = {
        event["e"] for game in GAMES[name] for step in game["steps"] for event in step["events"]
    }
    assert {"rolled", "kept", "banked", "farkled"} <= events


def test_a_toxic_roll_is_among_them() -> None:
    steps = [step for game in GAMES["second chance, toxic 2s"] for step in game["steps"]]
    toxic = [step["dice"] for step in steps if any(event.get("toxic") for event in step["events"])]
    assert toxic
    assert all(dice.count(2) >= 4 for dice in toxic)


def test_a_wrong_event_is_noticed() -> None:
    game = GAMES["family"][0]
    step = next(step for step in game["steps"] if step["do"] == "bank")
    kept = next(event for event in step["events"] if event["e"] == "kept")
    kept["points"] += 50
    with pytest.raises(farkle.Disagreement):
        replay(Record.from_dict(game))
    kept["points"] -= 50
