"""What a position answers without the rules of play."""

from tests.support.engine.scripted_game import Game


def test_totals_and_sides_are_those_of_teams_where_there_are_teams():
    game = Game("family", 4, teams=(0, 1, 0, 1)).banks(1000).banks(2000).banks(1500)
    assert [game.state.total(seat) for seat in range(4)] == [2500, 2000, 2500, 2000]
    assert [game.state.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    alone = Game("family", 3).banks(1000)
    assert [alone.state.total(seat) for seat in range(3)] == [1000, 0, 0]
    assert [alone.state.side(seat) for seat in range(3)] == [0, 1, 2]


def test_the_next_throw_has_the_dice_that_are_not_aside():
    game = Game("family").roll("123446")
    assert game.state.to_roll == 6
    assert game.roll("12346", "1").state.to_roll == 5
    assert Game("family").roll("111555").roll("123446", "111555").state.to_roll == 6
