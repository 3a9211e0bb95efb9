"""Decisions 19 and 20 of the rule specification: leaving, and joining late."""

import pytest

from tests.support.engine.scripted_game import Build, Game, Join, Leave


def test_19_who_left_cannot_win_while_anybody_else_is_left():
    game = Game("family", 3).banks(10000).leave(0)
    assert game.state.phase == "final"
    game.banks(1000)
    assert game.farkles().state.winners == (1,)
    assert game.state.scores == (10000, 1000, 0)


def test_19_a_turn_under_way_is_lost():
    game = Game("family", 3).roll("111234").roll("123", "111").leave(0)
    assert game.event("left").lost == 1000
    assert game.state.current == 1
    assert game.state.scores == (0, 0, 0)


def test_19_somebody_elses_turn_goes_on():
    game = Game("family", 3).roll("111234").roll("123", "111").leave(2)
    assert game.names == ["left"]
    assert game.event("left").lost == 0
    assert game.state.current == 0
    assert game.state.turn_points == 1000
    game.bank("1").farkles()
    assert game.state.current == 0


def test_19_does_not_block_building():
    game = Game("4iam", 3, building=True).banks(500).banks(500)
    game.refuses(Build(), "not_all_entered")
    game.leave(2)
    assert game.names == ["left", "round", "turn"]
    game.banks(500)
    assert game.state.legal.build is None


def test_19_is_passed_over_in_rounds():
    game = Game("family", 3).leave(1).farkles()
    assert game.state.current == 2
    game.farkles().farkles()
    assert game.state.current == 2


def test_19_is_passed_over_in_final_rounds():
    game = Game("family", 4).banks(10000).leave(2).farkles()
    assert game.state.current == 3
    assert game.farkles().state.winners == (0,)


def test_19_a_final_turn_that_is_left_ends_the_game():
    game = Game("family", 3).banks(10000).farkles().leave(2)
    assert game.names == ["left", "over"]
    assert game.state.winners == (0,)


def test_19_is_passed_over_in_play_offs():
    game = Game("family", 3).banks(10000).banks(10000).banks(10000).leave(1).farkles()
    assert game.state.current == 2
    assert game.banks(50).state.winners == (2,)


def test_19_the_last_of_a_play_off_wins_it():
    game = Game("family", 3).banks(10000).banks(10000).farkles().leave(0)
    assert game.names == ["left", "over"]
    assert game.state.winners == (1,)


def test_19_who_looks_on_at_a_play_off_may_leave():
    game = Game("family", 3).banks(10000).banks(10000).farkles().leave(2)
    assert game.names == ["left"]
    assert game.state.current == 0


@pytest.mark.parametrize("preset", ["family", "classic", "entry", "kcd"])
def test_19_the_last_one_left_wins(preset):
    game = Game(preset, 4).leave(0).leave(3).leave(1)
    assert game.names == ["left", "over"]
    assert game.state.winners == (2,)


def test_19_the_last_one_left_wins_even_below_zero():
    game = Game("family", 2).farkles().banks(5000).farkles().farkles().farkles()
    assert game.state.scores == (-1000, 5000)
    assert game.leave(1).state.winners == (0,)


def test_19_only_once_and_only_who_is_there():
    game = Game("family", 3).leave(1)
    game.refuses(Leave(1), "already_left")
    game.refuses(Leave(3), "no_such_seat")
    game.refuses(Leave(-1), "no_such_seat")


def test_20_sits_last_in_the_order_from_the_next_round_on():
    game = Game("family", 3, first=1).farkles().join()
    assert game.event("joined").seat == 3
    assert game.state.waiting == (3,)
    turns = []
    for _ in range(6):
        turns.append(game.state.current)
        game.farkles()
    assert turns == [2, 0, 1, 2, 0, 3]


def test_20_two_who_come_in_one_round():
    game = Game("family", 2).join().join().farkles().farkles()
    assert game.state.order == (0, 1, 2, 3)


def test_20_starts_with_zero():
    game = Game("family").banks(1000).banks(2000).join()
    assert game.event("joined").score == 0
    assert game.state.entered == (True, True, False)


def test_20_starts_with_the_lowest():
    game = Game("family", late_start="lowest").banks(1500).banks(2000).join()
    assert game.state.scores == (1500, 2000, 1500)
    assert game.state.entered == (True, True, True)


def test_20_the_lowest_of_those_still_there():
    game = Game("family", 3, late_start="lowest").banks(1500).farkles().banks(2000).leave(1)
    assert game.join().state.scores == (1500, 0, 2000, 1500)


def test_20_the_lowest_is_never_below_zero():
    game = Game("family", late_start="lowest", farkle_penalty=500).farkles().banks(1500)
    game = game.farkles().banks(500).farkles().banks(500)
    assert game.state.scores == (-500, 2500)
    assert game.join().state.scores == (-500, 2500, 0)
    assert game.state.entered == (False, True, False)


def test_20_a_lowest_of_zero_is_not_entered():
    game = Game("family", late_start="lowest").banks(1500).join()
    assert game.state.entered == (True, False, False)


def test_20_without_an_entry_everybody_counts_as_entered():
    assert Game("classic").join().state.entered == (True, True, True)


def test_20_blocks_building_until_entered():
    game = Game("4iam", building=True).banks(500).banks(500).banks(500).join()
    game.refuses(Build(), "not_all_entered")  # even while waiting for the next round
    game.banks(500).banks(500)
    game.refuses(Build(), "not_all_entered")
    assert game.banks(500).state.current == 2
    assert game.banks(500).state.legal.build is None


def test_20_cannot_come_once_a_final_round_has_begun():
    game = Game("family").banks(10000)
    game.refuses(Join(), "too_late_to_join")
    game.banks(10000)
    assert game.state.phase == "playoff"
    game.refuses(Join(), "too_late_to_join")


def test_20_nor_in_the_last_of_so_many_rounds():
    game = Game("family", rounds=2, target=0).join().farkles().farkles()
    assert game.state.round == 2
    game.refuses(Join(), "too_late_to_join")


def test_20_who_waits_when_the_final_round_begins_has_a_last_turn():
    game = Game("family", 2).farkles().join().banks(10000)
    assert game.state.phase == "final"
    turns = []
    while game.state.phase == "final":
        turns.append(game.state.current)
        game.farkles()
    assert turns == [2, 0]


def test_20_who_waits_may_leave_again_and_may_be_the_last():
    assert Game("family").join().leave(2).state.waiting == ()
    game = Game("family").join().leave(0).leave(1)
    assert game.state.winners == (2,)


def test_20_the_next_round_begins_when_all_who_played_have_left():
    game = Game("family").join().join().leave(0).leave(1)
    assert game.names == ["left", "round", "turn"]
    assert game.state.order == (2, 3)
    assert game.state.current == 2


def test_20_in_teams_a_late_joiner_chooses_one():
    game = Game("family", 4, teams=(0, 1, 0, 1))
    game.refuses(Join(), "team_needed")
    game.refuses(Join(2), "team_needed")
    assert game.join(1).state.teams == (0, 1, 0, 1, 1)
    Game("family").refuses(Join(0), "no_teams")
