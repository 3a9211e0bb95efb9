"""The best choice after a throw by the chance to win, as the command line prints it."""

import json

import pytest

from tests.support.engine.command_line import answers, refused


def test_a_bank_that_wins_comes_first():
    call = ("best", "1", "5", "3", "--turn", "300", "--scores", "3700", "2000", "--rules", "kcd")
    lines = answers(*call).splitlines()
    assert lines[0] == "Exact chances to win, with best play on both sides:"
    assert lines[1].split() == ["keep", "1,", "bank", "100.00%"]
    first = json.loads(answers(*call, "--json"))[0]
    assert first == {"do": "bank", "keep": [1], "chance": 1.0, "exact": True}


def test_far_behind_it_rolls_what_it_would_bank_otherwise():
    call = ("best", "1", "1", "5", "2", "--turn", "450", "--rules", "kcd", "--scores")
    even = json.loads(answers(*call, "1000", "1000", "--json"))[0]
    behind = json.loads(answers(*call, "1000", "3950", "--json"))[0]
    assert even["do"] == "bank"
    assert behind["do"] == "roll"


def test_it_says_why_where_points_say_something_else():
    call = ("best", "4", "4", "3", "4", "2", "6", "--rules", "kcd", "--scores", "3350", "1750")
    assert answers(*call).splitlines()[1:] == [
        "keep 4 4 4, bank    93.25%",
        "keep 4 4 4, roll 3  91.84%",
        (
            "Keep three 4s, bank 400: 93% to win, rolling 92%. "
            "Rolling scores more on average, but a farkle would risk your lead."
        ),
    ]


def test_in_a_last_turn_only_getting_ahead_counts():
    call = ("best", "1", "5", "2", "--turn", "300", "--rules", "entry", "--scores", "9700", "10200")
    found = json.loads(answers(*call, "--json"))
    banks = [one for one in found if one["do"] == "bank"]
    assert banks
    assert all(one["chance"] == 0 for one in banks)
    assert found[0]["do"] == "roll"
    assert 0 < found[0]["chance"] < 1


def test_rules_that_are_not_solved_are_estimated():
    call = ("best", "1", "5", "2", "--turn", "300", "--scores", "3000", "4000")
    assert answers(*call, "--set", "target=9900").startswith("Estimated chances to win")


def test_a_player_below_zero_is_on_the_board_unless_it_is_penalties_alone():
    call = ("best", "1", "5", "2", "--turn", "300", "--rules", "family", "--json", "--scores")
    banks = {
        mine: [one for one in json.loads(answers(*call, mine, "0")) if one["do"] == "bank"]
        for mine in ("-500", "-1000")
    }
    assert banks["-500"]
    assert not banks["-1000"]


@pytest.mark.parametrize(
    ("scores", "why"),
    [
        (("4000", "0"), "With 4,000 points, the target of 4,000 is already reached."),
        (("0", "4000"), "With 4,000 points, the other player has already won."),
    ],
)
def test_scores_of_a_game_that_is_over_are_refused(scores, why):
    assert refused("best", "1", "--rules", "kcd", "--scores", *scores) == why


def test_nothing_scores():
    assert answers("best", "2", "--scores", "0", "0") == "Nothing scores: a farkle.\n"
