"""Everybody's chance to win at a moment of a game."""

from dataclasses import replace
from random import Random

import pytest

from farkle import PRESETS, GameState
from farkle.ai.exact import exact_of
from farkle.ai.players import decide
from farkle.ai.review.live import live_chances


def begun(rules, players, teams=None):
    return GameState.start(replace(rules, first_player="seat"), players, lambda n: (), teams)[0]


def test_of_two_they_are_the_solved_ones():
    state = begun(PRESETS["kcd"], 2)
    assert live_chances(state) == pytest.approx((0.5571, 0.4429), abs=1e-4)
    state, _ = state.apply(decide(state, "almanac"), lambda n: (1, 1, 1, 2, 3, 4))
    best = max(exact_of(state).choices(state).values())
    assert live_chances(state) == pytest.approx((best, 1 - best), abs=1e-6)


@pytest.mark.parametrize(
    ("name", "players", "teams"),
    [("family", 3, None), ("kcd", 4, (0, 1, 0, 1)), ("entry", 6, None), ("classic", 2, None)],
)
def test_they_add_up_to_one_at_every_step(name, players, teams):
    random, state = Random(5), begun(replace(PRESETS[name], target=2000), players, teams)
    sides = players if teams is None else 2
    while state.phase != "over":
        found = live_chances(state)
        assert len(found) == sides
        assert sum(found) == 1.0
        assert min(found) >= 0
        action = decide(state, "magpie")
        state, _ = state.apply(action, lambda n: random.choices(range(1, 7), k=n))
    assert live_chances(state) == ()


def test_a_crowd_has_none():
    assert live_chances(begun(PRESETS["kcd"], 13)) == ()
