"""The rules on one small screen."""

from dataclasses import replace

import pytest
from hypothesis import given

from farkle import PRESETS
from farkle.text.brief import brief
from tests.support.engine.strategies import rule_sets

FAMILY = PRESETS["family"]


def _said(rules, **options):
    return {str(title): str(text) for title, text in brief(rules, **options)}


def test_the_rules_of_a_preset_in_short():
    assert _said(FAMILY) == {
        "Four or more alike": "Each die after the third doubles the points.",
        "On the board": "1,000 in one turn.",
        "Hot dice": "All dice scored? Roll them again or bank.",
        "A farkle": "No score: you lose the turn's points.",
        "Three farkles": "In a row they cost 1,000.",
        "The end": "At 10,000 the others get one last turn. Most points win.",
        "A tie": "One more turn each.",
    }


@pytest.mark.parametrize(
    ("changes", "title", "text"),
    [
        ({"n_kind": "none"}, "Four or more alike", "No extra points."),
        (
            {"n_kind": "fixed", "fixed_kinds": (1000, 2000, 3000)},
            "Four or more alike",
            "Four 1,000, five 2,000, six 3,000.",
        ),
        (
            {"n_kind": "plus"},
            "Four or more alike",
            "Each die after the third adds 1,000.",
        ),
        ({"n_kind": "times"}, "Four or more alike", "The triple times 2, 4 or 10."),
        ({"full_throw_sets": True}, "Fewer dice", "Only single dice score."),
        ({"entry_ends_turn": True}, "On the board", "1,000 in one turn, which ends it."),
        ({"entry_rolls": 3}, "Rolls for that", "3 at most."),
        ({"bank_min": 350}, "To bank", "350 once on the board."),
        ({"bank_min": 350, "entry_min": 0}, "To bank", "350 in one turn."),
        ({"hot_dice": "mandatory"}, "Hot dice", "All dice scored? You must roll them again."),
        ({"jackpot": "six_ones", "jackpot_wins": True}, "Jackpot", "Six 1s: you win."),
        ({"wild": "sixes"}, "Wild 6s", "Any number in a combination."),
        ({"ending": "final_round", "last_turn": "roll"}, "Last turns", "One roll each."),
        (
            {"hot_dice_times": True},
            "After hot dice",
            "Points count double, then three times, and so on.",
        ),
        ({"bank_rolls": 3}, "Rolls in a turn", "3 at most."),
        ({"roll_after_sets": True}, "After a set", "Roll once more before you bank."),
        ({"bank_aside": 4}, "To bank", "At least 4 dice set aside."),
        ({"lone_five": True}, "After a lone 5", "Roll once more before you bank."),
        ({"beat_last": True}, "To bank", "More than the turn before banked."),
        ({"beat_last": True, "beat_cost": 500}, "Nothing banked", "Costs 500."),
        (
            {"roll_after_sets": True, "confirm_points": 500},
            "After a set",
            "500 more before you bank.",
        ),
        ({"bank_multiple": 100}, "To bank", "A multiple of 100."),
        ({"farkle_streak": 2}, "Two farkles", "In a row they cost 1,000."),
        ({"streak_cost": "everything"}, "Three farkles", "In a row they cost everything."),
        ({"streak_cost": "last_bank"}, "Three farkles", "In a row they cost the last bank."),
        ({"farkle_cost": 50}, "Every farkle", "Costs 50."),
        ({"first_farkle_cost": 500}, "First roll", "A farkle then costs 500."),
        ({"rounds": 6}, "The end", "The highest score after round 6 wins."),
        (
            {"ending": "finish_round"},
            "The end",
            "At 10,000 the round is finished. Most points win.",
        ),
        ({"ending": "immediate"}, "The end", "First to 10,000 wins."),
        ({"tie_break": "shared"}, "A tie", "All of them win."),
        ({"tie_break": "leader"}, "A tie", "First to get there wins."),
        ({"toxic_twos": True}, "Four 2s", "You lose the turn."),
    ],
)
def test_each_rule_has_its_words(changes, title, text):
    assert _said(replace(FAMILY, **changes))[title] == text


def test_teams_are_told_of():
    assert _said(FAMILY, teams=True)["Teams"] == "Their scores are added together."


@given(rule_sets())
def test_every_rule_set_is_said_in_few_words(rules):
    for title, text in brief(rules):
        assert "{" not in str(title) + str(text)
        assert len(str(title)) <= 20
        assert len(str(text)) <= 70
