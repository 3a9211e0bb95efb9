"""Rule sets that are solved in the background: an estimate becomes exact."""

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

from farkle import PRESETS
from farkle.ai.chance.files import file_of, known
from games.replay import solving
from games.replay.solving import RulesToSolve
from games.solver import chances_folder

RULES = replace(PRESETS["kcd"], target=500)
LARGE = replace(PRESETS["4iam"], target=9500, playoff_order="seat")
"""Rules that are not shipped, and take some seconds and about 150 MB."""


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


def test_what_cannot_be_solved_leaves_the_next_one_alone(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    queue, failed, told = RulesToSolve(), threading.Event(), threading.Event()
    try:
        queue.add(replace(PRESETS["family"], farkle_penalty=5000), failed.set)
        queue.add(RULES, told.set)
        assert told.wait(60)
        assert not failed.is_set()
        assert len(list(folder.iterdir())) == 1
        assert "a penalty for three farkles in a row" in caplog.text
        assert "Traceback" not in caplog.text
    finally:
        queue.close()


def test_rules_that_take_too_much_processor_time_are_given_up(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """However busy the machine is. The process goes on, with as much time for the next rules."""
    caplog.set_level("INFO")
    queue, failed, told = RulesToSolve(seconds=1), threading.Event(), threading.Event()
    try:
        queue.add(LARGE, failed.set)
        queue._thread.submit(int).result(60)  # after the rules
        workers = queue._solver._pool._processes  # type: ignore[union-attr]
        assert queue.add(RULES, told.set)
        assert told.wait(60)
        assert not failed.is_set()
        assert queue._solver._pool._processes is workers  # type: ignore[union-attr]
        assert "Solving these rules takes too long." in caplog.text
        assert "Traceback" not in caplog.text
        assert [file.name for file in folder.iterdir()] == [file_of(RULES, folder).name]
    finally:
        queue.close()


def test_a_folder_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "_limit_memory", lambda _: None)
    file = tmp_path / "chances"
    file.touch()
    trouble = solving._trouble(RULES, str(file), 60, 0)
    assert trouble == "The folder of solved rules can't be used: File exists."


def test_rules_that_take_too_long_are_given_up(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Their worker process is killed; nobody waits for it, and the next rules get another."""
    queue, failed, told = RulesToSolve(patience=0.2), threading.Event(), threading.Event()
    try:
        start = time.monotonic()
        assert queue.add(LARGE, failed.set)
        assert time.monotonic() - start < 0.2
        queue._thread.submit(int).result(60)  # after the rules
        assert "could not be solved in time" in caplog.text
        assert queue._solver._pool is None
        queue._solver.patience = 60.0
        assert queue.add(RULES, told.set)
        assert told.wait(60)
        assert not failed.is_set()
    finally:
        queue.close()


def test_rules_that_take_too_much_memory_are_given_up(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The worker process has a real limit, says why it stops, and goes on with the next rules."""
    caplog.set_level("INFO")
    queue, failed, told = RulesToSolve(memory=130_000_000), threading.Event(), threading.Event()
    try:
        queue.add(LARGE, failed.set)
        queue.add(RULES, told.set)
        assert told.wait(60)
        assert not failed.is_set()
        assert "Solving these rules takes too much memory." in caplog.text
        assert "Traceback" not in caplog.text
        assert [file.name for file in folder.iterdir()] == [file_of(RULES, folder).name]
    finally:
        queue.close()


def test_a_full_queue_takes_no_more(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_MOST_WAITING", 0)
    queue = RulesToSolve()
    try:
        assert not queue.add(RULES)
    finally:
        queue.close()


@pytest.mark.parametrize("content", [b"", b"farkle chances\n00000000\n{}", b"\xff" * 5000])
def test_a_table_that_is_torn_says_so_and_is_not_solved_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    monkeypatch.setattr(solving, "_limit_memory", lambda _: None)
    folder.mkdir()
    file_of(RULES, folder).write_bytes(content)
    trouble = solving._trouble(RULES, str(folder), 60, 0)
    assert trouble is not None
    assert trouble.endswith("Delete it to have it solved again.")
    assert file_of(RULES, folder).read_bytes() == content
