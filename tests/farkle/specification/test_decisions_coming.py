"""Decisions 19 and 20 of the rule specification: who leaves, and who comes late."""

import pytest

from farkle.errors import (
    AlreadyLeft,
    NoSuchSeat,
    NotAllEntered,
    NoTeams,
    TeamNeeded,
    TooLateToJoin,
)
from tests.support.engine.helpers import Build, Join, Leave, Table


def test_19_who_left_cannot_win_while_anybody_else_is_left():
    table = Table("family", 3).banks(10000).leave(0)
    assert table.state.phase == "final"
    table.banks(1000)
    assert table.farkles().state.winners == (1,)
    assert table.state.scores == (10000, 1000, 0)


def test_19_a_turn_under_way_is_lost():
    table = Table("family", 3).roll("111234").roll("123", "111").leave(0)
    assert table.event("left").lost == 1000
    assert table.state.current == 1
    assert table.state.scores == (0, 0, 0)


def test_19_somebody_elses_turn_goes_on():
    table = Table("family", 3).roll("111234").roll("123", "111").leave(2)
    assert table.names == ["left"]
    assert table.event("left").lost == 0
    assert table.state.current == 0
    assert table.state.turn_points == 1000
    table.bank("1").farkles()
    assert table.state.current == 0


def test_19_does_not_block_building():
    table = Table("4iam", 3, building=True).banks(500).banks(500)
    table.refuses(Build(), NotAllEntered)
    table.leave(2)
    assert table.names == ["left", "round", "turn"]
    table.banks(500)
    assert table.state.legal.build is None


def test_19_is_passed_over_in_rounds():
    table = Table("family", 3).leave(1).farkles()
    assert table.state.current == 2
    table.farkles().farkles()
    assert table.state.current == 2


def test_19_is_passed_over_in_final_rounds():
    table = Table("family", 4).banks(10000).leave(2).farkles()
    assert table.state.current == 3
    assert table.farkles().state.winners == (0,)


def test_19_a_final_turn_that_is_left_ends_the_game():
    table = Table("family", 3).banks(10000).farkles().leave(2)
    assert table.names == ["left", "over"]
    assert table.state.winners == (0,)


def test_19_is_passed_over_in_play_offs():
    table = Table("family", 3).banks(10000).banks(10000).banks(10000).leave(1).farkles()
    assert table.state.current == 2
    assert table.banks(50).state.winners == (2,)


def test_19_the_last_of_a_play_off_wins_it():
    table = Table("family", 3).banks(10000).banks(10000).farkles().leave(0)
    assert table.names == ["left", "over"]
    assert table.state.winners == (1,)


def test_19_who_looks_on_at_a_play_off_may_leave():
    table = Table("family", 3).banks(10000).banks(10000).farkles().leave(2)
    assert table.names == ["left"]
    assert table.state.current == 0


@pytest.mark.parametrize("preset", ["family", "classic", "entry", "kcd"])
def test_19_the_last_one_left_wins(preset):
    table = Table(preset, 4).leave(0).leave(3).leave(1)
    assert table.names == ["left", "over"]
    assert table.state.winners == (2,)


def test_19_the_last_one_left_wins_even_below_zero():
    table = Table("family", 2).farkles().banks(5000).farkles().farkles().farkles()
    assert table.state.scores == (-1000, 5000)
    assert table.leave(1).state.winners == (0,)


def test_19_only_once_and_only_who_is_there():
    table = Table("family", 3).leave(1)
    table.refuses(Leave(1), AlreadyLeft)
    table.refuses(Leave(3), NoSuchSeat)
    table.refuses(Leave(-1), NoSuchSeat)


def test_20_sits_last_in_the_order_from_the_next_round_on():
    table = Table("family", 3, first=1).farkles().join()
    assert table.event("joined").seat == 3
    assert table.state.waiting == (3,)
    turns = []
    for _ in range(6):
        turns.append(table.state.current)
        table.farkles()
    assert turns == [2, 0, 1, 2, 0, 3]


def test_20_two_who_come_in_one_round():
    table = Table("family", 2).join().join().farkles().farkles()
    assert table.state.order == (0, 1, 2, 3)


def test_20_starts_with_zero():
    table = Table("family").banks(1000).banks(2000).join()
    assert table.event("joined").score == 0
    assert table.state.entered == (True, True, False)


def test_20_starts_with_the_lowest():
    table = Table("family", late_start="lowest").banks(1500).banks(2000).join()
    assert table.state.scores == (1500, 2000, 1500)
    assert table.state.entered == (True, True, True)


def test_20_the_lowest_of_those_still_there():
    table = Table("family", 3, late_start="lowest").banks(1500).farkles().banks(2000).leave(1)
    assert table.join().state.scores == (1500, 0, 2000, 1500)


def test_20_a_lowest_of_zero_is_not_entered():
    table = Table("family", late_start="lowest").banks(1500).join()
    assert table.state.entered == (True, False, False)


def test_20_without_an_entry_everybody_counts_as_entered():
    assert Table("classic").join().state.entered == (True, True, True)


def test_20_blocks_building_until_entered():
    table = Table("4iam", building=True).banks(500).banks(500).banks(500).join()
    table.refuses(Build(), NotAllEntered)  # even while waiting for the next round
    table.banks(500).banks(500)
    table.refuses(Build(), NotAllEntered)
    assert table.banks(500).state.current == 2
    assert table.banks(500).state.legal.build is None


def test_20_cannot_come_once_a_final_round_has_begun():
    table = Table("family").banks(10000)
    table.refuses(Join(), TooLateToJoin)
    table.banks(10000)
    assert table.state.phase == "playoff"
    table.refuses(Join(), TooLateToJoin)


def test_20_nor_in_the_last_of_so_many_rounds():
    table = Table("family", rounds=2, target=0).join().farkles().farkles()
    assert table.state.round == 2
    table.refuses(Join(), TooLateToJoin)


def test_20_who_waits_when_the_final_round_begins_has_a_last_turn():
    table = Table("family", 2).farkles().join().banks(10000)
    assert table.state.phase == "final"
    turns = []
    while table.state.phase == "final":
        turns.append(table.state.current)
        table.farkles()
    assert turns == [2, 0]


def test_20_who_waits_may_leave_again_and_may_be_the_last():
    assert Table("family").join().leave(2).state.waiting == ()
    table = Table("family").join().leave(0).leave(1)
    assert table.state.winners == (2,)


def test_20_the_next_round_begins_when_all_who_played_have_left():
    table = Table("family").join().join().leave(0).leave(1)
    assert table.names == ["left", "round", "turn"]
    assert table.state.order == (2, 3)
    assert table.state.current == 2


def test_20_in_teams_a_late_joiner_chooses_one():
    table = Table("family", 4, teams=(0, 1, 0, 1))
    table.refuses(Join(), TeamNeeded)
    table.refuses(Join(2), TeamNeeded)
    assert table.join(1).state.teams == (0, 1, 0, 1, 1)
    Table("family").refuses(Join(0), NoTeams)
