"""Games between computer players, and how sure their results are."""

import json

import pytest

from farkle.ai.players import LEVELS
from farkle.ai.tournament import interval
from tests.support.engine.command_line import answers


def test_simulate_one_table():
    call = ("simulate", "abacus", "pip", "pip", "--rules", "kcd", "--games", "12", "--seed", "1")
    lines = answers(*call).splitlines()
    assert [line.split()[0] for line in lines] == ["Abacus", "Pip", "Pip"]
    assert answers(*call) == "\n".join(lines) + "\n"
    data = json.loads(answers(*call, "--json"))
    assert data[0]["levels"] == ["abacus", "pip", "pip"]
    assert sum(data[0]["wins"]) == data[0]["games"] == 12
    assert data[0]["wins"][0] > 4


def test_simulate_everybody():
    data = json.loads(
        answers(
            "simulate",
            "--games",
            "1",
            "--seed",
            "2",
            "--json",
            "--rules",
            "kcd",
            "--set",
            "target=500",
        )
    )
    pairs = len(LEVELS) * (len(LEVELS) - 1) // 2
    assert len({tuple(one["levels"]) for one in data}) == pairs


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(50, 100, 0.404, 0.596), (0, 10, 0, 0.278), (10, 10, 0.722, 1)],
)
def test_interval(won, games, low, high):
    assert interval(won, games) == pytest.approx((low, high), abs=1e-3)
