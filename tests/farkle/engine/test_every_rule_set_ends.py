"""Every rule set that a room can choose plays to its end."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from farkle import PRESETS, GameState, RuleSet
from farkle.rules.playability import MOST_THROWS, MOST_TURNS
from tests.support.engine.simple_players import builder, careful, thrifty
from tests.support.engine.strategies import (
    CI,
    SOAK,
    Teams,
    allowed,
    editor_changes,
    seatings,
)

pytestmark = pytest.mark.no_cover

POLICIES = (careful, thrifty, builder, partial(thrifty, enough=1000))


def fair(seed):
    chance = Random(seed)
    return lambda count: tuple(chance.choices(range(1, 7), k=count))


HARD = {
    "entry_min": (2_000, 3_000, 5_000, 8_000, 12_000),
    "bank_min": (1_000, 2_000, 3_000, 5_000),
    "farkle_penalty": (2_000, 5_000, 20_000),
    "target": (25_000, 60_000, 200_000),
}
"""Values near the limit of what ends."""


def demands():
    """Draw nothing, or values that make a game long; many such rule sets are refused."""
    hard = {name: st.sampled_from(numbers) for name, numbers in HARD.items()}
    return st.just({}) | st.fixed_dictionaries({}, optional=hard)


def play(rules: RuleSet, players: int, teams: Teams, seed: int) -> None:
    """Play a game in which two seats are careful and the others play in other simple ways."""
    dice = fair(seed)
    state, _ = GameState.start(rules, players, dice, teams)
    turns = throws = 0
    while state.phase != "over":
        policy = POLICIES[max(state.current - 1, 0) % len(POLICIES)]
        state, events = state.apply(policy(state), dice)
        turns += sum(event.name == "turn" for event in events)
        throws += sum(event.name == "rolled" for event in events)
        assert turns <= 5 * MOST_TURNS * players, rules
        assert throws <= 2 * MOST_THROWS * (turns + 10), rules
    assert state.winners


GAMES = (
    st.sampled_from(tuple(PRESETS.values())),
    st.builds(lambda some, hard: some | hard, editor_changes(), demands()),
    seatings(most=5),
    st.integers(0, 99),
)


def try_one(preset, fields, seating, seed):
    rules = replace(preset, **fields)
    assume(allowed(rules))
    play(rules, *seating, seed)


test_whatever_the_editor_allows_comes_to_an_end = settings(CI, max_examples=20)(
    given(*GAMES)(try_one)
)
test_very_many_come_to_an_end = pytest.mark.soak(
    settings(SOAK, max_examples=20_000)(given(*GAMES)(try_one))
)
