"""The chance to win within a turn is the average over all throws that may follow."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from farkle import PRESETS, Build, GameState, Roll
from farkle.ai.chance.files import chances_of
from farkle.ai.chance.position import Exact
from farkle.ai.chance.table import solve
from tests.support.engine.throw_outcomes import throws

from .test_pairs import FEW

SHORT = {
    "classic": {"target": 900, "entry_min": 0, "bank_min": 150, "bank_rolls": 3},
    "entry": {"target": 900, "entry_min": 300, "entry_rolls": 2},
    "kcd": {"target": 600, "ending": "only_exact"},
    "specials": {
        "target": 600,
        "entry_min": 0,
        "ending": "final_round",
        "tie_break": "playoff",
        "playoff_order": "seat",
    },
    "standard": {"target": 600, "ending": "finish_round"},
    "patch": {"target": 800, "ending": "exact"},
    "family": {"target": 400, "entry_min": 300, "entry_rolls": 3},
    "absolute": {"target": 500, "penalty_floor": "none"},
    "4iam": {"target": 500, "entry_min": 300, "building": True, "second_chance": True},
}
PHASES = {
    "classic": {"turns"},
    "entry": {"turns", "final"},
    "kcd": {"turns"},
    "specials": {"turns", "final", "playoff"},
    "standard": {"turns", "final", "playoff"},
    "patch": {"turns", "final"},
    "family": {"turns"},
    "absolute": {"turns"},
    "4iam": {"turns", "final", "builds"},
}
EACH = 2
_solved = {}


def exact_of(name):
    if name not in _solved:
        preset = PRESETS[name]
        if preset.farkle_penalty:
            preset = replace(FEW, farkle_penalty=200, penalty_floor="zero", target=300)
        rules = replace(preset, first_player="seat", **SHORT[name])
        _solved[name] = Exact(solve(rules))
    return _solved[name]


def value(exact, state, seat):
    """Return the chance of one of the two seats."""
    if state.phase == "over":
        return float(seat in state.winners)
    mine = exact.value(state)
    return mine if state.current == seat else 1 - mine


def after(exact, state, action, seat, thrown=()):
    """Return the average chance after an action, over every throw that may follow."""
    tries, asked = list(thrown), []

    def source(count):
        if tries:
            return tries.pop(0)
        asked.append(count)
        return (2, 3, 4, 6, 2, 3)[:count]

    then, _ = state.apply(action, source)
    if not asked:
        return value(exact, then, seat)
    total = 0.0
    for dice, often in throws(asked[0]):
        total += often * after(exact, state, action, seat, (*thrown, dice))
    return total / 6 ** asked[0]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", SHORT)
def test_every_choice_is_worth_what_follows_it(name):
    exact = exact_of(name)
    # Where a final round follows, larger leads than matter count as equal.
    within = 2e-6 if exact.chances.rules.ending == "immediate" else 5e-4
    random, seen = Random(7), Counter()
    while any(seen[phase] < EACH for phase in PHASES[name]):
        state, _ = GameState.start(exact.chances.rules, 2, lambda n: ())
        while state.phase != "over":
            known = exact.knows(state)
            assert known == (min(state.scores) >= exact.game.exact_from * exact.game.grid)
            builds = state.legal.build is None
            kind = "builds" if builds else state.phase
            wanted = state.rolls or builds
            if known and wanted and seen[kind] < EACH and random.random() < 0.5:
                choices = exact.choices(state)
                assert set(choices) <= set(state.legal.actions)
                action = Build() if builds else random.choice(list(choices))
                seen[kind] += 1
                expected = after(exact, state, action, state.current)
                assert choices[action] == pytest.approx(expected, abs=within)
            action = random.choice(state.legal.actions)
            state, _ = state.apply(action, lambda n: [random.randint(1, 6) for _ in range(n)])


def test_banking_what_wins_is_certain():
    exact = exact_of("kcd")
    dice = iter([(6, 6, 6, 2, 3, 3)])
    state, _ = GameState.start(exact.chances.rules, 2, lambda n: ())
    state, _ = state.apply(Roll(), lambda n: next(dice))
    assert max(exact.choices(state).values()) == 1.0


def test_totals_far_below_zero_are_not_known():
    exact = Exact(chances_of(PRESETS["family"]))
    state, _ = GameState.start(exact.chances.rules, 2, lambda n: tuple(range(1, n + 1)))
    for scores, known in (((-1000, 500), True), ((500, -2000), False)):
        data = {**state.to_dict(), "scores": scores}
        assert exact.knows(GameState.from_dict(state.rules, data)) is known


def test_more_than_two_players_are_not_known():
    exact = exact_of("kcd")
    state, _ = GameState.start(exact.chances.rules, 3, lambda n: ())
    assert not exact.knows(state)
