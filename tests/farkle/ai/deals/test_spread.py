"""What computers make of a deal, and how it is stored."""

import json
from functools import partial
from random import Random

import pytest

from farkle import PRESETS
from farkle.ai.deals import foresight
from farkle.ai.deals.points_best import PointsBest
from farkle.ai.deals.spread import play_turns, spread_of
from farkle.ai.players import LEVELS, WITH_CHANCE, decide
from farkle.engine.deal import rules_of_deal
from tests.support.engine.proved_game import SEED, played_alone

RULES = rules_of_deal(PRESETS["standard"], 3)


@pytest.fixture(scope="module")
def spread():
    return spread_of(RULES, SEED, runs=30)


def test_every_level_plays_once_or_if_chance_is_part_of_it_often(spread):
    assert list(spread.levels) == list(LEVELS)
    for key, level in spread.levels.items():
        runs = 30 if key in WITH_CHANCE else 1
        assert level.runs == sum(count for _, count in level.points) == runs
        total = sum(points * count for points, count in level.points)
        assert level.mean == pytest.approx(total / runs, abs=0.05)
        assert list(level.points) == sorted(level.points)


def test_only_the_levels_with_chance_depend_on_it():
    for level in LEVELS:
        results = {
            play_turns(RULES, SEED, partial(decide, level=level, rng=Random(at)))
            for at in range(12)
        }
        assert (len(results) > 1) == (level in WITH_CHANCE), level


def test_the_same_deal_has_the_same_spread(spread):
    assert spread_of(RULES, SEED, runs=30) == spread
    assert spread_of(RULES, bytes(32), runs=30) != spread


def test_par_and_the_ceiling_are_sums_of_turns(spread):
    assert spread.par == sum(spread.par_turns)
    assert spread.perfect == sum(spread.perfect_turns)
    assert len(spread.par_turns) == len(spread.perfect_turns) == 3
    assert spread.perfect >= max(
        points for level in spread.levels.values() for points, _ in level.points
    )


def test_turns_are_those_of_the_game():
    best = PointsBest(RULES)
    record = played_alone(PRESETS["standard"], 3, policy=best.decide).record
    banked = [
        event.points for step in record.steps for event in step.events if event.name == "banked"
    ]
    turns = play_turns(RULES, SEED, best.decide)
    assert [points for points in turns if points] == banked


def test_it_is_stored_as_json(spread):
    data = json.loads(json.dumps(spread.to_dict()))
    assert data == spread.to_dict()
    assert data["levels"]["pip"]["points"] == [list(pair) for pair in spread.levels["pip"].points]
    assert (data["par"], data["perfect"]) == (spread.par, spread.perfect)


def test_a_deal_without_a_ceiling_has_the_rest(monkeypatch):
    monkeypatch.setattr(foresight, "MAX_ROLLS", 1)
    spread = spread_of(RULES, SEED, runs=1)
    assert spread.perfect is None
    assert spread.perfect_turns == ()
    assert len(spread.levels) == len(LEVELS)
