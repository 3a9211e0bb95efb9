"""How to Play Farkle (classic, and its special scoring): sentence by sentence."""

import pytest

from farkle import ALTERNATIVES, PRESETS, breakdown, keeps, score
from tests.support.engine.scripted_game import Bank, Game, Roll, faces

RULES = PRESETS["classic"]


def worth(dice, rules=RULES):
    return score(rules, faces(dice))


def test_the_first_to_10000_wins():
    """The first player to accumulate 10,000 points wins."""
    assert Game(RULES).banks(9950).state.winners == ()
    game = Game(RULES).banks(9950).farkles().banks(100)
    assert game.state.phase == "over"
    assert game.state.winners == (0,)
    assert game.state.scores == (10050, 0)


def test_a_turn_begins_with_all_six_dice():
    """A player begins her turn by rolling all six dice."""
    game = Game(RULES).roll("123446")
    assert len(game.state.throw) == 6


def test_what_scores():
    """Scores are available for 1s, 5s, and 3-of-a-kind, 4-of-a-kind-, 5-of-a-kind, and
    6-of-a-kind."""
    kinds = {
        one.kind
        for dice in ("1", "5", "222", "2222", "22222", "222222")
        for one in breakdown(RULES, faces(dice))
    }
    assert kinds == {"single", "triple", "n_kind"}
    for nothing in ("2", "3", "4", "6", "22", "33", "44", "66", "223344", "2346"):
        assert worth(nothing) == 0


def test_bank_or_roll_the_rest():
    """Scoring dice are set aside, and the player may elect to either bank her score and end her
    turn, or roll the remaining dice in an attempt to increase her score."""
    banked = Game(RULES).roll("123446").bank("1")
    assert banked.state.scores == (100, 0)
    assert banked.state.current == 1
    rolled = Game(RULES).roll("123446").roll("15346", "1")
    assert rolled.state.turn_points == 100
    assert rolled.state.current == 0


def test_the_example_of_122466():
    """For example, if a player rolled 1-2-2-4-6-6, the only scoring die would be the 1. The
    player could either take the score for the 1, or set aside the one and roll the remaining five
    dice hoping to roll additional scoring combinations."""
    assert keeps(RULES, faces("122466")) == {(1,): 100}
    game = Game(RULES).roll("122466")
    assert game.state.legal.actions == (Roll((1,)), Bank((1,)))


def test_the_example_of_11446():
    """If the player's second roll resulted in 1-1-4-4-6, the player would set aside the two
    scoring 1s, and could choose to bank their score, or to roll the three remaining dice. Note
    that the three 1s that have been set aside do not score as 3-of-a-kind because they were not
    rolled simultaneously. Instead, they score as three separate 1s."""
    game = Game(RULES).roll("122466").roll("11446", "1")
    assert {Roll((1, 1)), Bank((1, 1))} <= set(game.state.legal.actions)
    assert Game(RULES).roll("122466").roll("11446", "1").bank("11").state.scores == (300, 0)
    assert game.roll("256", "11").state.turn_points == 300
    assert len(game.state.throw) == 3


def test_a_farkle():
    """A roll that scores zero is called a Farkle. When a player rolls a Farkle, not only does
    their turn end, but the player also loses all points that have accumulated during that turn."""
    game = Game(RULES).banks(500).farkles().roll("111234").roll("234", "111")
    assert game.event("farkled").lost == 1000
    assert game.state.scores == (500, 0)
    assert game.state.current == 1


def test_hot_dice():
    """If a player manages to score with all six dice, it is called "hot dice," and the player has
    the option to roll all six dice again or to end her turn."""
    game = Game(RULES).roll("111234").roll("515", "111")
    assert {Roll((1, 5, 5)), Bank((1, 5, 5))} <= set(game.state.legal.actions)
    assert Game(RULES).roll("111555").bank("111555").state.scores == (1500, 0)
    game.roll("123446", "155")
    assert game.names == ["kept", "hot_dice", "rolled"]
    assert game.state.turn_points == 1200


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
        ("3333", 600),
        ("33333", 1200),
        ("333333", 2400),
    ],
)
def test_the_table_of_scores(dice, points):
    """Each 1: 100 points. Each 5: 50 points. Three 1s: 1,000 points. Three 2s: 200 [...] Three
    6s: 600 points. four 3s = 600 instead of 300; five 3s = 1,200 instead of 600; six 3s - 2,400
    instead of 1,200"""
    assert worth(dice) == points


@pytest.mark.parametrize("face", "123456")
def test_of_a_kind_doubles(face):
    """Four-of-a-Kind scores double what 3-of-a-kind would have scored. Five-of-a-Kind scores
    double what 4-of-a-kind would have scored. Six of a Kind scores double what 5-of-a-kind would
    have scored."""
    for count in (4, 5, 6):
        assert worth(face * count) == 2 * worth(face * (count - 1))


def test_special_scores_are_optional():
    """Special Scoring: Some players optionally award special scores for some combinations"""
    assert ALTERNATIVES["classic"] == {
        "straight": (0, 2500),
        "full_house_bonus": (0, 250),
        "blank_first_roll": (0, 500),
    }
    assert worth("123456") == 0
    assert worth("22233") == 0
    assert Game(RULES).farkles().names == ["rolled", "farkled", "turn"]


def test_no_scoring_dice_on_the_first_roll():
    """No scoring dice on the first roll: 500 points"""
    game = Game("specials").roll("223346")
    assert game.names == ["rolled", "blank", "hot_dice"]
    assert game.bank().state.scores == (500, 0)


def test_only_on_the_first_roll():
    """No scoring dice on the first roll: 500 points"""
    game = Game("specials").roll("111555").roll("223346", "111555")
    assert game.event("farkled").lost == 1500


def test_straight():
    """Straight (1-2-3-4-5-6): 2,500 points"""
    assert worth("123456", PRESETS["specials"]) == 2500


@pytest.mark.parametrize(
    ("dice", "points"), [("11122", 1250), ("22233", 450), ("33322", 550), ("66655", 850)]
)
def test_full_house(dice, points):
    """Full House (three of a kind and a pair): 3-of-a-kind value plus 250"""
    assert worth(dice, PRESETS["specials"]) == points


def test_set_aside_must_score():
    """Scoring dice are set aside"""
    Game(RULES).roll("122466").refuses(Roll((1, 2)), "does_not_score")
