"""Rule sets that are solved in the background: an estimate becomes exact."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

from farkle import PRESETS
from farkle.ai.chance.files import file_of, known
from games.replay.solving import RulesToSolve
from games.solver import chances_folder

RULES = replace(PRESETS["kcd"], target=500)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    return Path(chances_folder())


def test_rules_are_solved_and_those_who_wait_are_told(folder: Path) -> None:
    queue, told = RulesToSolve(), [threading.Event(), threading.Event()]
    try:
        for one in told:
            queue.add(RULES, one.set)
        assert all(one.wait(60) for one in told)
        assert file_of(RULES, folder).is_file()
        assert known(RULES, folder) is not None
    finally:
        queue.close()


def test_what_cannot_be_solved_leaves_the_next_one_alone(folder: Path) -> None:
    queue, failed, told = RulesToSolve(), threading.Event(), threading.Event()
    try:
        queue.add(PRESETS["family"], failed.set)
        queue.add(RULES, told.set)
        assert told.wait(60)
        assert not failed.is_set()
        assert len(list(folder.iterdir())) == 1
    finally:
        queue.close()
