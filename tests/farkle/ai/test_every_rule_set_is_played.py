"""Every level plays by every rule set that a room can choose, and every game can be reviewed."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from random import Random

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from farkle import PRESETS, GameState, Record, RuleSet
from farkle.ai.hints.hints import hint
from farkle.ai.players import LEVELS, decide, first_legal
from farkle.ai.review.analysis import analysis
from farkle.ai.review.winning import live_chances
from tests.support.engine.strategies import CI, SOAK, Teams, allowed, editor_changes, seatings

MOST_MOVES = 80
SMALL = (51, 60, 100, 150, 300, 500)
"""Winning scores of one step of points and little more."""


def play(rules: RuleSet, players: int, teams: Teams, seed: int) -> None:
    """Have the levels play in turn, with hints and chances now and then, and review the game."""
    random = Random(seed)
    levels = cycle(LEVELS)

    def dice(count: int) -> tuple[int, ...]:
        return tuple(random.choices(range(1, 7), k=count))

    state, batch = GameState.start(rules, players, dice, teams)
    record = Record(rules, players, batch, teams)
    for move in range(MOST_MOVES):
        if state.phase == "over":
            break
        if move % 10 == 0:
            hint(state)
            live_chances(state)
        state.apply(first_legal(state), dice)
        action = decide(state, next(levels))
        state, batch = state.apply(action, dice)
        record = record.and_then(action, batch)
    analysis(record)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_played_to_a_score_of_one_step(name: str) -> None:
    rules = replace(PRESETS[name], target=50, entry_min=0)
    for seed in range(len(LEVELS)):
        play(rules, 2, None, seed)


def try_one(
    preset: RuleSet,
    fields: dict[str, object],
    target: int | None,
    seating: tuple[int, Teams],
    seed: int,
) -> None:
    rules = replace(preset, **fields)  # type: ignore[arg-type]  # drawn by their names
    if target is not None:
        rules = replace(rules, target=target)
    assume(allowed(rules))
    play(rules, *seating, seed)


GAMES = (
    st.sampled_from(tuple(PRESETS.values())),
    editor_changes(),
    st.none() | st.sampled_from(SMALL),
    seatings(most=4),
    st.integers(0, 99),
)

# A game takes seconds, so none is made smaller.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)

test_odd_rule_sets_are_played = settings(CI, max_examples=4, phases=PHASES)(given(*GAMES)(try_one))
test_very_many_are_played = pytest.mark.soak(
    settings(SOAK, max_examples=1000, phases=PHASES)(given(*GAMES)(try_one))
)
