"""What worker processes do for past games."""

from dataclasses import replace
from pathlib import Path

import pytest

from farkle import PRESETS
from farkle.ai.chance.files import file_of
from games.replay import jobs
from games.replay.jobs import Outcome, solve_into

RULES = replace(PRESETS["kcd"], target=500)


def makes_room(*_: object) -> Outcome:
    """Stand for `solve_into` in a worker process, which could not import a module with models."""
    return Outcome(dropped=3)


def test_a_folder_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_limit_memory", lambda _: None)
    file = tmp_path / "chances"
    file.touch()
    outcome = solve_into(RULES, str(file), 60, 0)
    assert outcome == Outcome("The folder of solved rules can't be used: File exists.")


def test_a_slow_machine_has_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([1.0, 1.0 + 3 * jobs._COUNTS, 5.0, 5.0, 7.0, 90.0])
    monkeypatch.setattr(jobs.time, "process_time", lambda: next(times))
    assert [jobs._slowness() for _ in range(3)] == [pytest.approx(3.0), 1.0, jobs._SLOWEST]


@pytest.mark.parametrize("content", [b"", b"farkle chances\n00000000\n{}", b"\xff" * 5000])
def test_a_table_that_is_torn_says_so_and_is_not_solved_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    monkeypatch.setattr(jobs, "_limit_memory", lambda _: None)
    file_of(RULES, tmp_path).write_bytes(content)
    outcome = solve_into(RULES, str(tmp_path), 60, 0)
    assert not outcome.is_final, "the operator may delete it"
    trouble = outcome.trouble
    assert trouble is not None
    assert trouble.endswith("Delete it to have it solved again.")
    assert file_of(RULES, tmp_path).read_bytes() == content
