"""Turns for the best of bank and farkle, and the curves between known values."""

from dataclasses import replace

import numpy as np
import pytest

from farkle import PRESETS
from farkle.ai.chance.throws import ThrowValues
from farkle.ai.chance.walk import Curve, Manner, Walk, meet, space_out
from farkle.ai.turn.solver import solve

NODES = np.linspace(0, 1, 48)
CLASSIC = PRESETS["classic"]
THROWS = ThrowValues(CLASSIC, 50)


def test_played_for_points_a_turn_is_worth_what_the_plan_says():
    bank = np.arange(400.0)[:, None] * 50
    walk = Walk(THROWS, bank, np.zeros(1), Manner())
    assert walk.opening[0] == pytest.approx(solve(CLASSIC).value(0, 6), abs=0.01)
    assert walk.rolls[3, 10, 0] == pytest.approx(solve(CLASSIC).value(500, 3), abs=0.01)
    for dice in range(1, 6):
        points = 50 * (1 + np.flatnonzero(walk.rolls[dice, :, 0] > walk.bank[dice, :, 0])[-1])
        assert solve(CLASSIC).value(points, dice) <= points
        assert solve(CLASSIC).value(points - 50, dice) > points - 50


def test_a_turn_that_must_get_in_has_the_chance_of_the_plan():
    rules = PRESETS["4iam"]
    for limit in (0, 1, 3):
        entry = solve(replace(rules, entry_rolls=limit), "enter")
        walk = Walk(ThrowValues(rules, 50), np.ones((30, 1)), np.zeros(1), Manner(10, limit=limit))
        assert walk.opening[0] == pytest.approx(entry.chance(0, 6, rolls=0), abs=1e-9)


def test_a_turn_that_runs_out_of_throws_has_a_value_of_its_own():
    rules = PRESETS["4iam"]
    throws, manner = ThrowValues(rules, 50), Manner(10, limit=1)
    bank, lost = np.ones((30, 1)), np.zeros(1)
    reached = Walk(throws, bank, lost, manner).opening[0]
    chance = Walk(throws, bank, lost, manner, np.full(1, 0.5)).opening[0]
    farkle = 1080 / 46656
    assert chance == pytest.approx(reached + (1 - farkle - reached) / 2)


def test_turns_are_followed_so_far_and_then_banked_at_once():
    bank, lost = np.arange(400.0)[:, None] * np.ones(3), np.zeros(3)
    whole = Walk(THROWS, bank, lost, Manner()).opening
    followed = np.array([90, 20, 1])
    part = Walk(THROWS, bank[:91], lost, Manner(), None, followed, bank[91:]).opening
    assert part[0] == pytest.approx(whole[0], abs=2e-3)
    assert part[2] < part[1] < part[0] < whole[0]
    alone = Walk(THROWS, bank[:21, :1], np.zeros(1), Manner(), None, followed[1:2], bank[21:, :1])
    assert alone.opening[0] == pytest.approx(part[1], abs=1e-12)


def test_a_throw_that_must_follow_does_so_after_the_last_row_too():
    throws = ThrowValues(replace(CLASSIC, hot_dice="mandatory"), 50)
    bank, lost = (np.arange(200.0)[:, None] >= 12) * 1.0, np.zeros(1)
    whole = Walk(throws, bank, lost, Manner()).opening[0]
    part = Walk(throws, bank[:21], lost, Manner(), None, np.array([20]), bank[21:]).opening[0]
    assert part == pytest.approx(whole, abs=1e-12)


def test_a_curve_passes_through_its_nodes_and_runs_straight_beyond_them():
    nodes = np.tile(NODES, (2, 1))
    curve = Curve(nodes, np.stack((nodes[0] ** 2, 1 - nodes[1])))
    for at in (0.0, 0.2, 0.5, 0.9, 1.0):
        value, slope = curve(np.array([at, at]))
        assert value == pytest.approx([at * at, 1 - at], abs=1e-3)
        assert slope == pytest.approx([2 * at, -1], abs=0.05)
    assert curve(nodes[:, 17])[0] == pytest.approx(curve.values[:, 17], abs=1e-15)
    assert curve(np.array([1.5, 1.5]))[0][1] == pytest.approx(-0.5)
    assert curve.part(slice(1, 2))(np.array([0.25]))[0] == pytest.approx([0.75])


def test_two_sides_meet_where_each_has_what_the_other_leaves():
    curve = Curve(NODES[None], 0.3 + 0.5 * NODES[None])
    first, second = meet(curve, curve, np.array([0.5]), np.array([0.1]))
    assert [first[0], second[0]] == pytest.approx([0.8 / 1.5] * 2)


def test_nodes_are_kept_apart():
    nodes = space_out(np.array([[0.5, 0.5, 0.1, 0.5]]), 0.01)
    assert nodes == pytest.approx(np.array([[0.1, 0.5, 0.51, 0.52]]))
