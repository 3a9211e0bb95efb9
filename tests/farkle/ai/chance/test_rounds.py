"""Games with a fixed number of rounds: chances held to a plain recursion."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from farkle import Bank, GameState
from farkle.ai.chance.position import Exact
from farkle.ai.chance.table import pack, solve, unpack
from tests.support.engine import value_iteration_rounds
from tests.support.engine.value_iteration import Plain

from .test_pairs import FEW

ROUNDS = replace(FEW, target=0, rounds=1, ending="final_round", tie_break="leader")
CASES = {
    "leader": {"rounds": 2},
    "shared": {"rounds": 2, "tie_break": "shared"},
    "tiebreaker": {"tie_break": "playoff"},
    "penalty, entry": {"farkle_penalty": 300, "entry_min": 200, "entry_rolls": 2},
}


@cache
def chances_of(case):
    rules = replace(ROUNDS, first_player="seat", **CASES[case])
    assert not rules.validate().errors
    return solve(rules)


@pytest.mark.parametrize("case", CASES)
def test_chances_are_those_of_a_plain_recursion(case):
    chances = chances_of(case)
    rules = chances.rules
    plain = Plain(rules)
    exact, plainly = Exact(chances), value_iteration_rounds.solve(plain)
    for scores, streaks, rounds_left in (
        ((0, 0), (0, 0), rules.rounds),
        ((0, 100), (2, 0), 1),
        ((300, 0), (2, 2), 1),
        ((200, 200), (1, 2), 1),
    ):
        rows = streaks if rules.farkle_penalty else (0, 0)
        entered = tuple(total > 0 or not rules.entry_min for total in scores)
        for last in (0, 1) if any(scores) else (None,):
            since = [0, 0] if last is None else [5 + (last == 0), 5 + (last == 1)]
            state, _ = GameState.start(rules, 2, lambda count: (1,) * count)
            changed = {"scores": scores, "entered": entered, "streaks": rows, "since": since}
            changed["round"] = rules.rounds - rounds_left + 1
            state = GameState.from_dict(rules, state.to_dict() | changed)
            assert exact.knows(state)
            players = tuple(
                (total // plain.step, *others)
                for total, *others in zip(scores, entered, rows, strict=True)
            )
            expected = plainly(players, 0, 2 * rounds_left, last)
            assert exact.value(state) == pytest.approx(expected, abs=1e-6), (scores, last)


def test_every_position_of_a_game_is_known_and_the_last_bank_decides():
    exact, random = Exact(chances_of("leader")), Random(3)
    for _ in range(6):
        state, _ = GameState.start(exact.game.rules, 2, lambda n: random.choices(range(1, 7), k=n))
        while state.phase != "over":
            assert exact.knows(state)
            choices, seat = exact.choices(state), state.current
            assert exact.value(state) == pytest.approx(max(choices.values()))
            action = max(choices, key=choices.__getitem__)
            state, _ = state.apply(action, lambda n: random.choices(range(1, 7), k=n))
        if isinstance(action, Bank):
            assert choices[action] == float(seat in state.winners)


def test_who_moves_last_has_the_better_chance():
    chances = chances_of("leader")
    assert chances.to_move(0, 0, entered=(True, True)) < 0.5
    assert chances.to_move(500, 0, entered=(True, True)) > 0.5
    assert unpack(pack(chances), chances.rules).rounds == pytest.approx(chances.rounds, abs=1.01e-6)
