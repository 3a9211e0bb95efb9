"""Decisions 7 to 11 and 21 of the rule specification: turns."""

import pytest

from tests.support.engine.scripted_game import Bank, Game, Roll, faces


def test_07_a_bank_below_entry_is_refused():
    game = Game("family").roll("666153")
    error = game.refuses(Bank((6, 6, 6)), "entry_missing")
    assert str(error) == "You need 1,000 in one turn to get on the board: 400 more."
    assert game.refuses(Bank((1,)), "entry_missing").params["missing"] == 900


def test_07_a_bank_below_bank_min_is_refused():
    game = Game("absolute").banks(1000).farkles().roll("333153")
    error = game.refuses(Bank((3, 3, 3)), "bank_too_low")
    assert str(error) == "You need 350 to bank. You have 300."
    assert game.bank("3335").state.scores == (1350, 0)


def test_07_such_a_turn_goes_on_until_the_minimum_or_a_farkle():
    game = Game("absolute").banks(1000).farkles().roll("123446").roll("12346", "1")
    assert game.state.legal.actions == (Roll((1,)),)
    assert game.roll("2346", "1").event("farkled").lost == 200
    game = Game("absolute").banks(1000).farkles().roll("123446").roll("33346", "1")
    assert Bank((3, 3, 3)) in game.state.legal.actions


def test_07_the_entering_bank_need_not_reach_bank_min():
    game = Game("absolute", entry_min=350, bank_min=500).banks(350)
    assert game.state.scores == (350, 0)


def test_07_bank_min_holds_without_an_entry():
    game = Game("absolute", entry_min=0).roll("333123")
    game.refuses(Bank((3, 3, 3)), "bank_too_low")


def test_07_bank_min_holds_in_final_turns():
    game = Game("absolute").farkles().banks(10000)
    assert game.state.phase == "final"
    game.refuses_bank("123446", "1", "entry_missing")
    game = Game("absolute").banks(1000).banks(10000)
    game.refuses_bank("123446", "1", "bank_too_low")


def test_07_bank_min_holds_in_play_offs():
    game = Game("absolute").banks(10000).banks(10000)
    assert game.state.phase == "playoff"
    game.refuses_bank("123446", "1", "bank_too_low")


def test_08_before_entry_rolling_on_is_forced():
    game = Game("entry").roll("666123")
    for choice in game.state.legal.choices:
        assert choice.roll is None
        assert choice.bank.code == "entry_missing"


def test_08_the_keep_that_reaches_entry_ends_the_turn():
    game = Game("entry").roll("666134").roll("14", "1666").roll("1", "1")
    assert game.state.legal.actions == (Roll((1,)),)  # 900
    game.roll("444236", "1").roll(keep="444")
    assert game.names == ["kept", "entered", "banked", "turn"]
    assert game.state.scores == (1300, 0)
    assert game.state.current == 1


def test_08_a_smaller_keep_may_stay_below_entry():
    game = Game("entry").roll("111234")
    assert {choice.keep: choice.ends for choice in game.state.legal.choices} == {
        (1,): False,
        (1, 1): False,
        (1, 1, 1): True,
    }
    assert game.roll("12346", "1").state.current == 0


def test_08_the_turn_may_be_banked_as_well():
    game = Game("entry").roll("111234").bank("111")
    assert game.names == ["kept", "entered", "banked", "turn"]


def test_08_after_entry_the_turn_does_not_end_by_itself():
    game = Game("entry").roll("111234").roll(keep="111").farkles()
    game.roll("111234").roll("123", "111")
    assert game.state.current == 0
    assert game.state.turn_points == 1000


def test_08_a_blank_throw_that_reaches_entry_ends_the_turn():
    game = Game("specials", entry_min=500, entry_ends_turn=True).roll("223346")
    assert game.names == ["rolled", "blank", "hot_dice", "entered", "banked", "turn"]
    assert game.state.scores == (500, 0)


def test_09_no_bank_on_six_scored_dice():
    game = Game("entry").roll("111234").roll(keep="111").farkles().roll("111555")
    game.refuses(Bank(faces("111555")), "hot_dice_first")
    assert Bank(faces("11155")) in game.state.legal.actions


def test_09_not_over_several_throws_either():
    game = Game("entry").roll("111234").roll(keep="111").farkles()
    game.roll("111234").roll("153", "111").roll("5", "15")
    game.refuses(Bank((5,)), "hot_dice_first")


def test_09_not_even_an_automatic_one():
    game = Game("entry").roll("111555").roll("123446", "111555")
    assert game.names == ["kept", "hot_dice", "rolled"]
    assert game.state.scores == (0, 0)
    # The six fresh dice score, and then it ends by itself.
    assert game.roll(keep="1").names == ["kept", "entered", "banked", "turn"]
    assert game.state.scores == (1600, 0)


def test_09_not_even_at_exactly_the_target():
    game = Game("entry", target=2500).roll("111234").roll(keep="111").farkles()
    game.roll("111555")
    game.refuses(Bank(faces("111555")), "hot_dice_first")
    game.roll("223346", "111555")
    assert game.state.scores == (1000, 0)
    assert game.state.winners == ()


def test_09_six_fresh_dice_must_be_rolled_and_score_first():
    game = Game("entry").roll("111234").roll(keep="111").farkles().roll("111555")
    assert len(game.roll("123446", "111555").state.throw) == 6
    assert game.bank("1").state.scores == (1000 + 1600, 0)


def short(**changes):
    return Game("4iam", entry_rolls=3, **changes)


def test_10_the_last_throw_below_entry_ends_the_turn_with_nothing():
    game = short().roll("123446").roll("12346", "1").roll("1346", "1").roll(keep="1")
    assert game.names == ["kept", "ran_out", "turn"]
    assert game.event("ran_out").lost == 300
    assert game.state.scores == (0, 0)
    assert game.state.current == 1


def test_10_throws_of_hot_dice_are_included():
    game = short(straight=100).roll("123456").roll("123456", "123456").roll("123446", "123456")
    assert game.roll(keep="1").names == ["kept", "ran_out", "turn"]


def test_10_it_is_no_farkle_and_touches_no_streak():
    game = short(farkle_penalty=1000).farkles().skip().farkles().skip()
    game.roll("123446").roll("12346", "1").roll("1346", "1").roll(keep="1").skip()
    assert game.state.streaks == (2, 0)
    assert game.farkles().event("penalised").points == 1000


def test_10_a_last_throw_that_reaches_entry_is_banked():
    game = short().roll("123446").roll("12346", "1").roll("3331", "1")
    game.refuses(Roll(faces("1333")), "last_throw")
    game.refuses(Roll(faces("333")), "last_throw")
    assert game.bank("333").state.scores == (500, 0)


def test_10_a_farkle_within_the_throws_is_a_farkle():
    assert short().roll("123446").roll("22346", "1").event("farkled").streak == 1


def test_10_entry_rolls_end_with_entry():
    game = short().banks(500).farkles()
    game.roll("123446").roll("12346", "1").roll("1346", "1").roll("134", "1")
    assert game.bank("1").state.scores == (900, 0)


def test_10_a_blank_throw_counts_as_a_throw():
    game = Game("specials", entry_min=600, entry_rolls=1).roll("223346")
    assert game.names == ["rolled", "blank", "hot_dice", "ran_out", "turn"]


def test_11_three_farkles_in_a_row_of_the_same_player_cost_the_penalty():
    game = Game("family").banks(3000)
    game.farkles().farkles().farkles().farkles()
    assert game.state.scores == (3000, 0)
    game.farkles()  # the third of seat 1, who has nothing yet
    assert game.names == ["rolled", "farkled", "penalised", "round", "turn"]
    assert game.state.scores == (3000, -1000)
    assert game.farkles().state.scores == (2000, -1000)


def test_11_four_in_a_row_cost_one_penalty_and_six_two():
    game = Game("family").farkles().banks(1000)
    for _ in range(2):
        game.farkles().banks(100)
    assert game.state.scores[0] == -1000
    assert game.state.streaks[0] == 0
    game.farkles()
    assert game.state.scores[0] == -1000
    assert game.state.streaks[0] == 1
    game.banks(100).farkles().banks(100).farkles()
    assert game.state.scores[0] == -2000


def test_11_a_bank_resets_the_streak():
    game = Game("family").farkles().farkles().farkles().farkles()
    assert game.state.streaks == (2, 2)
    assert game.banks(1000).state.streaks == (0, 2)
    assert game.farkles().farkles().state.scores == (1000, -1000)


def test_11_the_full_penalty_is_taken_below_zero():
    game = Game("family", farkle_penalty=3000).banks(1000).skip().farkles().skip()
    game.farkles().skip().farkles()
    assert game.event("penalised").points == 3000
    assert game.state.scores == (-2000, 0)


def test_11_with_the_floor_at_zero():
    game = Game("family", farkle_penalty=3000, penalty_floor="zero").banks(1000).farkles()
    game.farkles().skip().farkles().skip().farkles()
    assert game.event("penalised").points == 1000
    assert game.state.scores[0] == 0
    game.skip().farkles().skip().farkles().skip().farkles()
    assert game.event("penalised").points == 0
    assert game.state.scores[0] == 0
    assert game.state.streaks[0] == 0


def test_11_it_applies_before_entry():
    game = Game("family").farkles().skip().farkles().skip().farkles()
    assert game.state.entered == (False, False)
    assert game.state.scores == (-1000, 0)


def test_11_it_applies_in_final_turns():
    game = Game("family").skip().farkles().skip().farkles().banks(10000).farkles()
    assert game.names == ["rolled", "farkled", "penalised", "over"]
    assert game.state.scores == (10000, -1000)


def test_11_entry_is_never_lost():
    game = Game("family").banks(1000).skip().farkles().skip().farkles().skip().farkles()
    assert game.state.scores[0] == 0
    assert game.state.entered[0]
    assert game.skip().banks(50).state.scores[0] == 50


def test_21_a_skipped_turn_ends_with_nothing():
    game = Game("family").roll("111234").skip()
    assert game.names == ["skipped", "turn"]
    assert game.event("skipped").lost == 0
    game = Game("family").roll("111234").roll("123", "111").skip()
    assert game.event("skipped").lost == 1000
    assert game.state.scores == (0, 0)
    assert game.state.current == 1


def test_21_a_skipped_turn_touches_no_streak():
    game = Game("family").farkles().skip().farkles().skip()
    assert game.state.streaks == (2, 0)
    assert game.skip().skip().state.streaks == (2, 0)
    assert game.farkles().state.scores == (-1000, 0)


@pytest.mark.parametrize("phase", ["final", "playoff"])
def test_21_final_turns_and_play_offs_can_be_skipped(phase):
    game = Game("family").banks(10000)
    if phase == "playoff":
        game.banks(10000)
    assert game.state.phase == phase
    assert game.skip().state.phase == ("over" if phase == "final" else "playoff")
