"""`python -m farkle chance`: its output as text and as JSON, and what it refuses."""

import json
from pathlib import Path

import pytest

from tests.support.engine.command_line import Call, answers, refused


def solved(*argv: str) -> str:
    """Return the output of a run that solves its rules, and says so meanwhile."""
    call = Call(*argv)
    assert (call.code, call.err) == (0, "Solving these rules. This can take two minutes.\n")
    return call.out


def test_the_chance_to_win():
    told = answers("chance", "1000", "1,500", "--rules", "kcd")
    assert told.startswith("44.83% to win, with best play on both sides.\n")
    assert "With 3 dice left, bank at 500 or more." in told
    assert told.endswith("With 6 dice left, bank once you reach the target.\n")
    data = json.loads(answers("chance", "1000", "1500", "--rules", "kcd", "--json"))
    assert data["exact"] is True
    assert f"{100 * data['chance']:.2f}%" in told
    assert sorted(data["bank_from"]) == list("123456")


def test_house_rules_are_solved_when_asked_for_and_kept(tmp_path):
    call = ("chance", "0", "100", "--rules", "kcd", "--set", "target=400")
    told = solved(*call, "--tables", str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 1
    assert answers(*call, "--tables", str(tmp_path)) == told == solved(*call)


def test_a_damaged_table_is_a_sentence(tmp_path):
    call = ("chance", "0", "100", "--rules", "kcd", "--set", "target=450")
    solved(*call, "--tables", str(tmp_path))
    file = next(tmp_path.iterdir())
    file.write_bytes(file.read_bytes()[:-9])
    from farkle.ai.chance.files import _read

    _read.cache_clear()
    assert refused(*call, "--tables", str(tmp_path)) == (
        f"{file.name} cannot be used. The win-chance table is truncated or corrupt. "
        "Delete it to have it solved again."
    )


def test_a_folder_that_cannot_be_used_is_refused_before_anything_is_solved(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    call = ("chance", "0", "100", "--rules", "kcd", "--set", "target=550", "--tables")
    for folder in (file, file / "deeper"):
        assert refused(*call, str(folder)).startswith(f"Can't use the folder {folder}: ")


def test_a_solution_that_cannot_be_saved_is_told_all_the_same(tmp_path: Path) -> None:
    call = ("chance", "0", "100", "--rules", "kcd", "--set", "target=600")
    told = solved(*call, "--tables", str(tmp_path))
    table = next(tmp_path.iterdir())
    table.unlink()
    table.mkdir()
    again = Call(*call, "--tables", str(tmp_path))
    assert (again.code, again.out) == (0, told)
    assert f"The solution can't be saved in {tmp_path}: " in again.err


def test_totals_below_zero_are_exact_down_to_a_bound():
    def data(*totals):
        return json.loads(answers("chance", *totals, "--rules", "family", "--json"))

    assert data("-1000", "0")["exact"] is True
    assert data("-500", "2000")["exact"] is True
    lower = data("-1050", "2000")
    assert lower["exact"] is False
    assert lower["why"] == "Below -1,000 points it is only estimated."


@pytest.mark.parametrize("command", [("chance",), ("best", "1", "5", "2", "--scores")])
def test_wrong_totals_are_refused(command):
    assert "is already reached" in refused(*command, "4000", "0", "--rules", "kcd")
    for rules in (("--rules", "kcd"), ("--rules", "kcd", "--set", "building=yes")):
        assert "multiples of 50" in refused(*command, "1", "0", *rules)
    assert "below zero" in refused(*command, "-50", "0", "--rules", "kcd")
    stops = ("--rules", "family", "--set", "penalty_floor=zero")
    assert "below zero" in refused(*command, "0", "-50", *stops)
    assert Call(*command, "5").code == 2
    assert Call(*command, "a", "0").code == 2
    assert Call(*command, "100000000", "0").code == 2


def test_moments_that_contradict_themselves_are_refused():
    call = ("best", "1", "5", "2", "--not-in", "--scores")
    assert "no points" in refused(*call, "1000", "0", "--rules", "family")
    assert "from the start" in refused(*call, "0", "0", "--rules", "kcd")
    call = ("best", "1", "5", "2", "--scores", "0", "0", "--rules", "kcd", "--turn")
    assert "multiples of 50" in refused(*call, "325")
