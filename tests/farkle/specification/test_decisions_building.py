"""Decision 12 of the rule specification: building on the turn before."""

from farkle.errors import (
    BankTooLow,
    BuildingOff,
    NoBuildingInPlayOff,
    NotAllEntered,
    NothingToBuildOn,
    TurnUnderWay,
)
from tests.support.engine.helpers import Bank, Build, Roll, Table


def everybody_in(players=2, **changes):
    table = Table("4iam", players, building=True, **changes)
    for _ in range(players):
        table.banks(500)
    return table


def test_12_only_where_the_rules_know_it():
    table = Table("4iam").banks(500).banks(500)
    table.refuses(Build(), BuildingOff)
    assert table.state.offer is None


def test_12_once_everybody_has_entered():
    table = Table("4iam", 3, building=True).banks(500).banks(500)
    table.refuses(Build(), NotAllEntered)
    table.banks(500)
    assert table.state.legal.build is None


def test_12_without_an_entry_from_the_start():
    table = Table("4iam", building=True, entry_min=0)
    table.refuses(Build(), NothingToBuildOn)
    assert table.banks(50).state.legal.build is None


def test_12_takes_over_the_points_and_the_dice_not_yet_rolled():
    table = everybody_in().roll("111234").bank("111").build("123")
    assert table.names == ["built", "rolled"]
    assert table.event("built").points == 1000
    assert table.event("built").aside == (1, 1, 1)
    assert table.state.turn_points == 1000
    assert table.state.throw == (1, 2, 3)
    assert table.bank("1").state.scores == (1500, 500 + 1100)


def test_12_six_dice_after_hot_dice():
    table = everybody_in().roll("111555").bank("111555").build("123446")
    assert table.state.turn_points == 1500
    assert table.bank("1").state.scores == (2000, 500 + 1600)


def test_12_dice_set_aside_by_both_make_hot_dice():
    table = everybody_in().roll("111234").bank("111").build("155")
    assert table.roll("123446", "155").names == ["kept", "hot_dice", "rolled"]
    assert table.state.turn_points == 1200


def test_12_at_the_start_of_the_turn_only():
    table = everybody_in().roll("111234").bank("111").roll("123446")
    table.refuses(Build(), TurnUnderWay)
    table.roll("12346", "1").refuses(Build(), TurnUnderWay)


def test_12_must_roll_at_once():
    table = everybody_in().roll("111234").bank("111")
    assert table.state.legal.actions == (Roll(), Build())
    table.refuses(Bank())
    assert table.build("123").state.rolls == 1


def test_12_may_also_start_afresh():
    table = everybody_in().roll("111234").bank("111").roll("123446").bank("1")
    assert table.state.scores == (1500, 600)
    assert table.state.offer == (100, (1,))


def test_12_a_farkle_costs_the_builder_all_of_it():
    table = everybody_in().roll("111234").bank("111").build("234")
    assert table.event("farkled").lost == 1000
    assert table.state.scores == (1500, 500)
    assert table.state.streaks == (0, 1)


def test_12_the_player_before_keeps_what_was_banked():
    table = everybody_in().roll("111234").bank("111")
    assert table.state.scores == (1500, 500)
    assert table.build("134").state.scores == (1500, 500)
    assert table.bank("1").state.scores == (1500, 1600)


def test_12_the_whole_total_counts_against_minimums():
    table = everybody_in(bank_min=350).roll("444234").bank("444").build("153")
    assert table.bank("5").state.scores == (900, 950)
    alone = everybody_in(bank_min=350).roll("444234").bank("444").roll("153446")
    alone.refuses(Bank((5,)), BankTooLow)


def test_12_chains():
    table = everybody_in(3).roll("111234").bank("111").build("123").bank("1").build("54").bank("5")
    assert table.state.scores == (1500, 1600, 1650)
    table.build("1").bank("1")  # the fourth in the chain: all six dice have scored
    assert table.state.scores == (1500 + 1250, 1600, 1650)
    assert table.state.offer == (1250, ())
    assert table.build("123446").state.turn_points == 1250


def test_12_in_final_turns_too():
    table = everybody_in(3, target=2000).roll("111555").bank("111555")
    assert table.state.phase == "final"
    table.build("123446").bank("1")
    assert table.state.scores == (2000, 2100, 500)


def test_12_a_final_turn_can_be_built_on():
    table = everybody_in(3, target=2000).roll("111555").bank("111555")
    assert table.state.phase == "final"
    table.build("123446").bank("1")
    assert table.state.scores == (2000, 2100, 500)
    table.build("12346").bank("1")
    assert table.state.winners == (2,)
    assert table.state.scores == (2000, 2100, 2200)


def test_12_not_in_play_offs():
    table = everybody_in(target=1500).roll("111234").bank("111").roll("111234").bank("111")
    assert table.state.phase == "playoff"
    table.refuses(Build(), NoBuildingInPlayOff)
    table.roll("111234").bank("111")
    assert table.state.phase == "playoff"
    assert table.state.offer is None
    table.refuses(Build(), NoBuildingInPlayOff)


def test_12_not_after_a_farkle():
    table = everybody_in().roll("123446").roll("22346", "1")
    table.refuses(Build(), NothingToBuildOn)


def test_12_not_after_a_farkled_build():
    table = everybody_in(3).roll("111234").bank("111").build("234")
    table.refuses(Build(), NothingToBuildOn)


def test_12_not_after_a_skipped_turn():
    table = everybody_in(3).roll("111234").bank("111").skip()
    table.refuses(Build(), NothingToBuildOn)


def test_12_not_after_a_turn_whose_player_left():
    table = everybody_in(3).roll("111234").bank("111").leave(1)
    table.refuses(Build(), NothingToBuildOn)


def test_12_but_after_a_banked_turn_whose_player_has_left_since():
    table = everybody_in(3).roll("111234").bank("111").leave(0)
    assert table.build("123").state.turn_points == 1000


def test_12_not_after_a_player_left_in_the_middle_of_a_turn():
    table = everybody_in(3).roll("111234").bank("111").roll("123446").leave(1)
    table.refuses(Build(), NothingToBuildOn)


def test_12_the_next_round_knows_the_offer_too():
    table = everybody_in().farkles().roll("111234").bank("111")
    assert table.names[-2:] == ["round", "turn"]
    assert table.build("123").state.turn_points == 1000
