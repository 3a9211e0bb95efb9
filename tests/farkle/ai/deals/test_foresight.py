"""Perfect sight, against every play of a deal, and against players who see less."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farkle import PRESETS, GameState
from farkle.ai.deals import foresight
from farkle.ai.deals.foresight import NoCeiling, perfect_turns
from farkle.ai.deals.spread import play_turns
from farkle.ai.players import LEVELS, decide
from farkle.engine.deal import dealt_dice, rules_of_deal
from tests.support.engine.strategies import CI, short_rule_sets

SEEDS = st.binary(min_size=32, max_size=32)


def most_points(rules, seed):
    """Return the highest total of all plays, each tried with the engine."""
    known = {}

    def most_from(state):
        if state.phase == "over":
            return state.scores[0]
        turn = (state.throw, state.blank, len(state.aside), state.turn_points, state.rolls)
        key = (state.round, state.scores, state.entered, state.streaks, turn)
        if key not in known:
            known[key] = max(
                most_from(state.apply(action, dealt_dice(seed, state))[0])
                for action in state.legal.actions
            )
        return known[key]

    return most_from(GameState.start(rules, 1, lambda _: ())[0])


@pytest.mark.parametrize("preset", PRESETS)
def test_it_is_the_best_of_all_plays_under_every_preset(preset):
    rules = rules_of_deal(PRESETS[preset], 2)
    for number in range(8):
        seed = bytes([number]) * 32
        assert sum(perfect_turns(rules, seed)) == most_points(rules, seed)


@settings(CI, max_examples=30)
@given(short_rule_sets(), SEEDS)
def test_it_is_the_best_of_all_plays_under_any_rules(rules, seed):
    rules = rules_of_deal(replace(rules, building=False, beat_last=False), 2)
    assert sum(perfect_turns(rules, seed)) == most_points(rules, seed)


FAMILY = PRESETS["family"]
FEWER_POINTS = replace(FAMILY, entry_min=300, entry_ends_turn=True, farkle_penalty=0)
NOT_ON_THE_BOARD = replace(FAMILY, entry_min=300, bank_min=1000, farkle_penalty=0)
FORCED_ON = replace(FAMILY, entry_min=300, entry_ends_turn=True, lone_five=True)
RAN_OUT = replace(FAMILY, entry_rolls=3, entry_ends_turn=True, roll_after_four=True)


@pytest.mark.parametrize(
    ("rules", "turns", "number"),
    [(FEWER_POINTS, 2, 1), (NOT_ON_THE_BOARD, 2, 25), (FORCED_ON, 4, 176), (RAN_OUT, 4, 76)],
    ids=["fewer points go on", "off the board", "a keep that forces a roll", "farkles in a row"],
)
def test_what_is_rarely_better_is_found(rules, turns, number):
    """In these deals the best play keeps fewer points, stays off the board for a lower minimum,
    keeps what has to be rolled on, or runs out of rolls to pay no penalty."""
    rules, seed = rules_of_deal(rules, turns), number.to_bytes(32, "big")
    assert sum(perfect_turns(rules, seed)) == most_points(rules, seed)


@pytest.mark.parametrize("floor", ["none", "zero"])
def test_penalties_of_many_turns_are_part_of_it(floor):
    rules = replace(PRESETS["absolute"], farkle_penalty=500, penalty_floor=floor, entry_min=600)
    rules = rules_of_deal(replace(rules, entry_ends_turn=True, entry_rolls=3), 4)
    for number in range(6):
        seed = bytes([number]) * 32
        assert sum(perfect_turns(rules, seed)) == most_points(rules, seed)


@pytest.mark.parametrize("preset", ["absolute", "cinquemila"])
def test_no_level_beats_it(preset):
    rules = rules_of_deal(PRESETS[preset], 4)
    for number in range(4):
        seed = bytes([number]) * 32
        ceiling = sum(perfect_turns(rules, seed))
        for level in LEVELS:
            play = partial(decide, level=level, rng=Random(1))
            assert sum(play_turns(rules, seed, play)) <= ceiling


@settings(CI, max_examples=20)
@given(short_rule_sets(), SEEDS)
def test_nobody_beats_it(rules, seed):
    rules = rules_of_deal(replace(rules, building=False, beat_last=False), 4)
    ceiling = sum(perfect_turns(rules, seed))
    chance = Random(1)
    for _ in range(10):
        turns = play_turns(rules, seed, lambda state: chance.choice(state.legal.actions))
        assert sum(turns) <= ceiling


def test_a_turn_without_an_end_has_no_ceiling(monkeypatch):
    monkeypatch.setattr(foresight, "MAX_ROLLS", 2)
    with pytest.raises(NoCeiling, match="more than 2 rolls"):
        perfect_turns(rules_of_deal(PRESETS["standard"]), bytes(32))
