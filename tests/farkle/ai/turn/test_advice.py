"""Odds and the best play of a throw, as the command line prints them."""

import json

from farkle import PRESETS
from farkle.ai.turn.solver import solve
from tests.support.engine.command_line import answers


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


def test_best_play_of_a_throw():
    lines = answers("best", "1", "1", "5", "2", "3", "4", "--turn", "300").splitlines()
    assert lines[0] == "keep 1, roll 5        638.3 points, banked in 84%"
    assert "keep 1 1 5, bank      550.0 points" in lines
    first = json.loads(answers("best", "115234", "--turn", "300", "--json"))[0]
    assert (first["do"], first["keep"]) == ("roll", [1])
    assert first["points"] == solve(PRESETS["family"]).value(400, 5)


def test_best_play_to_get_in():
    bank = answers("best", "1", "--turn", "950", "--not-in").splitlines()[0]
    assert bank == "keep 1, bank    1,050.0 points"
    within = answers(
        "best",
        "15",
        "--turn",
        "300",
        "--not-in",
        "--throws",
        "3",
        "--rules",
        "4iam",
        "--set",
        "entry_rolls=3",
    )
    assert within.splitlines()[0].endswith("0.0 points, banked in 0%")


def test_best_play_of_a_blank_throw_and_of_a_farkle():
    assert answers("best", "223346", "--turn", "500", "--rules", "specials").startswith("roll 6")
    assert answers("best", "2", "3") == "Nothing scores: a farkle.\n"
    assert json.loads(answers("best", "2", "3", "--json")) == []
