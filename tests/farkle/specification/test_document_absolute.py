"""Absolute Farkle: what the document says, sentence by sentence."""

from dataclasses import replace

import pytest

from farkle import ALTERNATIVES, PRESETS, GameState, keeps, score
from tests.support.engine.scripted_game import Bank, Game, Roll, Script, faces

RULES = PRESETS["absolute"]


def worth(dice, rules=RULES):
    return score(rules, faces(dice))


@pytest.mark.parametrize("players", [2, 3, 7, 60])
def test_as_many_players_as_you_wish(players):
    """Farkle can be played with as many players as you wish."""
    game = Game(RULES, players)
    for seat in range(players):
        assert game.state.current == seat
        game.farkles()
    assert game.state.current == 0


def test_six_dice():
    """All that is needed is 6 dice [...] The player that wins the first turn then rolls all 6
    dice at once."""
    assert Game(RULES).roll("123446").event("rolled").dice == (1, 2, 3, 4, 4, 6)


def test_who_goes_first():
    """Each player rolls one die to determine who goes first. The player that rolled the highest
    die goes first. In case of a tie, the players that tied, roll again until a winner is
    determined."""
    state, _ = GameState.start(RULES, 4, Script("3516"))
    assert state.current == 3
    state, events = GameState.start(RULES, 4, Script("5255", "414", "22", "13"))
    assert [(event.seats, event.dice) for event in events if event.name == "rolled_off"] == [
        ((0, 1, 2, 3), (5, 2, 5, 5)),
        ((0, 2, 3), (4, 1, 4)),
        ((0, 3), (2, 2)),
        ((0, 3), (1, 3)),
    ]
    assert state.current == 3


def test_to_the_left():
    """After the first player finishes his turn, the player on the player's left takes their turn.
    This continues until the game is finished."""
    game = Game(RULES, 3, first=1)
    seats = []
    for _ in range(7):
        seats.append(game.state.current)
        game.farkles()
    assert seats == [1, 2, 0, 1, 2, 0, 1]


def test_one_more_turn_at_10000():
    """Once one person reaches (or exceeds) 10,000 points, the other players get one more turn.
    After that turn, the person with the most points wins."""
    game = Game(RULES, 3).banks(10000)
    assert game.state.phase == "final"
    game.banks(1000)
    assert game.state.phase == "final"
    game.banks(10050)
    assert game.state.winners == (2,)
    assert game.state.scores == (10000, 1000, 10050)


def test_9950_does_not_reach_it():
    """Once one person reaches (or exceeds) 10,000 points [...]"""
    assert Game(RULES).banks(9950).state.phase == "turns"
    assert Game(RULES).banks(10050).state.phase == "final"


def test_a_tie_plays_on():
    """If there is a tie, each player that tied gets one more turn."""
    game = Game(RULES, 3).banks(10000).banks(10000).farkles()
    assert game.state.phase == "playoff"
    assert game.event("playoff").seats == (0, 1)
    assert game.banks(350).banks(400).state.winners == (1,)


@pytest.mark.parametrize("target", [10000, 7500, 5000])
def test_three_targets(target):
    """In Preferences..., you can select either 10,000 (default), 7,500, or 5,000 points to end
    the game."""
    assert target in ALTERNATIVES["absolute"]["target"]
    game = Game(RULES, target=target).banks(target - 50)
    assert game.state.phase == "turns"
    assert Game(RULES, target=target).banks(target).state.phase == "final"


def test_a_roll_without_points_ends_the_turn():
    """Each roll of the dice the player must score points or their turn ends with no points added
    to their score."""
    game = Game(RULES).roll("111234").roll("234", "111")
    assert game.event("farkled").lost == 1000
    assert game.state.scores == (0, 0)
    assert game.state.current == 1


def test_the_first_minimum_is_1000():
    """At the start of the game, the minimum is 1,000 points in one turn."""
    game = Game(RULES).roll("666515")
    assert game.refuses(Bank((1, 5, 5, 6, 6, 6)), "entry_missing").params["missing"] == 200
    assert Game(RULES).roll("111234").bank("111").state.scores == (1000, 0)


def test_after_that_350():
    """After the player has a turn that scores 1,000 points or more, all subsequent turns require
    only 350 points minimum to score."""
    game = Game(RULES).banks(1000).farkles().roll("333122")
    game.refuses(Bank((3, 3, 3)), "bank_too_low")
    assert game.bank("1333").state.scores == (1400, 0)
    game = Game(RULES).banks(1000).farkles().roll("333522").bank("3335")
    assert game.state.scores == (1350, 0)


@pytest.mark.parametrize(("minimum", "below"), [(350, "333"), (500, "4445"), (1000, "333666")])
def test_minimums_can_be_changed(minimum, below):
    """This is fairly standard, but you can change this in Preferences..."""
    assert minimum in ALTERNATIVES["absolute"]["entry_min"]
    assert minimum in ALTERNATIVES["absolute"]["bank_min"]
    for refusal in ("entry_missing", "bank_too_low"):
        game = Game(RULES, entry_min=minimum, bank_min=minimum)
        if refusal == "bank_too_low":
            game.banks(minimum).farkles()
        game.roll((below + "224")[:6]).refuses(Bank(faces(below)), refusal)


def test_minimums_can_be_nothing():
    """This is fairly standard, but you can change this in Preferences..."""
    assert 0 in ALTERNATIVES["absolute"]["entry_min"]
    assert 0 in ALTERNATIVES["absolute"]["bank_min"]
    game = Game(RULES, entry_min=0, bank_min=0).banks(50).farkles().banks(50)
    assert game.state.scores == (100, 0)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("1", 100),
        ("5", 50),
        ("333", 300),
        ("111", 1000),
        ("3333", 600),
        ("33333", 1200),
        ("333333", 2400),
        ("123456", 1500),
        ("112244", 500),
    ],
)
def test_the_points_of_a_roll(dice, points):
    """a 1 is worth 100 points; a 5 is worth 50 points; 3 of a kind is worth 100 times the number,
    e.g. 3 threes is worth 300 points. 3 1s is 1000; 4 threes is worth 600 points; 5 threes is
    worth 1200 points; 6 threes is worth 2400 points; one of each number (1-2-3-4-5-6) is worth
    1500 points; 3 pairs is worth 500 points - e.g. 1-1-2-2-4-4"""
    assert worth(dice) == points


@pytest.mark.parametrize("face", "23456")
def test_three_of_a_kind_is_100_times_the_number(face):
    """3 of a kind is worth 100 times the number"""
    assert worth(face * 3) == 100 * int(face)


@pytest.mark.parametrize("face", "123456")
def test_each_further_die_of_a_kind_doubles(face):
    """4 of a kind is worth twice what 3 of a kind is worth; 5 of a kind is worth twice what 4 of
    a kind is worth; 6 of a kind is worth twice what 5 of a kind is worth"""
    for count in (4, 5, 6):
        assert worth(face * count) == 2 * worth(face * (count - 1))


def test_think_of_a_1_as_a_10():
    """3 1s is 1000. Think of a 1 as a 10."""
    assert worth("111") == 100 * 10
    assert worth("1111") == 2000


def test_three_pairs_can_be_750():
    """you can change this to 750 in Preferences..."""
    assert ALTERNATIVES["absolute"]["three_pairs"] == (500, 750)
    assert worth("112244", replace(RULES, three_pairs=750)) == 750


def test_three_farkles_cost_1000():
    """with 3 consecutive farkles a player is penalized 1000 points"""
    game = Game(RULES).banks(2000).farkles()
    for expected in (2000, 2000, 1000):
        assert game.farkles().state.scores[0] == expected
        game.banks(1000)


def test_the_penalty_can_be_turned_off():
    """If a player farkles on 3 consecutive turns, the player is penalized 1000 points. This can
    be turned off in Preferences..."""
    assert ALTERNATIVES["absolute"]["farkle_penalty"] == (1000, 0)
    game = Game(RULES, farkle_penalty=0).banks(2000).farkles()
    for _ in range(6):
        game.farkles()
    assert game.state.scores == (2000, 0)


def test_not_all_dice_must_be_selected_but_something_must():
    """The player does not have to select all of the dice that are worth points. But he must
    select something that is worth points before he can roll again."""
    assert keeps(RULES, faces("115234")) == {
        (1,): 100,
        (5,): 50,
        (1, 1): 200,
        (1, 5): 150,
        (1, 1, 5): 250,
    }
    game = Game(RULES).roll("115234")
    game.refuses(Roll(), "nothing_kept")
    game.refuses(Roll((2,)), "does_not_score")
    assert game.roll("11223", "5").state.turn_points == 50


def test_all_dice_scored_roll_again_or_end():
    """If all of the dice are scored, the player can roll all six dice again or end his turn"""
    game = Game(RULES).roll("123456")
    assert game.roll("123344", "123456").state.turn_points == 1500
    assert Game(RULES).roll("123456").bank("123456").state.scores == (1500, 0)
