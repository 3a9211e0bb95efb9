"""Decisions 1 to 6 of the rule specification: scoring."""

import pytest

from farkle import PRESETS, breakdown, keeps, score
from tests.support.engine.scripted_game import Bank, Game, Roll, faces


def worth(preset, dice):
    return score(PRESETS[preset], faces(dice))


def test_01_three_pairs_are_three_different_numbers():
    assert worth("family", "112233") == 500
    # Four of a kind and a pair is four of a kind: the other two must score by themselves.
    assert worth("family", "222233") == 0
    assert worth("family", "222255") == 400 + 100
    assert worth("family", "333333") == 2400


def test_01_four_of_a_kind_and_a_pair_is_a_field_of_its_own():
    assert PRESETS["patch"].four_plus_two == 1500
    assert worth("patch", "222233") == 1500
    assert worth("patch", "112233") == 1500
    only = Game("family", four_plus_two=700, three_pairs=0).rules
    assert score(only, faces("222233")) == 700
    assert score(only, faces("223344")) == 0


def test_02_patch_scores_four_1s_1000_and_three_300():
    assert worth("patch", "1111") == 1000
    assert worth("patch", "111") == 300
    assert worth("patch", "11") == 200


def test_03_entry_lists_only_1_5_and_three_of_a_kind():
    assert keeps(PRESETS["entry"], faces("2222")) == {(2, 2, 2): 200}
    assert worth("entry", "1111") == 1000 + 100
    assert [part.points for part in breakdown(PRESETS["entry"], faces("222222"))] == [200, 200]
    assert worth("entry", "222222") == 400
    assert worth("entry", "123456") == 0


def test_04_a_full_house_has_two_different_numbers():
    assert worth("specials", "22233") == 450
    # Five alike are five of a kind, not three and two of them.
    assert worth("specials", "22222") == 800


def test_04_a_sixth_die_may_still_score_alone():
    assert worth("specials", "222331") == 450 + 100
    assert worth("specials", "222335") == 450 + 50
    assert worth("specials", "222334") == 0


def test_04_players_choose_the_subset():
    options = keeps(PRESETS["specials"], faces("222333"))
    assert options[faces("22233")] == 450
    assert options[faces("22333")] == 550
    assert options[faces("222333")] == 500


def test_05_dice_kept_together_score_their_best():
    # Three 1s are never three singles, so that 9700 cannot be brought to 10000 by them.
    game = Game("classic", target=1300).banks(1000).farkles().roll("111234").bank("111")
    assert game.state.scores == (2000, 0)
    assert keeps(PRESETS["family"], faces("111"))[1, 1, 1] == 1000


def test_05_fewer_dice_may_be_kept():
    game = Game("family").roll("111555").roll("23446", "1")
    assert game.event("kept").points == 100


def test_05_unless_keep_is_all():
    game = Game("family", keep="all").roll("111523")
    assert [choice.keep for choice in game.state.legal.choices] == [(1, 1, 1, 5)]
    assert game.refuses(Roll((1,))).code == "must_keep_all"
    game.refuses(Roll((1, 1, 1, 2, 5)), "does_not_score")


def test_06_a_blank_first_roll_is_credited_and_may_be_banked():
    game = Game("specials").roll("223346")
    assert game.names == ["rolled", "blank", "hot_dice"]
    assert game.state.turn_points == 500
    assert game.state.legal.actions == (Roll(), Bank())
    game.refuses(Bank((2,)), "nothing_to_keep")
    assert game.bank().state.scores == (500, 0)


def test_06_a_blank_first_roll_counts_as_six_dice_that_scored():
    game = Game("specials").roll("223346").roll("123446")
    assert len(game.state.throw) == 6
    assert game.state.turn_points == 500
    assert game.roll("22346", "1").event("farkled").lost == 600


def test_06_a_blank_counts_as_hot_dice_where_they_are_mandatory():
    game = Game("specials", hot_dice="mandatory").roll("223346")
    game.refuses(Bank(), "hot_dice_first")
    assert game.roll("123446").bank("1").state.scores == (600, 0)


def test_06_a_blank_is_credited_the_hot_dice_bonus():
    assert Game("specials", hot_dice_bonus=250).roll("223346").state.turn_points == 750


def test_06_a_blank_changes_no_streak_by_itself():
    game = Game("specials", farkle_penalty=1000).roll("123446").roll("22346", "1")
    game.roll("223346").bank()
    assert game.state.streaks == (1, 0)
    assert game.roll("223346").state.streaks == (1, 0)
    assert game.skip().state.streaks == (1, 0)


def test_06_how_the_turn_ends_decides():
    game = Game("specials", farkle_penalty=1000)
    farkle = ["123446", "22346"]
    game.roll(farkle[0]).roll(farkle[1], "1").roll(farkle[0]).roll(farkle[1], "1")
    assert game.state.streaks == (1, 1)
    game.roll("223346").roll("223346")  # blank, then a farkle of six dice
    assert game.event("farkled").streak == 2
    game.roll("223346").bank()
    assert game.state.streaks == (2, 0)


def test_06_the_second_throw_of_six_is_not_blank():
    game = Game("specials").roll("111555").roll("223346", "111555")
    assert game.names == ["kept", "hot_dice", "rolled", "farkled", "turn"]


def test_06_with_any_six_every_throw_of_six_dice_can_be_blank():
    game = Game("specials", blank_scope="any_six").roll("111555").roll("223346", "111555")
    assert game.names == ["kept", "hot_dice", "rolled", "blank", "hot_dice"]
    assert game.state.turn_points == 2000
    game.roll("223346").roll("123446")
    assert game.state.turn_points == 2500
    # Five dice are not six.
    assert game.roll("22346", "1").event("farkled").lost == 2600


@pytest.mark.parametrize("scope", ["first_roll", "any_six"])
def test_06_no_blank_where_the_rule_is_off(scope):
    assert "blank" not in Game("classic", blank_scope=scope).roll("223346").names
