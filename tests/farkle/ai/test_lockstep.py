"""Games in lockstep (`bench/lockstep`) go exactly as by the engine and the computer players."""

from itertools import pairwise

import numpy as np
import pytest

from bench.lockstep import games as lockstep
from farkle import PRESETS

GAMES = 2
TABLES = [
    ("kcd", ("almanac", "abacus")),
    ("classic", ("almanac", "plain")),
    ("entry", ("abacus", "almanac")),
    ("4iam", ("plain", "almanac")),
    ("specials", ("abacus", "abacus", "plain")),
    ("patch", ("abacus", "plain", "abacus", "abacus")),
    ("family", ("abacus", "plain", "abacus")),
    ("absolute", ("plain", "plain", "abacus", "plain", "abacus", "plain")),
    ("dixmille", ("abacus", "ledger")),
    ("kostky", ("abacus", "ledger")),
]


@pytest.mark.parametrize(("preset", "keys"), TABLES)
def test_games_go_as_by_the_engine(preset, keys):
    rules, names = PRESETS[preset], lockstep.names(5, 0, GAMES)
    played = lockstep.play(rules, names, [np.full(GAMES, key) for key in keys])
    players = [lockstep.player(key) for key in keys]
    for game in range(GAMES):
        turns = []
        end = lockstep.stepwise(rules, int(names[game]), players, turns.append)
        inside = [state for state in turns if state.phase != "playoff"]
        assert played.winner[game] == end.winners[0]
        assert played.turns[game].tolist() == [
            sum(state.current == seat for state in inside) for seat in range(len(keys))
        ]
        first_tie = turns[len(inside)] if len(inside) < len(turns) else end
        assert tuple(played.totals[game]) == first_tie.scores


@pytest.mark.parametrize("preset", ["entry", "family"])
def test_chances_are_those_of_the_product(preset):
    rules, names = PRESETS[preset], lockstep.names(7, 0, 1)
    seen, chances = [], []

    def note(_games, _numbers, found):
        seen.append(found[0])

    lockstep.play(rules, names, [np.array(["abacus"])] * 4, seen=note)
    players = [lockstep.player("abacus")] * 4
    lockstep.stepwise(
        rules, int(names[0]), players, lambda state: chances.append(lockstep.estimates(state))
    )
    assert np.allclose(seen, chances, rtol=0, atol=1e-9)


def test_a_tie_is_played_off_by_the_engine():
    """Two of three players are level after the last round."""
    rules = PRESETS["4iam"]
    played = lockstep.Games(rules, lockstep.names(1, 0, 1), 3)
    played.totals[:] = (10_000, 9_000, 10_000)
    played.entered[:], played.leader[:], played.turns[:] = True, 2, 20
    assert lockstep._settled(played, np.array([0])).tolist() == [-2]
    assert lockstep._play_off(played, 0, ["plain"] * 3, None) in (0, 2)


def test_dice_are_fair_and_follow_from_the_game():
    names, here = lockstep.names(1, 0, 6000), np.zeros(6000, int)
    found = lockstep.thrown(names, here, here, 0, 1)
    assert np.bincount(found, minlength=6) == pytest.approx(1000, abs=120)
    again = lockstep.thrown(names, here, here, 0, 1)
    other = [lockstep.thrown(names, here + 1, here, 0, 1), lockstep.thrown(names, here, here, 1, 1)]
    assert (again == found).all()
    for one, two in pairwise([found, *other]):
        assert np.mean(one == two) == pytest.approx(1 / 6, abs=0.03)
