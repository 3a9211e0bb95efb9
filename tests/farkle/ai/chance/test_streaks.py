"""A penalty for farkles in a row: chances held to a plain value iteration, and to deeper bounds."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from farkle.ai.chance import game, places, streaks
from farkle.ai.chance.game import Game
from farkle.ai.chance.places import Places
from farkle.ai.chance.table import solve
from tests.support.engine import value_iteration_penalties
from tests.support.engine.value_iteration import Plain

from .test_pairs import FEW

PENALTY = replace(FEW, farkle_penalty=100, penalty_floor="zero", target=200)

CASES = {
    "immediate": {"target": 300, "farkle_penalty": 200},
    "exact": {"ending": "exact", "tie_break": "leader"},
    "final round": {"ending": "final_round", "tie_break": "leader", "target": 100},
    "round finished": {"ending": "finish_round", "target": 100},
    "play-off by seat": {"ending": "final_round", "target": 100, "bank_min": 200},
    "entry": {"entry_min": 200},
    "entry ends the turn": {"entry_min": 300, "entry_ends_turn": True, "hot_dice": "mandatory"},
    "entry in two throws": {"entry_min": 300, "entry_rolls": 2},
    "two in a row": {"farkle_streak": 2, "target": 300},
    "four in a row": {"farkle_streak": 4},
    "everything": {"streak_cost": "everything", "penalty_floor": "none", "target": 300},
    "everything, entry": {"streak_cost": "everything", "farkle_penalty": 0, "entry_min": 200},
    "below zero": {"penalty_floor": "none"},
    "below zero, entry": {"penalty_floor": "none", "entry_min": 200, "target": 100},
}
RULES = replace(FEW, farkle_penalty=300, target=600, entry_min=300)
DEEP = -2
"""In steps of 100 points."""


@pytest.mark.parametrize("case", CASES)
def test_chances_are_those_of_a_plain_value_iteration(case):
    rules = replace(PENALTY, **CASES[case])
    stops_at_zero = rules.penalty_floor == "zero" or rules.streak_cost == "everything"
    lowest = 0 if stops_at_zero else DEEP
    hold_to_plain(rules, lowest, 0)  # near its bound the plain way is off


def test_chances_below_zero_are_those_of_a_plain_value_iteration(monkeypatch):
    """One penalty down, on the board and before, with a bound for both three penalties further."""
    monkeypatch.setattr(game, "_MIN_PENALTIES", 4)
    found = hold_to_plain(replace(PENALTY, **CASES["below zero, entry"]), -4, -1)
    assert {(-1, False), (-1, True), (0, False)} <= {(me[0], me[1]) for me, _, _ in found}


def hold_to_plain(rules, lowest, least):
    """Compare all chances of two players with this total at least, in steps; return their keys."""
    assert not rules.validate().errors
    plain, chances = Plain(rules), solve(rules)
    assert plain.step == chances.grid
    every = value_iteration_penalties.solve(plain, lowest)
    found = {key: chance for key, chance in every.items() if min(key[0][0], key[1][0]) >= least}
    for (me, other, order), chance in found.items():
        solved = chances.to_move(
            me[0] * plain.step,
            other[0] * plain.step,
            order,
            entered=(me[1], other[1]),
            streaks=(me[2], other[2]),
        )
        assert solved == pytest.approx(chance, abs=1e-6), (me, other, order)
    return found


def test_totals_further_below_change_nothing(monkeypatch):
    usual = usual_chances()
    monkeypatch.setattr(game, "_MIN_PENALTIES", game.count_penalties(RULES) + 2)
    assert np.abs(usual - from_zero(RULES)).max() < 1e-6
    # With a bound that is too high it would: the bound is not idle.
    monkeypatch.setattr(game, "_MIN_PENALTIES", 1)
    monkeypatch.setattr(game, "_DEPTH_PERCENT", 0)
    assert np.abs(usual - from_zero(RULES)).max() > 1e-6


def test_of_many_places_few_are_valued_first(monkeypatch):
    rules = replace(RULES, target=1200, entry_min=0, ending="immediate")
    usual = from_zero(rules)
    monkeypatch.setattr(places, "_MAX_DIRECT", 0)
    monkeypatch.setattr(places, "_COARSE_SPACINGS", (((0.3, 1), (9.0, 4)), ((0.5, 1), (9.0, 3))))
    few, more = (len(coarse) for coarse in Places(Game(rules)).coarse)
    assert few < more < len(Places(Game(rules)).kept)
    assert 0 < np.abs(from_zero(rules) - usual).max() < 1e-6


def test_slopes_change_nothing_but_how_fast_it_goes(monkeypatch):
    usual = usual_chances()
    monkeypatch.setattr(streaks, "_MAX_ESTIMATING_SWEEPS", 0)
    assert 0 < np.abs(from_zero(RULES) - usual).max() < 1e-6


@cache
def usual_chances():
    return from_zero(RULES)


def from_zero(rules):
    """Return the chances of all pairs of players who are at zero or above."""
    totals = Places(Game(rules)).totals
    return solve(rules).places[np.ix_(*[np.flatnonzero(totals >= 0)] * 2)]
