"""The house rules beyond the documents, and their order where several meet."""

from dataclasses import replace

import pytest

from farkle import FIELDS, PRESETS, RulesError, RuleSet, outcome, places, score
from farkle.engine.standing import NOBODY
from farkle.rules.turn_estimate import estimate_turns
from farkle.text.rules_text import sections
from tests.support.engine.scripted_game import FARKLE, Bank, Game, Roll, faces


def test_toxic_twos_lose_the_turn_whatever_else_scores():
    for throw in ("222215", "222222", "222211", "122225", "222255"):
        game = Game("family", toxic_twos=True).roll(throw)
        assert game.names == ["rolled", "farkled", "turn"]
        assert game.event("farkled").toxic
        assert game.state.streaks == (1, 0)


def test_three_twos_are_not_toxic():
    game = Game("family", toxic_twos=True).roll("222156")
    assert game.state.current == 0
    assert Roll((2, 2, 2)) in game.state.legal.actions


def test_toxic_twos_lose_what_lay_aside():
    game = Game("family", toxic_twos=True).roll("123446").roll("22225", "1")
    assert game.event("farkled").lost == 100


def test_twos_of_several_throws_are_not_toxic():
    game = Game("family", toxic_twos=True).roll("222346").roll("212", "222")
    assert game.state.current == 0


def test_a_farkle_without_twos_is_not_called_toxic():
    assert not Game("family", toxic_twos=True).roll("334462").event("farkled").toxic


def test_toxic_twos_feed_the_penalty():
    game = Game("family", toxic_twos=True)
    game.roll("222215").skip().roll("222215").skip().roll("222215")
    assert game.state.scores == (-1000, 0)


def test_hot_dice_bonus_each_time_all_six_have_scored():
    game = Game("classic", hot_dice_bonus=300).roll("111555")
    (choice,) = (one for one in game.state.legal.choices if len(one.keep) == 6)
    assert (choice.points, choice.total) == (1800, 1800)
    game.roll("155234", "111555")
    assert game.event("hot_dice").bonus == 300
    assert game.state.turn_points == 1800
    game.roll("555", "155").roll("123446", "555")
    assert game.state.turn_points == 1800 + 200 + 500 + 300
    assert game.bank("1").state.scores == (2900, 0)


def test_the_bonus_counts_in_the_bank_on_six_dice():
    game = Game("classic", hot_dice_bonus=300).roll("111555").bank("111555")
    assert game.state.scores == (1800, 0)


def test_the_bonus_is_credited_when_the_dice_are_set_aside():
    # It counts towards entry with the keep that brings it.
    game = Game("family", hot_dice_bonus=300, entry_min=1000).roll("444666")
    assert game.bank("444666").state.scores == (1300, 0)
    game = Game("family", hot_dice_bonus=500).roll("555115").bank("115555")
    assert game.state.scores == (1700, 0)


def test_second_chance_throws_a_first_farkle_once_more():
    game = Game("family", second_chance=True).roll("223346", again="123446")
    assert game.names == ["rolled", "second_chance", "rolled"]
    assert game.state.throw == (1, 2, 3, 4, 4, 6)
    assert game.state.rolls == 1


def test_second_chance_is_once():
    game = Game("family", second_chance=True).roll("223346", again="223346")
    assert game.names == ["rolled", "second_chance", "rolled", "farkled", "turn"]
    assert game.state.streaks == (1, 0)


def test_second_chance_is_for_the_first_throw():
    game = Game("family", second_chance=True).roll("123446").roll("22346", "1")
    assert game.names == ["kept", "rolled", "farkled", "turn"]


def test_second_chance_is_there_again_next_turn():
    game = Game("family", second_chance=True)
    game.roll("223346", again="223346").roll("223346", again="223346")
    assert game.roll("223346", again="123446").state.current == 0


@pytest.mark.parametrize("keep", ["1111", "3333", "33333", "333333"])
def test_roll_after_four(keep):
    game = Game("classic", roll_after_four=True).roll((keep + "26")[:6])
    game.refuses(Bank(faces(keep)), "roll_first")
    game.roll("123446"[: 6 - len(keep)] or "123446", keep)
    assert game.bank("1").state.scores[0] > 0


def test_roll_after_four_with_another_die_among_the_keep():
    game = Game("classic", roll_after_four=True).roll("333312")
    game.refuses(Bank(faces("13333")), "roll_first")
    assert Game("classic", roll_after_four=True).roll("333312").bank("333").state.scores[0] == 300
    assert Game("classic", roll_after_four=True).roll("333312").bank("1").state.scores[0] == 100


@pytest.mark.parametrize("keep", ["1155", "222333", "112233", "123456", "11155"])
def test_roll_after_four_means_four_alike(keep):
    rules = {"roll_after_four": True, "straight": 1500, "three_pairs": 500}
    game = Game("classic", **rules).roll((keep + "23")[:6]).bank(keep)
    assert game.state.current == 1


def test_roll_after_four_is_once():
    game = Game("classic", roll_after_four=True).roll("333326").roll("15", "3333")
    assert game.bank("5").state.scores == (650, 0)


def test_roll_after_four_and_a_farkle():
    game = Game("classic", roll_after_four=True).roll("333326").roll("26", "3333")
    assert game.event("farkled").lost == 600


def test_rounds_end_the_game_after_so_many_turns_each():
    game = Game("classic", 3, rounds=2, target=0)
    for points in (100, 200, 300, 1000, 300, 500):
        assert game.state.phase == "turns"
        game.banks(points)
    assert game.state.winners == (0,)
    assert game.state.scores == (1100, 500, 800)


def test_rounds_exclude_the_target():
    game = Game("family", rounds=2, target=1000, ending="immediate").banks(5000)
    assert game.state.phase == "turns"
    game.banks(6000).farkles()
    assert game.state.phase == "turns"
    assert game.farkles().state.winners == (1,)


def test_rounds_exclude_the_exact_ending():
    # Neither does 10,000 end it, nor is a tie the leader's.
    game = Game("family", rounds=1, ending="exact").banks(10000)
    assert game.state.phase == "turns"
    assert game.banks(10000).state.phase == "playoff"


def test_rounds_can_end_level():
    game = Game("family", 3, rounds=1, target=0).banks(1000).banks(1000).farkles()
    assert game.event("playoff").seats == (0, 1)
    assert game.banks(100).banks(50).state.winners == (0,)


def test_second_chance_before_blank():
    game = Game("specials", second_chance=True).roll("223346", again="123446")
    assert game.names == ["rolled", "second_chance", "rolled"]
    assert game.state.turn_points == 0
    game = Game("specials", second_chance=True).roll("223346", again="223346")
    assert game.names == ["rolled", "second_chance", "rolled", "blank", "hot_dice"]
    assert game.state.turn_points == 500


def test_toxic_twos_before_anything_scores():
    # 2222 and a 1: neither the four nor the 1 nor, without them, a blank throw counts.
    rules = {"toxic_twos": True, "blank_scope": "any_six"}
    assert Game("specials", **rules).roll("222215").state.current == 1
    game = Game("specials", **rules).roll("222234")
    assert game.names == ["rolled", "farkled", "turn"]
    assert game.state.scores == (0, 0)


def test_a_second_chance_can_turn_out_toxic():
    game = Game("family", toxic_twos=True, second_chance=True).roll("223346", again="222215")
    assert game.names == ["rolled", "second_chance", "rolled", "farkled", "turn"]
    assert game.event("farkled").toxic


def test_mandatory_hot_dice_and_four_both_hold():
    rules = {"roll_after_four": True, "hot_dice": "mandatory"}
    game = Game("classic", **rules).roll("333315")
    game.refuses(Bank(faces("133335")), "hot_dice_first")
    game.refuses(Bank(faces("13333")), "roll_first")


def test_a_minimum_is_named_before_what_forces():
    game = Game("absolute", roll_after_four=True).banks(1000).skip().roll("222236")
    assert game.refuses(Bank(faces("2222"))).code == "roll_first"
    game = Game("absolute", roll_after_four=True, bank_min=500).banks(1000).skip().roll("222236")
    game.refuses(Bank(faces("2222")), "bank_too_low")


# Sets of four and more


@pytest.mark.parametrize(
    ("dice", "points"),
    [("222", 200), ("2222", 1200), ("22222", 2200), ("222222", 3200), ("1111", 2000)],
)
def test_each_die_after_a_triple_adds_a_fixed_amount(dice, points):
    assert score(replace(RuleSet(), n_kind="plus", kind_plus=1000), faces(dice)) == points


def test_a_small_amount_leaves_what_scores_more():
    rules = replace(RuleSet(), n_kind="plus", kind_plus=50)
    assert score(rules, faces("1111")) == 1000 + 100  # a triple and a 1
    assert score(rules, faces("333333")) == 300 + 300  # two triples
    assert score(rules, faces("33333")) == 300 + 2 * 50


def test_nothing_is_added_to_a_triple_that_does_not_score():
    rules = replace(RuleSet(), n_kind="plus", kind_plus=1000, triple_3=0)
    assert score(rules, faces("3333")) == 0


@pytest.mark.parametrize(
    ("dice", "points"), [("333", 300), ("3333", 600), ("33333", 1200), ("333333", 3000)]
)
def test_four_five_and_six_alike_are_multiples_of_the_triple(dice, points):
    rules = replace(RuleSet(), n_kind="times", kind_times=(2, 4, 10))
    assert score(rules, faces(dice)) == points


def test_a_factor_of_zero_is_no_set():
    rules = replace(RuleSet(), n_kind="times", kind_times=(0, 4, 10), single_1=0)
    assert score(rules, faces("3333")) == 0
    assert score(rules, faces("33333")) == 1200


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"n_kind": "plus", "kind_plus": 1000},
            "Each extra matching die adds 1,000: four 3s = 1,300, five = 2,300, six = 3,300.",
        ),
        (
            {"n_kind": "times", "kind_times": (2, 4, 10)},
            (
                "Four or more of a kind score 2, 4 and 10 times the three of a kind: "
                "four 3s = 600, five = 1,200, six = 3,000."
            ),
        ),
    ],
)
def test_sets_in_words(changes, sentence):
    scores = sections(replace(RuleSet(), **changes))[0]
    assert sentence in map(str, scores.sentences)


@pytest.mark.parametrize("changes", [{"kind_plus": 500}, {"kind_times": (3, 5, 10)}])
def test_amounts_and_factors_that_are_not_used_get_a_remark(changes):
    (name,) = changes
    remarks = list(map(str, replace(RuleSet(), **changes).validate().warnings))
    assert remarks == [f"{name} has no effect with these rules."]


# Six of a kind as pairs or triplets


@pytest.mark.parametrize(
    ("changes", "dice", "points"),
    [
        ({"n_kind": "none", "three_pairs": 1500}, "222222", 1500),
        ({"three_pairs": 1500}, "222222", 1600),  # doubled sets are worth more
        ({"three_pairs": 500, "two_triplets": 2500}, "333333", 2500),
        ({"three_pairs": 3000, "two_triplets": 2500}, "333333", 3000),
        ({"three_pairs": 1500, "two_triplets": 2500}, "22222", 800),
        ({"n_kind": "none", "three_pairs": 1500}, "222244", 0),  # that is no six of a kind
    ],
)
def test_six_alike_count_as_three_pairs_or_two_triplets(changes, dice, points):
    assert score(replace(RuleSet(), six_as_pairs=True, **changes), faces(dice)) == points
    assert score(replace(RuleSet(), **changes), faces(dice)) <= points


def test_six_alike_in_words():
    rules = replace(RuleSet(), six_as_pairs=True, three_pairs=1500, two_triplets=2500)
    sentence = "Six of a kind counts as two triplets, for 2,500, if that's more."
    assert sentence in map(str, sections(rules)[0].sentences)
    pairs = replace(rules, two_triplets=0, three_pairs=1650)  # six 2s are 1,600
    assert pairs.validate().warnings == ()
    never = replace(pairs, three_pairs=1600)
    assert "Six of a kind counts" not in " ".join(map(str, sections(never)[0].sentences))
    (remark,) = never.validate().warnings
    assert str(remark) == "six_as_pairs never counts: the same dice score as much without it."


# Which dice may be banked


def test_a_bank_needs_so_many_dice_set_aside():
    game = Game("classic", bank_aside=4).roll("115234")
    game.refuses(Bank(faces("115")), "dice_left")
    game.roll("523", "115")  # dice of earlier rolls count
    assert game.bank("5").state.scores == (300, 0)


def test_hot_dice_count_as_all_six_but_not_after_the_next_roll():
    game = Game("classic", bank_aside=6).roll("111555")
    assert game.bank("111555").state.scores == (1500, 0)
    game = Game("classic", bank_aside=4).roll("111555").roll("123446", "111555")
    game.refuses(Bank((1,)), "dice_left")


def test_a_piggyback_counts_the_dice_taken_over():
    game = Game("classic", building=True, bank_aside=4).roll("111523").bank("1115")
    game.build("15")
    assert game.bank("1").state.scores == (1050, 1150)


def test_a_lone_five_is_rolled_on():
    game = Game("classic", lone_five=True).roll("523346")
    game.refuses(Bank((5,)), "roll_first")
    game.roll("15234", "5")
    game.refuses(Bank((5,)), "roll_first")
    assert game.bank("15").state.scores == (200, 0)


@pytest.mark.parametrize("keep", ["1", "55", "555", "15"])
def test_other_keeps_are_no_lone_five(keep):
    game = Game("classic", lone_five=True).roll((keep + "23346")[:6])
    assert game.bank(keep).state.current == 1


def test_a_lone_five_among_hot_dice_is_rolled_on_too():
    game = Game("classic", lone_five=True).roll("111552").roll("5", "11155")
    game.refuses(Bank((5,)), "roll_first")


def test_what_forces_a_roll_in_words():
    turn = " ".join(
        map(str, sections(replace(RuleSet(), bank_aside=4, lone_five=True))[1].sentences)
    )
    assert "You can only bank with at least 4 dice set aside; hot dice count as all." in turn
    assert "After keeping nothing but one 5, roll once more before you bank." in turn


def test_a_lone_five_that_scores_nothing_gets_a_remark():
    remarks = replace(RuleSet(), single_5=0, lone_five=True).validate().warnings
    assert "lone_five has no effect with these rules." in map(str, remarks)


def test_only_fives_score_and_none_may_be_banked():
    nothing = {name: 0 for name in FIELDS if name.startswith(("single", "triple", "straight"))}
    rules = replace(RuleSet(), **nothing, three_pairs=0, n_kind="none", entry_min=0)
    fives = replace(rules, single_5=50, keep="all", lone_five=True)
    assert fives.validate().errors == ()
    aside = replace(rules, straight_low=500, bank_aside=6)
    assert list(map(str, aside.validate().errors)) == [
        "Nobody could ever bank: every keep forces another roll."
    ]


# How the game ends


def test_only_those_with_fewer_turns_play_on_where_the_round_is_finished():
    game = Game("classic", players=3, ending="finish_round", target=1000)
    game.farkles().banks(1000)
    assert (game.state.phase, game.state.current, game.state.queue) == ("final", 2, ())
    assert game.banks(600).state.winners == (1,)


def test_the_last_to_play_in_a_round_wins_at_once_where_it_is_finished():
    game = Game("classic", ending="finish_round", target=1000).farkles().banks(1000)
    assert (game.state.phase, game.state.winners) == ("over", (1,))


def test_of_a_team_only_the_others_play_on_where_the_round_is_finished():
    game = Game("classic", players=4, teams=(0, 1, 0, 1), ending="finish_round", target=1000)
    game.banks(1000)
    assert (game.state.current, game.state.queue) == (1, (3,))


def test_late_joiners_have_no_turn_in_a_round_that_is_finished():
    game = Game("classic", ending="finish_round", target=1000).join().banks(1000)
    assert (game.state.current, game.state.queue) == (1, ())


def test_a_shared_tie_is_won_by_all_of_its_players():
    game = Game("standard", players=3, tie_break="shared", target=1000)
    game.banks(1000).banks(1000).banks(300)
    assert (game.state.phase, game.state.winners) == ("over", (0, 1))
    how = outcome(game.state)
    assert (how.how, how.second, how.second_total) == ("shared", 2, 300)
    assert places(game.state) == (1, 1, 3)


def test_all_may_share_a_tie():
    game = Game("standard", tie_break="shared", rounds=1, target=0).banks(300).banks(300)
    assert game.state.winners == (0, 1)
    assert outcome(game.state).second == NOBODY


def test_teams_share_a_tie():
    game = Game("standard", players=4, teams=(0, 1, 0, 1), tie_break="shared", target=1000)
    game.banks(1000).banks(500).banks(500)
    assert game.state.winners == (0, 1, 2, 3)


def test_where_an_exact_score_wins_a_tie_is_not_shared():
    game = Game("standard", ending="exact", tie_break="shared", target=1000)
    game.banks(1050).banks(1050)
    assert game.state.winners == (0,)


def test_a_turn_may_not_pass_a_winning_score_that_must_be_hit():
    game = Game("classic", ending="only_exact", target=1000).banks(600).farkles().roll("555123")
    game.refuses(Bank(faces("555")), "passes_target")
    assert game.roll(keep="555").names == ["kept", "ran_out", "turn"]
    assert (game.event("ran_out").lost, game.state.scores) == (500, (600, 0))
    assert game.state.streaks == (0, 1), "that is no farkle"
    assert game.farkles().roll("555123").bank("55").state.scores == (700, 0)


def test_the_winning_score_must_be_hit_by_a_team_together():
    teams = (0, 1, 0, 1)
    game = Game("classic", players=4, teams=teams, ending="only_exact", target=1000)
    game.banks(600).farkles().roll("555123").refuses(Bank(faces("555")), "passes_target")
    assert game.bank("1").farkles().roll("113344").bank("1").farkles().state.scores[0] == 700
    assert game.roll("112344").bank("11").state.winners == (0, 2)


def test_points_for_nothing_can_pass_a_winning_score_too():
    rules = {"blank_first_roll": 500, "target": 1000}
    game = Game("classic", ending="only_exact", **rules).banks(600).skip().roll(FARKLE)
    assert game.names == ["rolled", "blank", "hot_dice", "ran_out", "turn"]


def test_a_winning_score_that_some_could_never_hit_is_refused():
    rules = replace(PRESETS["classic"], ending="only_exact")
    assert rules.validate().errors == ()
    never = "A player who lacks 50 points could never win: no turn banks exactly that many."
    for changes in ({"bank_min": 100}, {"lone_five": True}, {"bank_aside": 3}):
        assert list(map(str, replace(rules, **changes).validate().errors)) == [never]
    (off,) = replace(rules, target=1025).validate().errors
    assert str(off) == "No score is ever exactly 1,025: all points are multiples of 50."
    (opening,) = replace(rules, entry_min=1500, target=1000).validate().errors
    assert str(opening) == "The opening score is higher than the winning score of 1,000."
    rare = replace(rules, single_5=100, triple_6=50)  # 50 by three 6s alone
    assert rare.validate().errors == ()
    assert estimate_turns(rare).turns > estimate_turns(replace(rare, ending="exact")).turns + 10


# Sets in a full roll only


def test_sets_need_a_roll_of_all_dice():
    game = Game("classic", full_throw_sets=True).roll("111222").roll("111555", "111222")
    assert game.state.turn_points == 1200  # hot dice: that is a full roll again
    game = Game("classic", full_throw_sets=True).roll("522334").roll("11134", "5")
    assert game.state.rules.table.keeps((1, 1, 1, 3, 4)) == {(1,): 100, (1, 1): 200, (1, 1, 1): 300}
    assert game.bank("111").state.scores == (350, 0)
    assert Game("classic", full_throw_sets=True).roll("522334").roll("22234", "5").names[-2:] == [
        "farkled",
        "turn",
    ]


def test_four_singles_are_no_four_of_a_kind():
    rules = {"full_throw_sets": True, "roll_after_four": True}
    assert Game("classic", **rules).roll("522334").roll("11114", "5").bank("1111")
    Game("classic", **rules).roll("111134").refuses(Bank(faces("1111")), "roll_first")


def test_the_refusal_of_a_set_in_another_roll_names_a_die():
    game = Game("classic", full_throw_sets=True).roll("522334").roll("12223", "5")
    assert str(game.refuses(Bank(faces("1222")))) == "That 2 doesn't score."


def test_sets_in_a_full_roll_in_words():
    rules = replace(RuleSet(), full_throw_sets=True)
    words = " ".join(map(str, sections(rules)[0].sentences))
    assert "Combinations count in a roll of all dice only. With fewer, single dice score." in words
    (remark,) = replace(rules, single_1=0, single_5=0).validate().warnings
    assert str(remark) == "A roll of fewer dice can never score here."


# A limit of rolls in every turn


def test_every_turn_must_have_the_minimum_by_its_last_roll():
    game = Game("classic", bank_min=300, bank_rolls=2).roll("122334").roll("12334", "1")
    assert game.roll(keep="1").names == ["kept", "ran_out", "turn"]
    assert (game.event("ran_out").lost, game.state.streaks) == (200, (0, 0))
    game.roll("511234").roll("51334", "1").refuses(Bank((5,)), "bank_too_low")


def test_at_the_last_roll_of_a_turn_what_reaches_the_minimum_is_banked():
    game = Game("classic", bank_min=300, bank_rolls=2).roll("111234").roll("145", "111")
    game.refuses(Roll((1,)), "last_throw")
    assert game.bank("15").state.scores == (1150, 0)


def test_a_limit_of_rolls_alone_makes_a_turn_end():
    game = Game("classic", bank_rolls=1).roll("122334")
    game.refuses(Roll((1,)), "last_throw")
    assert game.bank("1").state.scores == (100, 0)


def test_the_opening_has_a_limit_of_its_own():
    game = Game("classic", entry_min=500, bank_rolls=1, bank_min=100).roll("122334")
    assert game.roll("55534", "1").bank("555").state.scores == (600, 0)
    game.skip().roll("511234").refuses(Roll(faces("11")), "last_throw")


def test_a_limit_of_rolls_in_words_and_in_vain():
    rules = replace(PRESETS["classic"], bank_rolls=3, bank_min=300)
    turn = " ".join(map(str, sections(rules)[1].sentences))
    assert "You need 300 to bank. You have to bank it by roll 3 of a turn" in turn
    free = " ".join(map(str, sections(replace(rules, bank_min=0))[1].sentences))
    assert "You have to bank by roll 3 of a turn, counting rolls after hot dice." in free
    (wrong,) = replace(rules, bank_min=9000, bank_rolls=1).validate().errors
    assert "by roll 1: 8,000 is the most by then." in str(wrong)


# A roll after a set


@pytest.mark.parametrize("keep", ["111", "2222", "12345", "1115"])
def test_a_set_is_confirmed_by_another_roll(keep):
    game = Game("classic", roll_after_sets=True, straight_low=500).roll((keep + "346346")[:6])
    game.refuses(Bank(faces(keep)), "roll_first")
    game.roll("1234623"[: 6 - len(keep)], keep)
    assert game.bank("1").state.scores[0] > 0


def test_single_dice_need_no_confirmation():
    assert Game("classic", roll_after_sets=True).roll("115346").bank("115").state.current == 1
    rules = {"full_throw_sets": True, "roll_after_sets": True}
    game = Game("classic", **rules).roll("522334").roll("11134", "5")
    assert game.bank("111").state.scores == (350, 0)


def test_a_set_that_scores_as_much_as_its_dice_is_a_set():
    game = Game("classic", roll_after_sets=True, triple_1=300).roll("111346")
    game.refuses(Bank(faces("111")), "roll_first")
    assert game.bank("11").state.scores == (200, 0)


def test_sets_alone_can_never_be_banked():
    rules = replace(PRESETS["classic"], single_1=0, single_5=0, roll_after_sets=True)
    assert list(map(str, rules.validate().errors)) == [
        "Nobody could ever bank: every keep forces another roll."
    ]


# The number of dice


@pytest.mark.parametrize(
    ("dice", "kept", "points"),
    [
        (5, "12345", 1500),
        (5, "23456", 1500),
        (6, "12345", 0),
        (7, "123456", 1500),
        (8, "22334466", 0),  # three pairs leave two dice that do not score
        (8, "22334455", 1100),  # three pairs with the two 5s beside
        (7, "3333333", 4800),
        (8, "33333333", 9600),
        (8, "222333", 500),
    ],
)
def test_combinations_of_other_numbers_of_dice(dice, kept, points):
    rules = replace(PRESETS["standard"], dice=dice)
    assert score(rules, faces(kept)) == points


@pytest.mark.parametrize(("n_kind", "points"), [("fixed", 3000), ("times", 4000)])
def test_seven_and_eight_alike_count_as_six_where_amounts_are_listed(n_kind, points):
    rules = replace(RuleSet(), dice=8, n_kind=n_kind)
    assert [score(rules, (4,) * count) for count in (6, 7, 8)] == [points] * 3


@pytest.mark.parametrize("dice", [5, 7, 8])
def test_hot_dice_come_when_all_dice_have_scored(dice):
    game = Game("standard", dice=dice).roll("1" * (dice - 1) + "2").roll("5", "1" * (dice - 1))
    assert game.state.legal.choices[0].dice == dice
    game.roll("1" * dice, "5")
    assert (len(game.state.throw), game.state.hot) == (dice, 1)


def test_six_dice_are_the_default_and_change_no_digest():
    assert replace(RuleSet(), dice=6).digest == RuleSet().digest
    assert replace(RuleSet(), dice=5).digest != RuleSet().digest


@pytest.mark.parametrize("dice", [4, 9])
def test_other_numbers_of_dice_are_refused(dice):
    with pytest.raises(RulesError):
        RuleSet.from_dict({"version": 1, "dice": dice}).require_playable()


def test_patterns_of_six_dice_are_not_named_with_five():
    words = "\n".join(map(str, sections(replace(PRESETS["patch"], dice=5))))
    assert "A turn starts with 5 dice." in words
    assert "pairs" not in words
    assert "Two triplets" not in words
