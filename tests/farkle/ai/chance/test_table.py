"""Solved chances and their packed form: every damage is found."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from farkle import PRESETS
from farkle.ai.chance import places, table
from farkle.ai.chance.game import Game
from farkle.ai.chance.places import Places
from farkle.ai.chance.table import VERSION, DamagedTable, difference, pack, solve, unpack

RULES = replace(PRESETS["4iam"], target=400, entry_min=300, playoff_order="seat")


@cache
def solved():
    """Return the table, which is solved at the first call and not when this file is imported."""
    return solve(RULES)


@cache
def packed():
    return pack(solved())


def test_what_is_packed_is_unpacked():
    found = unpack(packed(), RULES)
    assert difference(found, solved()) < 1.1e-6
    assert (found.grid, found.rules, found.change) == (50, RULES, solved().change)
    assert found.inside.shape == (8, 8, 2)
    free = solve(replace(RULES, entry_min=0, ending="immediate"))
    assert difference(unpack(pack(free), free.rules), free) < 1.1e-6


def test_a_table_with_penalties_is_unpacked_whole(monkeypatch):
    """Packed are chances of the places that are kept; those between follow from them."""
    rules = replace(PRESETS["kcd"], target=800, farkle_penalty=200)
    monkeypatch.setattr(places, "_MAX_ALL_VALUED", 0)
    chances = solve(rules)
    found = unpack(pack(chances), rules)
    assert len(Places(Game(rules)).kept) < len(found.places)
    assert difference(found, chances) < 3e-6


def test_a_torn_table_is_found():
    whole = packed()
    for length in (0, 5, 20, len(whole) // 2, len(whole) - 1):
        with pytest.raises(DamagedTable, match=r"truncated or corrupt\.$"):
            unpack(whole[:length], RULES)


def test_a_changed_table_is_found():
    whole = packed()
    for at in range(0, len(whole), 7):
        damaged = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        with pytest.raises(DamagedTable, match=r"truncated or corrupt\.$"):
            unpack(damaged, RULES)


def test_another_version_and_other_rules_are_refused(monkeypatch):
    with pytest.raises(DamagedTable, match="other rules"):
        unpack(packed(), PRESETS["classic"])
    monkeypatch.setattr(table, "VERSION", VERSION + 1)
    newer = pack(solved())
    monkeypatch.undo()
    with pytest.raises(DamagedTable, match=f"version {VERSION + 1}, expected {VERSION}"):
        unpack(newer, RULES)


def test_chances_are_looked_up_by_points():
    chances = solved()
    inside = chances.inside
    assert chances.to_move(100, 350, 0, entered=(True, True)) == inside[2, 7, 0]
    assert chances.to_move(100, 350, 1, entered=(True, True)) == inside[2, 7, 1]
    mean = chances.to_move(100, 350, entered=(True, True))
    assert mean == pytest.approx(inside[2, 7].mean())
    assert chances.to_move(100, 0, 0, entered=(True, False)) == chances.leading[2, 0]
    assert chances.to_move(0, 100, 0, entered=(False, True)) == chances.entering[2, 0]
    assert chances.to_move(0, 0, 0, entered=(False, False)) == chances.neither[0, 0]


def test_more_of_mine_is_better_and_more_of_theirs_is_worse():
    assert (np.diff(solved().inside, axis=0) > 0).all()
    assert (np.diff(solved().inside, axis=1) < 0).all()
