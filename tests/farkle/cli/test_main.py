"""`python -m farkle`: what it answers, what it refuses, a whole game typed in, records checked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import farkle
from farkle import PRESETS, Record, RuleSet, replay
from farkle.__main__ import COMMANDS
from tests.support.engine.calls import Call, answers, refused

ROOT = Path(farkle.__file__).parent.parent


# Scores, keeps, chances


def test_score():
    assert (
        answers("score", "1", "1", "5", "--rules", "family") == "250: a 1 100 + a 1 100 + a 5 50\n"
    )
    assert answers("score", "115") == answers("score", "1,1,5") == answers("score", "1", "1", "5")
    assert answers("score", "1", "1", "2") == (
        "0: not every die scores. Of these, 1 1 would be 200.\n"
    )
    assert answers("score", "2", "3") == "0: nothing scores.\n"
    assert answers("score", "111555", "--rules", "patch").startswith("2,500: two triplets")
    assert answers("score", "12345", "--set", "straight_low=1,500").startswith("1,500: a low")


def test_score_for_a_program():
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
    assert answers("chances").splitlines()[2] == "With three dice: 28% farkle."
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
    assert out.splitlines()[0].endswith(", as it is.")
    assert "\nWhat scores\n" in out
    assert "\nChances\n" in out
    data = json.loads(answers("rules", name, "--json"))
    assert RuleSet.from_dict(data["rules"]) == PRESETS[name]
    assert data["errors"] == []
    assert all(section["sentences"] for section in data["sections"])
    assert len(data["chances"]) == 6


def test_rules_of_the_house(tmp_path):
    out = answers("rules", "--set", "building=yes", "--set", "bank_min=20000")
    assert out.startswith("Family, but: banking starts at 20,000, building.\n")
    assert "\nOdd: The minimum for banking lies above the target of 10,000.\n" in out
    file = tmp_path / "ours.json"
    file.write_text(answers("rules", "kcd", "--set", "target=5000", "--json"))
    assert "a total of 5,000" in answers("rules", str(file))
    assert "straight 500" in answers("score", "12345", "--rules", str(file))
    file.write_text(json.dumps(PRESETS["patch"].to_dict()))
    assert answers("score", "1111", "--rules", str(file)) == "1,000: four 1s 1,000\n"


def test_every_kind_of_field_can_be_set():
    out = answers(
        *("rules", "--set", "n_kind=fixed", "--set", "fixed_kinds=900,1800,2700"),
        *("--set", "keep=all", "--set", "toxic_twos=on", "--set", "rounds = 9", "--json"),
    )
    rules = RuleSet.from_dict(json.loads(out)["rules"])
    assert rules.fixed_kinds == (900, 1800, 2700)
    assert (rules.n_kind, rules.keep, rules.toxic_twos, rules.rounds) == ("fixed", "all", True, 9)


def test_rules_that_cannot_be_played():
    call = Call("rules", "family", "--set", "target=0")
    assert call.code == 1
    assert call.out.endswith("Cannot be played: The game needs a target, or a number of rounds.\n")
    call = Call("rules", "family", "--set", "target=-5", "--json")
    assert (call.code, call.data["errors"]) == (1, ["target cannot be below zero: it is -5."])
    said = refused("score", "1", "--set", "single_1=-5")
    assert said.startswith("These rules cannot be played: single_1 cannot be below zero")
    said = refused("play", "Ines", "Teo", "--set", "target=0")
    assert said.startswith("These rules cannot be played: The game needs a target")


# Wrong calls


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["score", "7"], "A die shows 1 to 6, not 7."),
        (["score", "1234561"], "A throw has one to six dice, not 7."),
        (["score", "-1"], "Dice are faces from 1 to 6, such as 1 1 5; not '-1'."),
        (["keeps", "one"], "Dice are faces from 1 to 6, such as 1 1 5; not 'one'."),
        (["keeps", "²"], "Dice are faces from 1 to 6, such as 1 1 5; not '²'."),
        (["rules", "famly"], "There are no rules called 'famly'. Did you mean family?"),
        (["score", "1", "--set", "targt=1"], "There is no field 'targt'. Did you mean target?"),
        (["score", "1", "--set", "target"], "Say target=VALUE. The total a game is played to."),
        (["score", "1", "--set", "target=x"], "target must be a whole number, not 'x'."),
        (["score", "1", "--set", "building=1"], "building must be yes or no, not '1'."),
        (["score", "1", "--set", "keep=1"], "keep must be one of any, all, not '1'."),
        (
            ["score", "1", "--set", "fixed_kinds=a"],
            "fixed_kinds must be 3 numbers with commas, not 'a'.",
        ),
        (["score", "1", "--set", "fixed_kinds=1"], "fixed_kinds must be a list of 3 numbers."),
        (
            ["score", "1", "--set", "target=99999999999"],
            "target must be at most 10,000,000, not 99999999999.",
        ),
        (["play", "Ines"], "A game needs at least two players."),
        (["play", "Ines", "Ines"], "Every player needs a name of their own."),
        (["replay", "missing.json"], "missing.json cannot be read: No such file or directory."),
        (["rules", "missing.json"], "missing.json cannot be read: No such file or directory."),
    ],
)
def test_wrong_calls(argv, says):
    assert refused(*argv) == says


def test_unknown_names_list_what_there_is():
    assert refused("rules", "zzz").endswith("There are: " + ", ".join(PRESETS) + ".")


@pytest.mark.parametrize("argv", [[], ["dance"], ["score"], ["score", "--json"]])
def test_calls_that_cannot_be_read(argv):
    call = Call(*argv)
    assert (call.code, call.out) == (2, "")
    assert "usage: python -m farkle" in call.err


def test_help_teaches():
    call = Call("--help")
    assert (call.code, call.err) == (0, "")
    shown = [
        line.strip() for line in call.out.splitlines() if line.startswith("  python -m farkle")
    ]
    assert len(shown) == 15
    for command in COMMANDS:
        assert any(f"farkle {command}" in line for line in shown)
        assert Call(command, "--help").code == 0
    for line in shown:
        argv = line.partition(">")[0].split("   ")[0].split()[3:]
        if argv[0] not in ("play", "replay", "verify"):  # those need a keyboard and a file
            answers(*argv)


def test_bad_files(tmp_path):
    file = tmp_path / "x.json"
    for content, says in (
        ("{", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("\xff", "is no JSON"),
        ("1" * 5_000, "is no JSON"),
        ("[]", "A rule set must be an object"),
        ('{"version": 1, "luck": 1}', "Unknown in a rule set: 'luck'."),
        ('{"rules": {"version": 2}}', "This rule set has version 2"),
    ):
        file.write_bytes(content.encode("latin-1"))
        said = refused("score", "1", "--rules", str(file))
        assert said.startswith(str(file))
        assert says in said
    assert "A record must be an object" in refused("replay", str(file))
    assert "cannot be read: Is a directory" in refused("replay", str(tmp_path))
    nowhere = str(tmp_path / "no" / "game.json")
    assert "cannot be written: No such file" in refused("play", "A", "B", "--save", nowhere)


# A process of its own


def run(*argv, typed=""):
    return subprocess.run(
        [sys.executable, "-m", "farkle", *argv],
        check=False,
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )


def test_as_a_process():
    done = run("score", "1", "1", "5")
    assert (done.returncode, done.stdout) == (0, "250: a 1 100 + a 1 100 + a 5 50\n")
    done = run("score", "9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "farkle: A die shows 1 to 6, not 9.\n"


def test_a_game_with_real_dice(tmp_path):
    file = tmp_path / "game.json"
    typed = "Ines, Teo\n" + "\nall\nall b\n" * 12
    done = run("play", "--set", "entry_min=0", "--save", str(file), typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"The game stops here.\nIt is kept in {file}.\n")
    assert replay(Record.from_dict(json.loads(file.read_text()))).ply > 5


def test_nobody_reads_to_the_end():
    with subprocess.Popen(
        [sys.executable, "-m", "farkle", "rules", "patch", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141
