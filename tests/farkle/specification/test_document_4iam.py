"""The card of 4iam, and its Commercial Patch: line by line."""

from dataclasses import replace

import pytest

from farkle import ALTERNATIVES, PRESETS, GameState, score
from farkle.rules.odds import farkle_chance
from tests.support.engine.scripted_game import Bank, Build, Game, Roll, Script, faces

RULES = PRESETS["4iam"]
PATCH = PRESETS["patch"]


def worth(dice, rules=RULES):
    return score(rules, faces(dice))


def test_the_highest_die_goes_first():
    """Played with 6 dice, with highest single die roll going first."""
    assert GameState.start(RULES, 3, Script("254"))[0].current == 1
    assert len(Game(RULES).roll("123446").state.throw) == 6


def test_rolls_accumulate():
    """Scores of each roll accumulate on each turn"""
    game = Game(RULES).roll("111234").roll("523", "111").roll("13", "5").bank("1")
    assert game.state.scores == (1150, 0)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("1", 100),
        ("5", 50),
        ("111", 1000),
        ("222", 200),
        ("333", 300),
        ("444", 400),
        ("555", 500),
        ("666", 600),
    ],
)
def test_ones_fives_and_triplets(dice, points):
    """1 (100 pts), 5 (50 pts), triplet (100 X spots, except 3 1's = 1000)"""
    assert worth(dice) == points


def test_five_4s_and_six_5s():
    """each matching die more than 3 (on same roll) doubles pts (e.g. - 5 4's = 400 X 2 X 2 = 1600
    pts, 6 5's = 4000 pts)"""
    assert worth("44444") == 400 * 2 * 2 == 1600
    assert worth("555555") == 4000


@pytest.mark.parametrize("face", "123456")
def test_each_matching_die_doubles(face):
    """each matching die more than 3 (on same roll) doubles pts"""
    assert [worth(face * count) // worth(face * 3) for count in (4, 5, 6)] == [2, 4, 8]


def test_on_the_same_roll():
    """each matching die more than 3 (on same roll) doubles pts"""
    game = Game(RULES).roll("555234").roll("523", "555").bank("5")
    assert game.state.scores == (550, 0)


def test_run_and_three_pair():
    """Special 6-dice combinations: run, 123456 (1000 pts) & 3 pair (300 pts)"""
    assert worth("123456") == 1000
    assert worth("223344") == 300


@pytest.mark.parametrize("face", "123456")
def test_the_patch_fixes_four_five_and_six(face):
    """Commercial Patch game rules modifications: 4 (1000), 5(2000), or 6 (3000) of any number"""
    assert [worth(face * count, PATCH) for count in (4, 5, 6)] == [1000, 2000, 3000]


def test_the_patch_has_six_dice_combinations():
    """run/3 pair/4&2 (1500), 2 triplets (2500), 3 1's = 300"""
    assert worth("123456", PATCH) == 1500
    assert worth("223344", PATCH) == 1500
    assert worth("222233", PATCH) == 1500
    assert worth("222333", PATCH) == 2500
    assert worth("111", PATCH) == 300


def test_scoring_dice_must_be_removed():
    """Scoring di(c)e must be removed on each roll or Farkle results (0 pts)."""
    game = Game(RULES).roll("111234")
    game.refuses(Roll(), "nothing_kept")
    game.roll("234", "111")
    assert game.event("farkled").lost == 1000
    assert game.state.scores == (0, 0)


@pytest.mark.parametrize(("dice", "percent"), [(6, 2), (5, 8), (4, 16), (3, 28), (1, 67)])
def test_farkle_chances(dice, percent):
    """Rolling 6-2% Farkle chance, 5-8%, 4-16%, 3-28%, [...] 1-67%"""
    assert round(100 * farkle_chance(RULES, dice)) == percent


def test_the_chance_of_two_dice_is_misprinted():
    """2-37%: wrong for every rule set; it is 16 of 36."""
    assert round(100 * farkle_chance(RULES, 2)) == 44


def test_all_six_score():
    """If all 6 dice score, points accumulate on another roll of 6 dice, etc."""
    game = Game(RULES).roll("111555").roll("223344", "111555").roll("123446", "223344")
    assert game.state.turn_points == 1500 + 300
    assert game.bank("1").state.scores == (1900, 0)


def test_the_first_score_is_at_least_500():
    """First score must be at least 500 pts"""
    game = Game(RULES).roll("444523")
    assert game.refuses(Bank(faces("4445")), "entry_missing").params["missing"] == 50
    assert Game(RULES).roll("555234").bank("555").state.scores == (500, 0)


def test_within_three_rolls_is_optional():
    """OPTIONAL - decide before: within 3 rolls"""
    assert ALTERNATIVES["4iam"]["entry_rolls"] == (0, 3)
    assert ALTERNATIVES["patch"]["entry_rolls"] == (0, 3)
    slow = Game(RULES).roll("123446").roll("12346", "1").roll("1346", "1").roll("134", "1")
    assert slow.state.turn_points == 300


def test_within_three_rolls():
    """First score must be at least 500 pts within 3 rolls"""
    game = Game(RULES, entry_rolls=3).roll("123446").roll("12346", "1").roll("1346", "1")
    game.roll(keep="1")
    assert game.names == ["kept", "ran_out", "turn"]
    assert game.state.scores == (0, 0)
    game = Game(RULES, entry_rolls=3).roll("123446").roll("33346", "1").roll("15", "333")
    assert game.bank("15").state.scores == (550, 0)


def test_no_limits_after_the_first():
    """(no limits after first)"""
    game = Game(RULES, entry_rolls=3).banks(500).farkles()
    game.roll("123446").roll("12346", "1").roll("1346", "1").roll("134", "1").roll("13", "1")
    assert game.state.turn_points == 400
    assert game.bank("1").state.scores == (1000, 0)


def test_the_end_of_a_turn():
    """When a turn ends, accumulated points add to score (Farkle adds 0)."""
    game = Game(RULES).banks(600).farkles().banks(150).farkles().farkles()
    assert game.state.scores == (750, 0)


def test_each_other_player_gets_one_turn():
    """Each other player gets one turn after a player accumulates 10000 pts."""
    game = Game(RULES, 3).farkles().banks(10000)
    assert game.state.phase == "final"
    assert game.state.current == 2
    game.farkles()
    assert game.state.current == 0
    assert game.farkles().state.winners == (1,)


def test_the_play_off_starts_with_the_first_to_10000():
    """Tying high scores have play-off turn, with first player to 10000 starting."""
    game = Game(RULES, 3).farkles().banks(10000).farkles().banks(10000)
    assert game.event("playoff").seats == (1, 0)
    assert game.state.current == 1
    assert game.banks(100).banks(50).state.winners == (1,)


def test_building_is_optional():
    """OPTIONAL - decide before: "Building" (best for 2 players)"""
    assert not RULES.building
    assert ALTERNATIVES["4iam"]["building"] == (False, True)
    assert ALTERNATIVES["patch"]["building"] == (False, True)


def test_building_on_111145():
    """after all players are scoring, a player may choose to start where the previous player
    ended, attempting to build on previous turn (e.g. - player rolls 111145, stopping with 2050
    pts; successor could roll only the 4, trying to build on 2050, with 1 or 5 avoiding Farkle)"""
    for die in "123456":
        game = Game(replace(RULES, building=True)).banks(500).banks(500)
        game.roll("111145").bank("11115")
        assert game.state.scores == (2550, 500)
        assert Build() in game.state.legal.actions
        game.build(die)
        assert (game.state.current == 1) == (die in "15")
        assert game.state.turn_points == (2050 if die in "15" else 0)
        if die in "15":
            game.bank(die)
            gained = 2050 + (100 if die == "1" else 50)
            assert game.state.scores == (2550, 500 + gained)


def test_building_once_all_are_scoring():
    """after all players are scoring"""
    game = Game(replace(RULES, building=True)).banks(500)
    assert Build() not in game.state.legal.actions
    assert Build() in game.banks(500).state.legal.actions
