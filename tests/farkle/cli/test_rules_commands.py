"""Commands about rules, scores and odds: their output as text and as JSON."""

import json

import pytest

from farkle import PRESETS, RuleSet
from farkle.rules.named_dice import NAMED_DICE
from farkle.rules.named_odds import cups_of
from farkle.text.difference import TITLES
from tests.support.engine.command_line import Call, answers, refused


def test_odds_of_other_numbers_are_refused():
    for words in (("odds", "9"), ("odds", "7"), ("odds", "6", "--set", "dice=5")):
        call = Call(*words)
        assert call.code == 2
        assert f"not {words[1]}" in call.err


def test_odds_of_every_number_of_dice():
    lines = answers("odds").splitlines()
    assert lines[0].split() == [
        "dice",
        "farkle",
        "all",
        "score",
        "the",
        "best",
        "keep,",
        "on",
        "average",
    ]
    assert lines[3].split() == ["3", "28%", "5.6%", "86.8"]
    data = json.loads(answers("odds", "--rules", "classic", "--json"))
    assert [one["farkle"] for one in data] == ["2/3", "4/9", "5/18", "17/108", "25/324", "5/162"]
    assert data[1] == {"dice": 2, "farkle": "4/9", "all": "1/9", "mean": 50.0}


def test_odds_of_so_many_dice_in_full():
    assert answers("odds", "1").split() == ["farkle", "67%", "50", "17%", "100", "17%"]
    data = json.loads(answers("odds", "2", "--json"))
    assert data == {"0": "4/9", "50": "2/9", "100": "1/4", "150": "1/18", "200": "1/36"}


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
    assert answers("chances").splitlines()[2] == "3 dice: farkle risk 28%."
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
    assert len(data["chances"]) == PRESETS[name].dice


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


# Named dice


def test_the_named_dice_and_their_chances():
    head, *lines = answers("dice").splitlines()
    assert head.split() == list("123456")
    assert lines[0].split() == ["O", "Ordinary", "die", *["17%"] * 6]
    assert len({len(line) for line in (head, *lines)}) == 1
    data = json.loads(answers("dice", "--json"))
    assert [die["letter"] for die in data] == list(NAMED_DICE)
    assert data[1]["weights"] == [6, 4, 4, 4, 3, 4]


def test_odds_of_all_that_may_be_left_of_named_dice():
    lines = answers("odds", "--named", "SSSOOO", "--rules", "kcd").splitlines()
    assert lines[1].split() == ["O", "67%", "33%"]
    data = json.loads(answers("odds", "--named", "SSSOOO", "--rules", "kcd", "--json"))
    assert [one["dice"] for one in data] == list(cups_of("SSSOOO"))
    assert data[1] == {"dice": "S", "farkle": "8/13", "all": "5/13"}
    assert refused("odds", "--named", "SSS").startswith("A set of dice has 6 letters")
    assert refused("odds", "3", "--named", "SSSOOO").startswith("Give a number of dice or --named")
