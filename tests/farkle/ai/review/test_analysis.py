"""A game analysed by the chance to win, with the tables that are at hand."""

import subprocess
import sys
from dataclasses import replace

import pytest

from farkle import PRESETS
from farkle.ai.chance.files import chances_of, file_of
from farkle.ai.review.analysis import analysis, analysis_from_dict
from farkle.ai.review.winning import winning
from farkle.ai.turn.solver import solve
from tests.support.engine.proved_game import played
from tests.support.engine.scripted_game import Game

RULES = replace(PRESETS["kcd"], target=500, first_player="seat")


def test_a_preset_is_exact():
    record = Game("kcd").roll("111234").bank("111").record
    found = analysis_from_dict(record.to_dict())
    assert found == analysis(record)
    assert found.winning.exact


def test_other_rules_are_exact_once_they_are_solved(tmp_path):
    record = Game(RULES).roll("123346").bank("1").record
    before = analysis(record, str(tmp_path))
    assert not before.winning.exact
    assert before.solvable
    solved = chances_of(RULES, tmp_path)
    found = analysis(record, str(tmp_path)).winning
    assert found.exact
    assert not analysis(record, str(tmp_path)).solvable
    assert found.accounts[0].start == pytest.approx(
        winning(record, solved).accounts[0].start, abs=1e-6
    )


def test_a_torn_table_is_as_good_as_none(tmp_path):
    file_of(RULES, tmp_path).write_bytes(b"farkle chances\n{}\n")
    record = Game(RULES).roll("123346").bank("1").record
    assert not analysis(record, str(tmp_path)).winning.exact


def test_to_read_an_analysis_takes_no_numpy():
    """A server process reads many, and makes none."""
    code = "import sys, farkle.ai.review.analysis; print('numpy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_a_game_with_named_dice_is_analysed_by_points():
    game, _ = played(chosen=("AAAOOO", "OOOOUU"))
    found = analysis(game.record)
    assert (found.winning, found.solvable, found.luck.exact) == (None, False, True)
    averages = [solve(RULES, letters=letters) for letters in game.record.chosen]
    for account, plan in zip(found.luck.accounts, averages, strict=True):
        parts = account.start + account.luck - account.loss - account.unplayed
        assert account.points == parts
        assert account.start / account.turns == pytest.approx(plan.value(0, plan.every), abs=1e-3)
