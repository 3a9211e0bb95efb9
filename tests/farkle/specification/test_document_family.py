"""Farkle: Perfect Family Game: sentence by sentence."""

import pytest

from farkle import PRESETS, GameState, keeps, score
from farkle.rules.odds import farkle_chance
from tests.support.engine.scripted_game import Bank, Game, Roll, Script, faces

RULES = PRESETS["family"]


def worth(dice):
    return score(RULES, faces(dice))


def test_two_players_or_as_many_as_wished():
    """You need at least two players, but the game can be played with as many players as you
    wish"""
    with pytest.raises(ValueError, match="at least two"):
        GameState.start(RULES, 1, Script())
    for players in (2, 3, 12, 500):
        assert len(Game(RULES, players).state.scores) == players


def test_the_highest_die_goes_first():
    """Each player rolls one die to determine who goes first. The player that rolls the highest
    die goes first. In case of a tie, roll again until a winner is determined."""
    assert GameState.start(RULES, 3, Script("264"))[0].current == 1
    assert GameState.start(RULES, 3, Script("662", "13"))[0].current == 1
    assert GameState.start(RULES, 3, Script("666", "515", "44", "21"))[0].current == 0


def test_rounds():
    """Farkle is played in rounds. Each player takes turns rolling the dice."""
    game = Game(RULES, 3)
    assert game.state.round == 1
    game.farkles().farkles()
    assert game.state.round == 1
    assert game.farkles().state.round == 2


def test_1000_to_start():
    """In the beginning rounds, each player must score at least 1,000 points in a round before
    they can start accumulating points."""
    game = Game(RULES).roll("666115")
    assert game.refuses(Bank(faces("11666")), "entry_missing").params["missing"] == 200
    assert Game(RULES).banks(1000).state.scores == (1000, 0)


def test_farkled():
    """If no dice can score, the round is over and the player has "farkled.\""""
    game = Game(RULES).roll("223346")
    assert game.names == ["rolled", "farkled", "turn"]
    assert game.state.current == 1


def test_after_1000_any_points_count():
    """After accumulating 1,000 points in a single round, points are scored by "setting aside"
    selected dice and then rolling the remaining dice for additional points."""
    game = Game(RULES).banks(1000).farkles().roll("523446").roll("12346", "5").bank("1")
    assert game.state.scores == (1150, 0)


def test_something_must_be_selected_but_not_all():
    """The player does not have to select all of the dice that are worth points. But he must
    select something that is worth points before he can roll again."""
    game = Game(RULES).roll("115234")
    game.refuses(Roll(), "nothing_kept")
    game.refuses(Roll((3,)), "does_not_score")
    assert len(game.roll("12346", "1").state.throw) == 5


def test_until_a_farkle_or_a_voluntary_end():
    """Play continues until the player either gets no points on a roll (farkles), or the player
    ends his turn voluntarily and takes the accumulated points for the round."""
    game = Game(RULES).roll("111234").roll("123", "111").roll("15", "1").bank("15")
    assert game.state.scores == (1250, 0)
    assert Game(RULES).roll("111234").roll("123", "111").roll("23", "1").state.scores == (
        0,
        0,
    )


def test_all_dice_scored():
    """If all of the dice are scored, the player can pick them all up and roll all six dice again
    or end his turn."""
    game = Game(RULES).roll("111155")
    assert {Roll(faces("111155")), Bank(faces("111155"))} <= set(game.state.legal.actions)
    game.roll("223344", "111155")
    assert game.state.turn_points == 2100
    assert game.state.to_roll == 6


def test_three_farkles_cost_1000():
    """If a player farkles on 3 consecutive turns, the player is penalized 1000 points."""
    game = Game(RULES).banks(1500).farkles()
    totals = [game.farkles().state.scores[0]]
    for _ in range(2):
        game.banks(1000)
        totals.append(game.farkles().state.scores[0])
    assert totals == [1500, 1500, 500]


def test_the_end():
    """A game is finished after a player reaches (or exceeds) 10,000 points AND the other players
    have taken one more turn to see if they can score a total greater than the first player to
    reach (or exceed) 10,000. After each player takes their turn, the player with the higher score
    is the winner of the game."""
    game = Game(RULES, 3).banks(10000)
    assert game.state.winners == ()
    game.banks(10500)
    assert game.state.winners == ()
    assert game.farkles().state.winners == (1,)
    assert Game(RULES, 3).banks(10000).farkles().farkles().state.winners == (0,)


def test_a_tie():
    """In the event of a tie, the tying players will continue with full rounds until one player
    has a higher score than the other(s)."""
    game = Game(RULES, 3).banks(10000).banks(10000).banks(10000)
    assert game.event("playoff").seats == (0, 1, 2)
    game.banks(100).banks(300).banks(300)
    assert game.event("playoff").seats == (1, 2)
    game.farkles().farkles()
    assert game.event("playoff").seats == (1, 2)
    game.banks(500).banks(100)
    assert game.state.winners == (1,)
    assert game.state.scores == (10100, 10800, 10400)


def test_two_numbers_score_on_their_own():
    """There are only two numbers that can be worth points on their own: a 1 is worth 100 points,
    a 5 is worth 50 points"""
    assert [worth(str(face)) for face in (1, 2, 3, 4, 5, 6)] == [100, 0, 0, 0, 50, 0]


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("333", 300),
        ("111", 1000),
        ("3333", 600),
        ("33333", 1200),
        ("333333", 2400),
        ("123456", 1500),
        ("112244", 500),
    ],
)
def test_the_possible_combinations(dice, points):
    """Three 3's are worth 300 points. Three 1's are a special roll and are worth 1,000. Four 3's
    are worth 600 points. Five 3's are worth 1,200 points. Six 3's are worth 2400 points. One of
    each number (1-2-3-4-5-6) is worth 1500 points. Three pairs is worth 500 points - For example,
    1-1-2-2-4-4"""
    assert worth(dice) == points


@pytest.mark.parametrize("face", "23456")
def test_three_of_a_kind(face):
    """Three of a kind is worth 100 times the number."""
    assert worth(face * 3) == 100 * int(face)


@pytest.mark.parametrize("face", "123456")
def test_of_a_kind_doubles(face):
    """Four of a kind is worth twice what 3 of a kind is worth. Five of a kind is worth twice what
    4 of a kind is worth. Six of a kind is worth twice what 5 of a kind is worth."""
    for count in (4, 5, 6):
        assert worth(face * count) == 2 * worth(face * (count - 1))


def test_single_throws_only():
    """You cannot earn combined points from different rolls. For example, if the roller sets aside
    one die with a 1 and counts 100, and then on the next roll comes up with two 1's, the player
    cannot count 1000 for three of a kind (he may set aside the additional as two single 1 spots
    for 200 points)."""
    game = Game(RULES).roll("123446").roll("11346", "1")
    assert game.state.turn_points == 100
    (choice,) = (one for one in game.state.legal.choices if one.keep == (1, 1))
    assert (choice.points, choice.total) == (200, 300)


def test_only_the_single_1():
    """if you have set aside a 2 die already, and then throw two single scoring dice (say, a 1 and
    a 5), then you should only take the single 1."""
    assert keeps(RULES, faces("15246")) == {(1,): 100, (5,): 50, (1, 5): 150}


def test_six_dice_almost_always_score():
    """Throwing all six dice will almost always lead to at least one scoring die."""
    assert 1 - farkle_chance(RULES, 6) > 0.97
