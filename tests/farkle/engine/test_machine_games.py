"""Whole games from roll-off to winner under random rule sets, as `CheckedGame`s."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farkle import Action, GameState, Join, Leave, Record, RuleSet, Skip, Step, dice_of, replay
from farkle.rules.turn_estimate import estimate_turns
from tests.support.engine.checked_game import CheckedGame
from tests.support.engine.simple_players import builder, thrifty
from tests.support.engine.strategies import (
    CI,
    DiceSource,
    Teams,
    dice_sources,
    seatings,
    short_rule_sets,
)

LONGEST = 400
"""The most actions of a restless game."""

REMATCHES = 4

PATIENCE = 400
"""The rounds within which sensible players finish a game under easy rules."""


def restless(game: CheckedGame, chance: Random, enough: int) -> Action:
    """Return a sensible action, or sometimes any legal one."""
    state = game.state
    mood = chance.random()
    if mood < 0.85:
        return builder(state, enough) if mood < 0.6 else thrifty(state, enough)
    if mood < 0.92:
        return chance.choice(state.legal.actions)
    if mood < 0.95:
        return Skip()
    if mood < (0.96 if state.phase == "turns" else 0.98):
        return Leave(chance.choice(state.order + state.waiting))
    team = None if state.teams is None else chance.choice(state.teams)
    join = Join(team)
    return join if game.referee.may(join) else thrifty(state, enough)


RESTLESS = (short_rule_sets(), seatings(most=7), dice_sources(), st.integers(0, 2**32 - 1))


def play_restlessly(
    rules: RuleSet,
    seating: tuple[int, Teams],
    source: DiceSource,
    seed: int,
    chosen: tuple[str, ...] = (),
) -> None:
    players, teams = seating
    chance = Random(seed)
    for _ in range(REMATCHES):
        enough = chance.choice((0, 0, 300, 1000))
        game = CheckedGame(rules, players, teams, source.throw(players * 30), chosen)
        while game.state.phase != "over" and game.state.ply < LONGEST:
            game.do(restless(game, chance, enough), source.throw())
        game.check_record()


@settings(CI, max_examples=30)
@given(*RESTLESS)
@pytest.mark.no_cover
def test_restless_tables_follow_the_referee_to_the_end(
    rules: RuleSet, seating: tuple[int, Teams], source: DiceSource, seed: int
) -> None:
    play_restlessly(rules, seating, source, seed)


@settings(CI, max_examples=10)
@given(*RESTLESS)
@pytest.mark.no_cover
def test_games_with_named_dice_follow_the_referee_to_the_end(
    rules: RuleSet, seating: tuple[int, Teams], source: DiceSource, seed: int
) -> None:
    rules, chance = replace(rules, building=False), Random(seed)
    letters = [chance.choices("OAFS", k=rules.dice) for _ in range(seating[0])]
    play_restlessly(rules, seating, source, seed, tuple(map("".join, letters)))


def can_end_soon(rules: RuleSet) -> bool:
    if rules.bank_min > 500 or rules.confirm_points:
        return False
    return rules.rounds > 0 or estimate_turns(rules).turns < 100


SENSIBLE = (
    short_rule_sets().filter(can_end_soon),
    seatings(),
    st.integers(0, 2**32 - 1),
)


def play_sensibly(rules: RuleSet, seating: tuple[int, Teams], seed: int) -> None:
    players, teams = seating
    chance = Random(seed)

    def dice(count: int) -> list[int]:
        return chance.choices((1, 2, 3, 4, 5, 6), k=count)

    state, start = GameState.start(rules, players, dice, teams)
    play = chance.choice((thrifty, builder))
    steps = []
    while state.phase != "over":
        action = play(state)
        state, batch = state.apply(action, dice)
        steps.append(Step(action, dice_of(batch), batch))
        assert state.round < PATIENCE
    totals = {seat: state.total(seat) for seat in range(players)}
    assert state.winners
    assert rules.tie_break == "shared" or len({state.side(seat) for seat in state.winners}) == 1
    if state.playoff == ():
        assert all(totals[seat] == max(totals.values()) for seat in state.winners)
        assert rules.rounds or max(totals.values()) >= rules.target
    assert replay(Record(rules, players, start, teams, tuple(steps))) == state


@settings(CI, max_examples=30)
@given(*SENSIBLE)
def test_sensible_people_come_to_an_end(
    rules: RuleSet, seating: tuple[int, Teams], seed: int
) -> None:
    play_sensibly(rules, seating, seed)
