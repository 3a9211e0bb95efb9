"""Rules that interact: for each such pair, what they do together.

Pairs of a rule with its own minimum, and those that the decisions of the specification name, are in
the files of the decisions; here are the others, the house rules with everything above all.
"""

import pytest

from farkle import Bank, Build, Roll
from tests.support.engine.scripted_game import Game, Script, faces

NOTHING = "223346"


# Second chance


def test_second_chance_and_entry_rolls_both_throws_are_one():
    game = Game("4iam", entry_rolls=2, second_chance=True).roll(NOTHING, again="123446")
    assert game.state.rolls == 1
    game.roll("11134", "1")
    assert game.bank("111").state.scores == (1100, 0)


def test_second_chance_and_the_penalty_a_farkle_that_was_saved_is_none():
    game = Game("classic", farkle_penalty=1000, second_chance=True)
    for _ in range(2):
        game.roll(NOTHING, again=NOTHING).skip()
    game.roll(NOTHING, again="123446")
    assert game.state.streaks == (2, 0)
    assert game.bank("1").state.scores == (100, 0)
    assert game.state.streaks == (0, 0)


def test_second_chance_and_the_penalty_a_farkle_after_it_feeds_the_streak():
    game = Game("classic", farkle_penalty=1000, second_chance=True)
    for _ in range(3):
        game.roll(NOTHING, again=NOTHING).skip()
    assert game.state.scores == (-1000, 0)


def test_second_chance_and_building_the_first_throw_of_who_builds():
    game = Game("4iam", building=True, second_chance=True).banks(500).banks(500)
    game.roll("111462").bank("111")
    game.does(Build(), "446", "146")
    assert game.names == ["built", "rolled", "second_chance", "rolled"]
    assert game.bank("1").state.scores == (1500, 1600)


def test_second_chance_in_final_turns_and_play_offs():
    game = Game("family", second_chance=True, target=1000).banks(1000)
    game.roll(NOTHING, again="111246").bank("111")
    assert game.state.phase == "playoff"
    game.roll(NOTHING, again="123446").bank("1")
    game.roll(NOTHING, again=NOTHING)
    assert game.state.winners == (0,)


# Toxic twos


def test_toxic_twos_and_a_blank_first_throw_it_is_a_farkle():
    game = Game("specials", toxic_twos=True, n_kind="none", triple_2=0).roll("222246")
    assert game.event("farkled").toxic
    assert game.state.scores == (0, 0)


@pytest.mark.parametrize("throw", ["222233", "222222", "222215"])
def test_toxic_twos_and_what_else_six_dice_make(throw):
    game = Game("patch", toxic_twos=True).roll(throw)
    assert game.event("farkled").toxic


def test_toxic_twos_and_keep_all_nothing_has_to_be_kept():
    game = Game("classic", toxic_twos=True, keep="all").roll("222215")
    assert game.state.current == 1


def test_toxic_twos_and_building_lose_all_that_was_taken_over():
    game = Game("4iam", building=True, toxic_twos=True).banks(500).banks(500)
    game.roll("512346").bank("5").build("22221")
    assert game.event("farkled").lost == 50
    assert game.event("farkled").toxic


def test_toxic_twos_in_a_play_off_lose_the_turn_only():
    game = Game("family", toxic_twos=True, target=1000).banks(1000).banks(1000)
    assert game.state.phase == "playoff"
    assert game.roll("222215").state.scores == (1000, 1000)
    assert game.banks(100).state.winners == (1,)


# The bonus for hot dice


def test_the_bonus_and_entry_it_counts_towards_it():
    game = Game("family", hot_dice_bonus=200).roll("222333")
    game.refuses(Bank(faces("222")), "entry_missing")
    game.refuses(Bank(faces("222333")), "entry_missing")  # 500 and 200
    game = Game("family", hot_dice_bonus=500).roll("222333").bank("222333")
    assert game.state.scores == (1000, 0)


def test_the_bonus_and_an_entry_that_ends_the_turn():
    rules = {"hot_dice": "optional", "hot_dice_bonus": 500}
    game = Game("entry", **rules).roll("222333").roll(keep="222333")
    assert game.state.scores == (1000, 0)
    assert game.state.current == 1


def test_the_bonus_and_bank_min():
    game = Game("classic", bank_min=700, hot_dice_bonus=200).roll("222333")
    game.refuses(Bank(faces("222")), "bank_too_low")
    assert game.bank("222333").state.scores == (700, 0)


def test_the_bonus_and_mandatory_hot_dice_it_is_lost_with_the_rest():
    game = Game("classic", hot_dice="mandatory", hot_dice_bonus=300).roll("111555")
    game.refuses(Bank(faces("111555")), "hot_dice_first")
    game.roll(NOTHING, "111555")
    assert game.event("farkled").lost == 1800


def test_the_bonus_and_an_exact_target():
    rules = {"entry_min": 0, "hot_dice": "optional", "hot_dice_bonus": 300, "target": 800}
    game = Game("entry", **rules).roll("222333").bank("222333")
    assert game.state.winners == (0,)


def test_the_bonus_and_building_goes_to_who_sets_the_last_die_aside():
    game = Game("4iam", building=True, hot_dice_bonus=300).banks(500).banks(500)
    game.roll("111246").bank("111").build("555")
    assert game.bank("555").state.scores == (1500, 500 + 1000 + 500 + 300)


# One more throw after four alike


def test_four_and_an_entry_that_ends_the_turn():
    rules = {"roll_after_four": True, "n_kind": "double"}
    game = Game("entry", **rules).roll("555562").roll("16", "5555")
    assert game.state.entered == (False, False)  # 1,000, but one more throw is due
    assert game.roll(keep="1").state.scores == (1100, 0)


def test_four_and_entry_rolls_the_throw_that_is_due_may_be_one_more():
    game = Game("4iam", roll_after_four=True, entry_rolls=1).roll("333324")
    game.refuses(Bank(faces("3333")), "roll_first")
    game.roll("14", "3333")
    game.refuses(Roll(faces("1")), "last_throw")
    assert game.bank("1").state.scores == (700, 0)


@pytest.mark.parametrize("ending", ["immediate", "exact"])
def test_four_and_the_target_it_is_not_won_yet(ending):
    rules = {"roll_after_four": True, "ending": ending, "target": 600}
    game = Game("classic", **rules).roll("333324")
    game.refuses(Bank(faces("3333")), "roll_first")
    game.roll("24", "3333")
    assert game.state.winners == ()
    assert game.state.scores == (0, 0)


def test_four_and_keep_all_the_four_cannot_be_left():
    game = Game("classic", roll_after_four=True, keep="all").roll("333312")
    game.refuses(Bank(faces("1")))
    game.refuses(Bank(faces("13333")), "roll_first")


def test_four_without_points_of_their_own():
    # 3333 keeps 333 only where four are nothing more; 1111 are 1,000 and 100, not four of a kind.
    game = Game("classic", roll_after_four=True, n_kind="none").roll("333324").bank("333")
    assert game.state.scores == (300, 0)
    game = Game("classic", roll_after_four=True, n_kind="none").roll("111124").bank("1111")
    assert game.state.scores == (1100, 0)
    fives = {"n_kind": "fixed", "fixed_kinds": (0, 2000, 3000)}
    game = Game("classic", roll_after_four=True, **fives).roll("111124").bank("1111")
    assert game.state.scores == (1100, 0)
    game = Game("classic", roll_after_four=True, **fives).roll("111112")
    game.refuses(Bank(faces("11111")), "roll_first")


def test_four_and_a_pair_are_four_too():
    rules = {"roll_after_four": True, "n_kind": "none", "four_plus_two": 1500}
    game = Game("classic", **rules).roll("111155")
    game.refuses(Bank(faces("111155")), "roll_first")
    assert Game("classic", **rules).roll("111156").bank("11115").state.scores == (1150, 0)


# Blank throws


def test_a_blank_and_bank_min():
    game = Game("specials", bank_min=600).roll(NOTHING)
    game.refuses(Bank(()), "bank_too_low")
    assert game.roll("123446").bank("1").state.scores == (600, 0)


def test_a_blank_and_the_target():
    assert Game("specials", target=500).roll(NOTHING).bank().state.winners == (0,)


def test_a_blank_and_building_the_first_throw_of_who_builds_with_six():
    game = Game("specials", building=True, first_player="seat").roll("111555").bank("111555")
    game.build(NOTHING)
    assert game.state.turn_points == 2000
    assert game.bank().state.scores == (1500, 2000)


def test_a_blank_in_final_turns_and_play_offs():
    game = Game("specials", ending="final_round", target=500).banks(500).roll(NOTHING).bank()
    assert game.state.phase == "playoff"
    assert game.roll(NOTHING).bank().state.scores == (1000, 500)


# The penalty


def test_the_floor_of_the_penalty_and_teams_is_each_ones_own():
    game = Game("classic", 4, teams=(0, 1, 0, 1), farkle_penalty=1000, penalty_floor="zero").banks(
        2000
    )
    game.skip().banks(300).skip()
    for _ in range(3):
        game.skip().skip().farkles().skip()
    assert game.state.scores == (2000, 0, 0, 0)
    assert game.state.total(0) == 2000


def test_the_penalty_and_rounds():
    game = Game("family", rounds=3, target=0)
    for _ in range(3):
        game.farkles().skip()
    assert game.state.winners == (1,)
    assert game.state.scores == (-1000, 0)


def test_the_penalty_and_who_comes_late_at_the_lowest():
    game = Game("family", 2, late_start="lowest")
    for _ in range(3):
        game.farkles().skip()
    game.join()
    assert game.state.scores == (-1000, 0, 0)  # nobody pays for the farkles of others
    assert game.state.entered == (False, False, False)


# Rounds and teams


def test_rounds_and_building_in_the_last_turn():
    game = Game("4iam", entry_min=0, building=True, rounds=1).roll("111246").bank("111")
    assert game.build("146").bank("1").state.winners == (1,)


def test_rounds_and_teams_every_seat_has_its_turns():
    game = Game("classic", 3, teams=(0, 1, 0), rounds=2, target=0)
    for points in (100, 500, 300, 100, 100, 50):
        assert game.state.phase == "turns"
        game.banks(points)
    assert game.state.winners == (1,)  # 600 against 550


def test_rounds_and_who_comes_late_plays_those_that_are_left():
    game = Game("classic", rounds=2, target=0).banks(100).join().banks(100)
    game.banks(100).banks(100)
    assert game.state.current == 2
    assert game.banks(300).state.winners == (2,)


def test_teams_and_building_on_a_turn_of_ones_own_team():
    game = Game("4iam", 3, teams=(0, 0, 1), building=True, target=2500)
    game.banks(500).banks(500).banks(500)
    game.roll("111246").bank("111").build("146").bank("1")
    assert game.state.scores == (1500, 1600, 500)
    assert game.event("final_round").total == 3100


def test_teams_and_who_comes_late_at_the_lowest_of_all():
    game = Game("classic", 3, teams=(0, 1, 0), late_start="lowest")
    game.banks(500).banks(200).banks(300).join(team=1)
    assert game.state.scores == (500, 200, 300, 200)
    assert game.state.total(1) == 400


# Minimums and the end


def test_bank_min_and_an_exact_target():
    game = Game("absolute", ending="exact", entry_min=0, target=1300).banks(1000).skip()
    game.roll("333246")
    game.refuses(Bank(faces("333")), "bank_too_low")  # exactly the target, and too little to bank
    assert game.state.winners == ()


def test_an_entry_that_ends_the_turn_and_the_target():
    game = Game("entry", target=1000).roll("111246").roll(keep="111")
    assert game.state.winners == (0,)
    game = Game("entry", target=900).roll("111246").roll(keep="111")
    assert game.state.phase == "final"


def test_entry_rolls_and_an_entry_that_ends_the_turn():
    rules = {"entry_rolls": 1, "entry_ends_turn": True}
    game = Game("4iam", **rules).roll("555246").roll(keep="555")
    assert game.state.scores == (500, 0)
    game = Game("4iam", **rules).roll("333246").roll(keep="333")
    assert game.names == ["kept", "ran_out", "turn"]


def test_entry_rolls_and_mandatory_hot_dice():
    game = Game("4iam", entry_rolls=1, hot_dice="mandatory").roll("111555")
    game.refuses(Bank(faces("111555")), "hot_dice_first")
    game.roll("123446", "111555")  # the throw that is due may be one more
    assert game.bank("1").state.scores == (1600, 0)


def test_keep_all_and_hot_dice_that_must_be_thrown():
    game = Game("classic", keep="all", hot_dice="mandatory").roll("111555")
    assert list(game.state.legal.choices[0].keep) == [1, 1, 1, 5, 5, 5]
    assert len(game.state.legal.choices) == 1
    assert game.state.apply(Roll(faces("111555")), Script("123446"))[0].throw


def test_keep_all_and_a_full_house_the_best_split_of_all_that_scores():
    game = Game("specials", keep="all").roll("222333")
    (choice,) = game.state.legal.choices
    assert choice.keep == (2, 2, 2, 3, 3, 3)
    assert choice.points == 500
