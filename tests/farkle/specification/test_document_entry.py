"""How to Play Farkle (entry): sentence by sentence."""

import pytest

from farkle import PRESETS, GameState, keeps, score
from tests.support.engine.scripted_game import Bank, Game, Roll, Script, faces

RULES = PRESETS["entry"]


def worth(dice):
    return score(RULES, faces(dice))


def entered(players=2):
    """A table at which everybody is in with 1000 points, seat 0 to act."""
    game = Game(RULES, players)
    for _ in range(players):
        game.roll("111234").roll(keep="111")
    return game


def at(*scores):
    """A table at which everybody is in and stands at `scores`, seat 0 to act."""
    game = entered(len(scores))
    data = game.state.to_dict() | {"scores": list(scores)}
    game.state = GameState.from_dict(RULES, data)
    return game


def test_at_least_two_players():
    """There must be at least two players to start the game."""
    for players in (1, 0, -1):
        with pytest.raises(ValueError, match=r"^A game needs at least two players\.$"):
            GameState.start(RULES, players, Script())
    assert len(Game(RULES, 2).state.scores) == 2


def test_six_dice():
    """Players will have six dice. For each player turn, all six dice will be rolled"""
    assert len(Game(RULES).roll("123446").state.throw) == 6


def test_at_least_one_die_must_be_set_aside():
    """at least one point dice must be set aside (1's, 5's, three of a kind)"""
    game = entered().roll("122255")
    game.refuses(Roll(), "nothing_kept")
    game.refuses(Bank(), "nothing_kept")
    assert keeps(RULES, faces("122246")) == {(1,): 100, (2, 2, 2): 200, (1, 2, 2, 2): 300}


def test_continue_or_stop():
    """The player then decides whether they want to continue to roll the dice not set aside to
    earn more points, or to stop their turn and collect points."""
    assert entered().roll("123446").bank("1").state.scores == (1100, 1000)
    assert len(entered().roll("123446").roll("15346", "1").state.throw) == 5


def test_a_farkle():
    """When rolling the dice, if no point dice are shown, a Farkle occurs, the player losses any
    points they saved up and they end their turn."""
    game = entered().roll("123446").roll("22346", "1")
    assert game.event("farkled").lost == 100
    assert game.state.scores == (1000, 1000)
    assert game.state.current == 1


def test_stopping_records_the_points():
    """If the player decides to stop, any point dice set aside is used as points recorded for the
    player, then the next player goes."""
    game = entered().roll("155346").roll("555", "155").roll("123446", "555").bank("1")
    assert game.state.scores == (1000 + 200 + 500 + 100, 1000)
    assert game.state.current == 1


def test_six_point_dice_must_be_rolled_again():
    """If a player rolls all six dice in one turn that are point dice and sets them aside, they
    must roll all six dice again at least one more to collect points."""
    game = entered().roll("111555")
    game.refuses(Bank(faces("111555")), "hot_dice_first")
    game.roll("123446", "111555").bank("1")
    assert game.state.scores == (1000 + 1600, 1000)
    lost = entered().roll("111555").roll("223346", "111555")
    assert lost.state.scores == (1000, 1000)


def test_not_allowed_to_collect_before_1000():
    """When starting, players are not allowed to collect points until they roll at least 1,000
    points within one turn."""
    game = Game(RULES).roll("666123")
    error = game.refuses(Bank(faces("1666")), "entry_missing")
    assert error.params == {"entry_min": 1000, "missing": 300}


def test_without_1000_the_turn_ends_with_nothing():
    """If a player does not roll 1,000 points in one turn when starting, then their turn ends, and
    they must wait for their next turn."""
    game = Game(RULES).roll("666123").roll("22", "1666")
    assert game.names == ["kept", "rolled", "farkled", "turn"]
    assert game.state.scores == (0, 0)
    assert game.state.current == 1


def test_several_turns_to_enter():
    """It can take players multiple turns to enter the game"""
    game = Game(RULES)
    for _ in range(3):
        game.farkles().farkles()
    assert game.state.entered == (False, False)
    assert game.roll("111234").roll(keep="111").state.entered == (True, False)


def test_1000_ends_the_turn():
    """Once players do earn at least 1,000 points in a turn, their turn ends"""
    game = Game(RULES).roll("111234").roll(keep="111")  # nothing is thrown
    assert game.names == ["kept", "entered", "banked", "turn"]
    assert game.state.scores == (1000, 0)
    assert game.state.current == 1


def test_before_1000_there_is_no_stopping():
    """allowed to collect more points on their subsequent turns, unlocking the continue to roll
    option"""
    game = Game(RULES).roll("666123")
    assert game.state.legal.actions == tuple(Roll(keep) for keep in ((1,), (6, 6, 6), (1, 6, 6, 6)))


def test_after_entry_any_points_may_be_collected():
    """but they will be allowed to collect more points on their subsequent turns, unlocking the
    continue to roll option"""
    game = entered().roll("523446").bank("5")
    assert game.state.scores == (1050, 1000)
    game.roll("111234").roll("134", "111")
    assert game.state.turn_points == 1000


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
def test_three_ways_to_earn_points(dice, points):
    """Rolling a 1 results in 100 points. Rolling a 5 results in 50 points. Rolling a
    three-of-a-kind results in that value times 100, therefore rolling three 2s is 200 points and
    three 5s is 500 points and so on. An exception is rolling three 1s that results in 1,000
    points instead of 100 points."""
    assert worth(dice) == points


def test_there_are_three_ways_only():
    """There are three ways to earn points."""
    for nothing in ("2222", "22222", "123456", "223344", "22233"):
        assert worth(nothing) == 0


def test_exactly_10000_wins():
    """To win a game of Farkle, a player must record exactly 10,000 points."""
    game = at(9900, 5000).roll("123446").bank("1")
    assert game.state.winners == (0,)
    assert game.state.scores == (10000, 5000)


def test_above_10000_all_others_get_one_turn():
    """If a player goes above the 10,000 points, all other players are given one turn to try and
    beat that player's score."""
    game = at(9950, 5000, 6000).roll("123446").bank("1")
    assert game.event("final_round").total == 10050
    assert game.state.winners == ()
    game.farkles()
    assert game.state.winners == ()
    assert game.farkles().state.winners == (0,)


def test_beaten_until_beaten_again():
    """If another player is able to beat the player's score, then they are declared the winner
    until another player beats their score."""
    game = at(9950, 9900, 9900).roll("123446").bank("1")  # 10050
    game.roll("115346").bank("11")  # 10100
    game.roll("115346").bank("115")  # 10150
    assert game.state.winners == (2,)
    game = at(9950, 9900, 9900).roll("123446").bank("1")
    game.roll("115346").bank("115")  # 10150
    game.roll("115346").bank("11")  # 10100 beats the first, not the second
    assert game.state.winners == (1,)


def test_nobody_beats_the_leader():
    """If no players beat the leading player's score, then the leading player is declared the
    winner."""
    game = at(9950, 9900).roll("123446").bank("1")
    assert game.roll("155346").bank("15").state.winners == (0,)  # 10050 too: not beaten
    assert game.state.scores == (10050, 10050)
