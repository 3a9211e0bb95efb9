"""Tables in files: shipped, kept in a folder, and damaged."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import pytest

from farkle import PRESETS
from farkle.ai.chance import files, table
from farkle.ai.chance.files import (
    SHIPPED,
    _read,
    chances_of,
    drop_unused,
    file_of,
    find_chances,
    keep,
    plain,
    solve_once,
)
from farkle.ai.chance.game import CannotBeSolved
from farkle.ai.chance.table import DamagedTable

RULES = replace(PRESETS["kcd"], target=500)


@pytest.fixture(autouse=True)
def nothing_remembered():
    _read.cache_clear()
    yield
    _read.cache_clear()


SOLVED_QUICKLY = ("dixmille", "cinquemila", "diezmil", "5000en", "tysiac")
"""They are solved in less than ten seconds, so their tables are not shipped."""


def test_every_preset_is_shipped_solved_unless_it_is_solved_quickly():
    for key in PRESETS.keys() - SOLVED_QUICKLY:
        chances = find_chances(PRESETS[key])
        assert chances is not None
        assert chances.change < 1e-6
    files = list(SHIPPED.iterdir())
    assert len(files) == len(PRESETS) - len(SOLVED_QUICKLY)
    assert sum(file.stat().st_size for file in files) < 730_000


def test_the_published_chance_of_who_begins():
    chances = find_chances(PRESETS["kcd"])
    assert chances.to_move(0, 0, entered=(True, True)) == pytest.approx(0.55712, abs=1e-5)
    assert chances.change < 1e-8


def test_what_had_to_be_solved_is_kept(tmp_path, monkeypatch):
    assert find_chances(RULES, tmp_path) is None
    folder = tmp_path / "new"
    solved = chances_of(RULES, folder)
    assert [file.name for file in folder.iterdir()] == [f"{plain(RULES).digest[:32]}.chances"]
    monkeypatch.setattr(files, "solve", None)  # it is not solved twice
    assert chances_of(RULES, folder).inside == pytest.approx(solved.inside, abs=1e-6)


def test_a_damaged_file_is_named(tmp_path):
    file = file_of(RULES, tmp_path)
    file.write_bytes(b"farkle chances\n{}\n")
    with pytest.raises(DamagedTable, match=rf"^{file.name} cannot be used\. .*Delete it"):
        find_chances(RULES, tmp_path)


def test_a_table_of_other_rules_or_of_another_version_is_refused(tmp_path, monkeypatch):
    other = replace(RULES, target=400)
    chances_of(other, tmp_path)
    file_of(other, tmp_path).rename(file_of(RULES, tmp_path))
    with pytest.raises(DamagedTable, match="is for other rules"):
        find_chances(RULES, tmp_path)
    chances_of(other, tmp_path)
    monkeypatch.setattr(table, "VERSION", table.VERSION + 1)
    _read.cache_clear()
    with pytest.raises(DamagedTable, match=f"version {table.VERSION - 1}"):
        find_chances(other, tmp_path)


def test_what_cannot_be_kept_leaves_nothing_behind(tmp_path):
    chances = chances_of(RULES)
    file_of(RULES, tmp_path).mkdir()  # in its place
    with pytest.raises(OSError, match="directory"):
        keep(chances, tmp_path)
    assert list(tmp_path.iterdir()) == [file_of(RULES, tmp_path)]


def test_two_processes_share_a_folder(tmp_path):
    """Both want the same rules at once: one solves them, and both can read them afterwards."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawn) as pool:
        done = list(pool.map(solve_once, [RULES] * 4, [str(tmp_path)] * 4))
        assert any(done)
        found = list(pool.map(find_chances, [RULES] * 2, [tmp_path] * 2))
    assert [one.grid for one in found] == [50, 50]
    assert [file.suffix for file in tmp_path.iterdir()] == [".chances"]


def test_without_a_folder_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert chances_of(RULES).grid == 50
    assert not list(tmp_path.iterdir())
    with pytest.raises(CannotBeSolved):
        chances_of(replace(PRESETS["family"], farkle_penalty=5000))


def test_rules_are_solved_by_one_process_at_a_time(tmp_path):
    folder = tmp_path / "shared"
    folder.mkdir()
    mark = file_of(RULES, folder).with_suffix(".solving")
    mark.touch()
    assert not solve_once(RULES, str(folder))
    os.utime(mark, (0, 0))  # the process that began this is gone
    assert solve_once(RULES, str(folder))
    assert [file.suffix for file in folder.iterdir()] == [".chances"]
    assert solve_once(RULES, str(folder))


def test_a_full_folder_drops_what_was_used_least(tmp_path, monkeypatch):
    rules = [replace(RULES, target=target) for target in (300, 350, 400)]
    for age, one in enumerate(rules):
        assert solve_once(one, str(tmp_path))
        os.utime(file_of(one, tmp_path), (1000 + age, 1000 + age))
    monkeypatch.setattr(files, "_MAX_TABLES", 2)
    _read.cache_clear()
    assert find_chances(rules[0], tmp_path) is not None  # used a moment ago
    assert drop_unused(tmp_path) == 1
    assert [find_chances(one, tmp_path) is not None for one in rules] == [True, False, True]
    monkeypatch.setattr(files, "_MAX_BYTES", 1)
    assert drop_unused(tmp_path) == 1, "the newest stays, however large it is"
    assert len(list(tmp_path.iterdir())) == 1
