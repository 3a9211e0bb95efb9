"""Jackpots: so many alike in one roll."""

from dataclasses import replace

import pytest

from farkle import PRESETS, GameState, score
from farkle.ai.chance.game import CannotBeSolved
from farkle.ai.chance.game import Game as GameOfTwo
from farkle.ai.players import LEVELS, chances_to_win, decide
from farkle.text.rules_text import sections
from tests.support.engine.scripted_game import Bank, Game, Roll, faces


@pytest.mark.parametrize(
    ("jackpot", "dice", "points"),
    [
        ("five_ones", "11111", 5000),
        ("five_ones", "111115", 5050),
        ("five_ones", "111111", 8000),  # six of a kind are worth more
        ("five_ones", "22222", 800),
        ("six_ones", "11111", 4000),
        ("six_ones", "111111", 8000),
        ("five", "22222", 5000),
        ("five", "222222", 1600),  # a sixth 2 scores nothing beside the jackpot
        ("six", "222222", 5000),
        ("none", "11111", 4000),
    ],
)
def test_a_jackpot_scores_points_of_its_own(jackpot, dice, points):
    assert score(replace(PRESETS["classic"], jackpot=jackpot), faces(dice)) == points


def test_a_jackpot_in_words_and_in_vain():
    rules = replace(PRESETS["classic"], jackpot="five_ones")
    assert "Jackpot: five 1s score at least 5,000." in map(str, sections(rules)[0].sentences)
    (remark,) = replace(rules, jackpot_points=4000).validate().warnings
    assert str(remark) == "jackpot_points never counts: the same dice score as much without it."
    (remark,) = replace(rules, jackpot="none", jackpot_points=4000).validate().warnings
    assert str(remark) == "jackpot_points has no effect with these rules."


# A jackpot that wins


def test_a_jackpot_wins_the_game_at_once():
    game = Game("standard", jackpot="six_ones", jackpot_wins=True, entry_min=500)
    game.roll("111111").bank("111111")
    assert game.state.phase == "over"
    assert game.state.winners == (0,)


@pytest.mark.parametrize(
    "changes",
    [
        {"bank_multiple": 300},
        {"roll_after_sets": True},
        {"bank_aside": 6},
        {"ending": "only_exact", "target": 10_050},
        {"ending": "finish_round", "tie_break": "shared"},
    ],
)
def test_nothing_keeps_a_jackpot_from_winning(changes):
    rules = {"jackpot": "five", "jackpot_wins": True, "first_player": "seat", **changes}
    for how in (Bank, Roll):
        game = Game("standard", **rules).roll("222221")
        state, _ = game.state.apply(how((2, 2, 2, 2, 2)), lambda count: (1,) * count)
        assert (state.phase, state.winners) == ("over", (0,))


def test_a_jackpot_wins_a_last_turn_and_for_a_team():
    rules = {"target": 1000, "jackpot": "five", "jackpot_wins": True, "first_player": "seat"}
    game = Game("standard", 4, teams=(0, 1, 0, 1), **rules)
    game.roll("111444").bank("111444")
    assert game.state.phase == "final"
    game.roll("333332").bank("33333")
    assert game.state.winners == (1, 3)


def test_with_rounds_a_jackpot_scores_its_points():
    rules = replace(PRESETS["classic"], jackpot="five", jackpot_wins=True, rounds=5)
    assert score(rules, (2, 2, 2, 2, 2)) == 5000
    problems = [str(problem) for problem in rules.validate().warnings]
    assert "jackpot_wins has no effect with these rules." in problems
    assert not any("jackpot_points" in problem for problem in problems)


def test_a_jackpot_that_wins_in_words():
    words = "\n".join(map(str, sections(PRESETS["diezmil"])[0].sentences))
    assert "Keeping a jackpot wins the game at once, whatever the scores." in words


def test_computers_keep_a_jackpot_that_wins():
    rules = replace(PRESETS["cinquemila"], jackpot="five", jackpot_wins=True, first_player="seat")
    state, _ = GameState.start(rules, 2, lambda count: (1,) * count)
    state, _ = state.apply(Roll(), lambda count: (1,) * count)
    assert {decide(state, level) for level in LEVELS} == {Bank((1,) * 5)}
    assert chances_to_win(state)[Bank((1,) * 5)] == 1


def test_a_jackpot_that_wins_is_solved_where_reaching_the_target_wins():
    GameOfTwo(PRESETS["diezmil"])
    with pytest.raises(CannotBeSolved, match="jackpot"):
        GameOfTwo(replace(PRESETS["diezmil"], ending="final_round"))
    with pytest.raises(CannotBeSolved, match="jackpot"):
        GameOfTwo(replace(PRESETS["diezmil"], farkle_penalty=500))
