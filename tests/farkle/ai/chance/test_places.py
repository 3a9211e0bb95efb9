"""Places of players under a penalty for farkles in a row, and what each turn leads to."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from farkle import PRESETS
from farkle.ai.chance.files import find_chances
from farkle.ai.chance.game import Game
from farkle.ai.chance.last_turn import Ending
from farkle.ai.chance.places import Places, StreakValues
from farkle.ai.chance.table import solve

from .test_pairs import FEW

RULES = replace(PRESETS["kcd"], target=1000, farkle_penalty=200, entry_min=300)
STREAKS = replace(FEW, farkle_penalty=100, target=400)


def test_a_penalty_leads_down_until_the_lowest_place():
    game = Game(RULES)
    places = Places(game)
    assert (game.penalties, places.low, places.fine) == (3, -6, 26)
    assert list(places.totals[places.fine :]) == [0, -4, -8, -12]
    for at, total in enumerate(places.totals):
        inside = at < places.fine
        assert places.of(int(total), entered=inside) == at
        fallen = places.totals[places.fall[at]]
        assert fallen == (total if places.deep[at] else total - 4)
    assert list(places.totals[places.deep]) == [-6, -5, -4, -3, -12]


def test_a_floor_stops_every_fall():
    places = Places(Game(replace(RULES, penalty_floor="zero")))
    assert not places.deep.any()
    assert places.totals[places.fall].min() == 0
    assert places.of(0, entered=False) == places.fine
    assert places.fall[places.fine] == places.fine


def test_of_few_places_all_are_kept_and_of_many_those_near_the_target():
    few, many = Places(Game(RULES)), Places(Game(PRESETS["family"]))
    assert len(few.kept) == few.size
    sizes = [len(kept) for kept in (*many.coarse, many.kept)]
    assert sizes == sorted(sizes)
    assert sizes[-1] < many.size
    for kept in (many.kept, *many.coarse):
        assert kept[0] == 0
        inside = kept[kept < many.fine]
        assert list(kept[len(inside) :]) == list(range(many.fine, many.size))
        steps = np.diff(inside)
        assert steps[-1] == 1 < steps[len(steps) // 4] < steps[1]


def test_values_between_kept_places_follow_from_them():
    places = Places(Game(PRESETS["family"]))
    x = np.arange(places.size) / 100
    values = (x[:, None] ** 3 - x)[:, :, None, None] * np.array([1.0, 2.0])
    for axes in ((0, 1), (0, 2)):
        whole = values if axes[1] == 1 else values.swapaxes(1, 2).copy()
        torn = np.full_like(whole, np.nan)
        index = [slice(None)] * 4
        index[axes[0]], index[axes[1]] = places.kept[:, None], places.kept
        torn[tuple(index)] = whole[tuple(index)]
        places.fill(torn, places.kept, axes[1])
        assert torn == pytest.approx(whole, abs=1e-9)


def test_far_from_the_target_chances_follow_from_those_around():
    """Under rules that are solved for every total, the places kept tell the others to 5e-6."""
    inside = find_chances(PRESETS["4iam"]).inside[:, :, 0]
    places = Places(Game(replace(PRESETS["family"], penalty_floor="zero")))
    assert (places.fine, places.low) == (len(inside), 0)
    kept = places.kept[places.kept < places.fine]
    chances = np.zeros((places.size, places.size))
    chances[np.ix_(kept, kept)] = inside[np.ix_(kept, kept)]
    places.fill(chances, places.kept, second=1)
    assert np.abs(chances[:-1, :-1] - inside).max() < 5e-6


def test_pairs_come_in_blocks_by_falling_sum():
    places = Places(Game(RULES))
    inside = places.pairs_in_blocks(places.kept, outside=False)
    outside = places.pairs_in_blocks(places.kept, outside=True)
    pairs = {pair for block in inside + outside for pair in zip(*map(list, block), strict=True)}
    assert len(pairs) == places.size**2
    sums = [places.totals[mine] + places.totals[theirs] for mine, theirs in inside]
    assert len(sums) > 1
    assert all(high.min() > low.max() for high, low in pairwise(sums))
    assert all((np.maximum(*block) >= places.fine).all() for block in outside)


def test_a_farkle_adds_one_and_the_third_takes_the_penalty():
    game = Game(STREAKS)
    values = StreakValues(game, Ending(game))
    values.win[:] = np.random.default_rng(1).random(values.win.shape)
    values.update_banked()
    mine, theirs = np.array([values.places.of(3, entered=True)]), np.array([5])
    fallen = values.places.of(2, entered=True)
    farkle = values.after_farkle(mine, theirs)[0]
    for their_farkles in range(3):
        opponent = values.win[5, their_farkles]
        assert farkle[0, their_farkles] == 1 - opponent[mine[0], 1]
        assert farkle[1, their_farkles] == 1 - opponent[mine[0], 2]
        assert np.allclose(farkle[2, their_farkles], 1 - opponent[fallen, 0], atol=1e-15)


def test_who_leaves_the_lowest_place_keeps_falling():
    chances = solve(replace(FEW, farkle_penalty=200, target=300))
    lost = [
        chances.after_farkle(total, 0, entered=(True, True), streaks=(2, 0))
        for total in (0, -200, -400, -600)
    ]
    assert lost == sorted(lost, reverse=True)
    assert lost[-1] > 0
