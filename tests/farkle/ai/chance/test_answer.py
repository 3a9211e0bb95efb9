"""The chance at the start of a turn, and what to do with that turn."""

from dataclasses import replace

import pytest

from farkle import PRESETS
from farkle.ai.chance import answer as module
from farkle.ai.chance.answer import NoSuchPosition
from farkle.ai.chance.files import chances_of, find_chances

KCD = PRESETS["kcd"]


def answer(rules, mine, theirs):
    return module.answer(rules, mine, theirs, chances_of)


def test_the_chance_is_that_of_the_table():
    lines, data = answer(KCD, 1000, 1500)
    chance = find_chances(KCD).to_move(1000, 1500, entered=(True, True))
    assert data["chance"] == chance
    assert data["exact"] is True
    assert lines[0] == f"{100 * chance:.2f}% to win, with best play on both sides."


def test_who_is_far_behind_risks_more():
    _, ahead = answer(KCD, 3000, 1000)
    _, behind = answer(KCD, 1000, 3700)
    assert ahead["bank_from"][2] < behind["bank_from"][2]
    assert ahead["bank_from"][3] < behind["bank_from"][3]


def test_nothing_is_banked_before_there_is_enough_to_get_in():
    rules = replace(PRESETS["4iam"], target=600, ending="immediate")
    lines, data = answer(rules, 0, 400)
    assert min(data["bank_from"].values()) >= 500
    assert lines[1] == "Roll to start your turn."
    assert lines[2].startswith("With 1")


def test_what_cannot_be_solved_is_estimated_and_says_why():
    rules = replace(PRESETS["family"], farkle_penalty=5000)
    lines, data = answer(rules, 0, 3000)
    assert data["exact"] is False
    assert 0.1 < data["chance"] < 0.25
    assert lines == ["About 17% to win (estimate).", data["why"]]
    assert "penalty" in data["why"]


def test_who_has_scored_is_in_even_below_zero():
    rules = replace(PRESETS["family"], farkle_penalty=5000)
    _, on_the_board = answer(rules, -4500, 3000)
    _, outside = answer(rules, -5000, 3000)
    assert on_the_board["chance"] > outside["chance"] + 0.01


def test_totals_that_no_game_has_are_refused():
    with pytest.raises(NoSuchPosition, match="4,000 is already reached"):
        answer(KCD, 100, 4000)
    with pytest.raises(NoSuchPosition, match="multiples of 50 under these rules; 725 is not"):
        answer(KCD, 725, 100)
