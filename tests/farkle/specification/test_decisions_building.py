"""Decision 12 of the rule specification: building on the turn before."""

from tests.support.engine.scripted_game import Bank, Build, Game, Roll


def everybody_in(players=2, **changes):
    game = Game("4iam", players, building=True, **changes)
    for _ in range(players):
        game.banks(500)
    return game


def test_12_only_where_the_rules_know_it():
    game = Game("4iam").banks(500).banks(500)
    game.refuses(Build(), "building_off")
    assert game.state.offer is None


def test_12_once_everybody_has_entered():
    game = Game("4iam", 3, building=True).banks(500).banks(500)
    game.refuses(Build(), "not_all_entered")
    game.banks(500)
    assert game.state.legal.build is None


def test_12_without_an_entry_from_the_start():
    game = Game("4iam", building=True, entry_min=0)
    game.refuses(Build(), "nothing_to_build_on")
    assert game.banks(50).state.legal.build is None


def test_12_takes_over_the_points_and_the_dice_not_yet_rolled():
    game = everybody_in().roll("111234").bank("111").build("123")
    assert game.names == ["built", "rolled"]
    assert game.event("built").points == 1000
    assert game.event("built").aside == (1, 1, 1)
    assert game.state.turn_points == 1000
    assert game.state.throw == (1, 2, 3)
    assert game.bank("1").state.scores == (1500, 500 + 1100)


def test_12_six_dice_after_hot_dice():
    game = everybody_in().roll("111555").bank("111555").build("123446")
    assert game.state.turn_points == 1500
    assert game.bank("1").state.scores == (2000, 500 + 1600)


def test_12_dice_set_aside_by_both_make_hot_dice():
    game = everybody_in().roll("111234").bank("111").build("155")
    assert game.roll("123446", "155").names == ["kept", "hot_dice", "rolled"]
    assert game.state.turn_points == 1200


def test_12_at_the_start_of_the_turn_only():
    game = everybody_in().roll("111234").bank("111").roll("123446")
    game.refuses(Build(), "turn_under_way")
    game.roll("12346", "1").refuses(Build(), "turn_under_way")


def test_12_must_roll_at_once():
    game = everybody_in().roll("111234").bank("111")
    assert game.state.legal.actions == (Roll(), Build())
    game.refuses(Bank())
    assert game.build("123").state.rolls == 1


def test_12_may_also_start_afresh():
    game = everybody_in().roll("111234").bank("111").roll("123446").bank("1")
    assert game.state.scores == (1500, 600)
    assert game.state.offer == (100, (1,))


def test_12_a_farkle_costs_the_builder_all_of_it():
    game = everybody_in().roll("111234").bank("111").build("234")
    assert game.event("farkled").lost == 1000
    assert game.state.scores == (1500, 500)
    assert game.state.streaks == (0, 1)


def test_12_the_player_before_keeps_what_was_banked():
    game = everybody_in().roll("111234").bank("111")
    assert game.state.scores == (1500, 500)
    assert game.build("134").state.scores == (1500, 500)
    assert game.bank("1").state.scores == (1500, 1600)


def test_12_the_whole_total_counts_against_minimums():
    game = everybody_in(bank_min=350).roll("444234").bank("444").build("153")
    assert game.bank("5").state.scores == (900, 950)
    alone = everybody_in(bank_min=350).roll("444234").bank("444").roll("153446")
    alone.refuses(Bank((5,)), "bank_too_low")


def test_12_chains():
    game = everybody_in(3).roll("111234").bank("111").build("123").bank("1").build("54").bank("5")
    assert game.state.scores == (1500, 1600, 1650)
    game.build("1").bank("1")  # the fourth in the chain: all dice have scored
    assert game.state.scores == (1500 + 1250, 1600, 1650)
    assert game.state.offer == (1250, ())
    assert game.build("123446").state.turn_points == 1250


def test_12_in_final_turns_too():
    game = everybody_in(3, target=2000).roll("111555").bank("111555")
    assert game.state.phase == "final"
    game.build("123446").bank("1")
    assert game.state.scores == (2000, 2100, 500)


def test_12_a_final_turn_can_be_built_on():
    game = everybody_in(3, target=2000).roll("111555").bank("111555")
    assert game.state.phase == "final"
    game.build("123446").bank("1")
    assert game.state.scores == (2000, 2100, 500)
    game.build("12346").bank("1")
    assert game.state.winners == (2,)
    assert game.state.scores == (2000, 2100, 2200)


def test_12_not_in_play_offs():
    game = everybody_in(target=1500).roll("111234").bank("111").roll("111234").bank("111")
    assert game.state.phase == "playoff"
    game.refuses(Build(), "no_building_in_playoff")
    game.roll("111234").bank("111")
    assert game.state.phase == "playoff"
    assert game.state.offer is None
    game.refuses(Build(), "no_building_in_playoff")


def test_12_not_after_a_farkle():
    game = everybody_in().roll("123446").roll("22346", "1")
    game.refuses(Build(), "nothing_to_build_on")


def test_12_not_after_a_farkled_build():
    game = everybody_in(3).roll("111234").bank("111").build("234")
    game.refuses(Build(), "nothing_to_build_on")


def test_12_not_after_a_skipped_turn():
    game = everybody_in(3).roll("111234").bank("111").skip()
    game.refuses(Build(), "nothing_to_build_on")


def test_12_not_after_a_turn_whose_player_left():
    game = everybody_in(3).roll("111234").bank("111").leave(1)
    game.refuses(Build(), "nothing_to_build_on")


def test_12_but_after_a_banked_turn_whose_player_has_left_since():
    game = everybody_in(3).roll("111234").bank("111").leave(0)
    assert game.build("123").state.turn_points == 1000


def test_12_not_after_a_player_left_in_the_middle_of_a_turn():
    game = everybody_in(3).roll("111234").bank("111").roll("123446").leave(1)
    game.refuses(Build(), "nothing_to_build_on")


def test_12_the_next_round_knows_the_offer_too():
    game = everybody_in().farkles().roll("111234").bank("111")
    assert game.names[-2:] == ["round", "turn"]
    assert game.build("123").state.turn_points == 1000
