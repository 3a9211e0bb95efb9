"""Commands about rules, scores and chances: their output as text and as JSON."""

import json
from pathlib import Path

import pytest

from farkle import PRESETS, RuleSet
from farkle.text.difference import TITLES
from tests.support.engine.command_line import Call, answers, refused


def test_odds_of_other_numbers_are_refused():
    call = Call("odds", "9")
    assert call.code == 2
    assert "from 1 to 6, not 9" in call.err


def test_simulate_refuses():
    assert refused("simulate", "ledgr", "pip") == (
        "There's no computer player 'ledgr'. Did you mean ledger?"
    )
    assert refused("simulate", "pip") == "A game needs at least two players."
    assert Call("simulate", "--games", "0").code == 2


# Scores, keeps, chances


def test_score():
    assert (
        answers("score", "1", "1", "5", "--rules", "family") == "250: a 1 100 + a 1 100 + a 5 50\n"
    )
    assert answers("score", "115") == answers("score", "1,1,5") == answers("score", "1", "1", "5")
    assert answers("score", "1", "1", "2") == ("0: not every die scores. 1 1 alone would be 200.\n")
    assert answers("score", "2", "3") == "0: nothing scores.\n"
    assert answers("score", "111555", "--rules", "patch").startswith("2,500: two triplets")
    assert answers("score", "12345", "--set", "straight_low=1,500").startswith("1,500: a low")


def test_score_as_json():
    assert json.loads(answers("score", "111", "5", "--json")) == {
        "dice": [1, 1, 1, 5],
        "score": 1050,
        "combinations": [
            {"kind": "triple", "dice": [1, 1, 1], "points": 1000},
            {"kind": "single", "dice": [5], "points": 50},
        ],
    }


def test_keeps():
    assert answers("keeps", "1", "2", "2", "4", "6", "6").split() == ["1", "100", "a", "1", "100"]
    lines = answers("keeps", "444416", "--rules", "entry").splitlines()
    assert [line.split("  ")[0] for line in lines] == ["1", "4 4 4", "1 4 4 4"]
    assert answers("keeps", "2", "3") == "Nothing scores: a farkle.\n"
    assert json.loads(answers("keeps", "1", "5", "--json")) == {
        "throw": [1, 5],
        "farkle": False,
        "keeps": [
            {"dice": [1], "points": 100},
            {"dice": [5], "points": 50},
            {"dice": [1, 5], "points": 150},
        ],
    }
    assert json.loads(answers("keeps", "2", "--json"))["farkle"] is True


def test_chances():
    assert answers("chances").splitlines()[2] == "3 dice: 28% farkle risk."
    data = json.loads(answers("chances", "--rules", "classic", "--json"))
    assert [one["exactly"] for one in data] == ["2/3", "4/9", "5/18", "17/108", "25/324", "5/162"]
    assert data[0] == {"dice": 1, "farkle": 2 / 3, "exactly": "2/3"}


# Rules


def test_the_list_of_rules():
    lines = answers("rules").splitlines()
    assert [line.split()[0] for line in lines] == list(PRESETS)
    data = json.loads(answers("rules", "--json"))
    assert [one["key"] for one in data] == list(PRESETS)
    assert all(one["line"] and one["title"] for one in data)


@pytest.mark.parametrize("name", PRESETS)
def test_rules_in_words(name):
    out = answers("rules", name)
    assert out.splitlines()[0] == str(TITLES[name])
    assert "\nWhat scores\n" in out
    assert "\nChances\n" in out
    data = json.loads(answers("rules", name, "--json"))
    assert RuleSet.from_dict(data["rules"]) == PRESETS[name]
    assert data["errors"] == []
    assert all(section["sentences"] for section in data["sections"])
    assert len(data["chances"]) == 6


def test_rules_that_cannot_be_played():
    call = Call("rules", "family", "--set", "target=0")
    assert call.code == 1
    assert call.out.endswith("Can't be played: The game needs a winning score or a round limit.\n")
    call = Call("rules", "family", "--set", "target=-5", "--json")
    assert (call.code, call.data["errors"]) == (1, ["target can't be below zero: it is -5."])
    said = refused("score", "1", "--set", "single_1=-5")
    assert said.startswith("These rules can't be played: single_1 can't be below zero")
    said = refused("play", "Ines", "Teo", "--set", "target=0")
    assert said.startswith("These rules can't be played: The game needs a winning score")


# The chance to win


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
