"""The decisions of the rule specification about beginning and end, 13 to 18, each by its number."""

import pytest

from farkle import GameState
from farkle.errors import EntryMissing, GameIsOver, HotDiceFirst
from tests.support.engine.helpers import Bank, Build, Join, Leave, Roll, Script, Skip, Table, faces


def test_13_at_or_above_the_target():
    assert Table("family").banks(9950).state.phase == "turns"
    for points in (10000, 10050, 12000):
        table = Table("family").banks(points)
        assert table.state.phase == "final"
        assert table.event("final_round").total == points
        assert table.state.leader == 0


@pytest.mark.parametrize("leader", range(4))
def test_13_one_last_turn_for_every_other_player_in_order(leader):
    table = Table("family", 4, first=1)  # the order of turns is 1, 2, 3, 0
    for _ in range((leader - 1) % 4):
        table.banks(1000)
    table.banks(10000)
    last = []
    while table.state.phase == "final":
        last.append(table.state.current)
        table.farkles()
    assert last == [seat % 4 for seat in range(leader + 1, leader + 4)]
    assert table.state.winners == (leader,)


def test_13_whoever_played_already_in_that_round():
    table = Table("family", 3).farkles().banks(10000)
    assert table.state.round == 1
    table.farkles()
    assert table.state.current == 0  # has had the turn of this round and gets a last one
    assert table.farkles().state.winners == (1,)


def test_13_a_new_leader_restarts_nothing():
    table = Table("family", 3).banks(10000).banks(11000)
    assert table.names == ["kept", "entered", "banked", "turn"]
    assert table.banks(12000).state.winners == (2,)
    assert table.state.leader == 0


def test_13_the_highest_total_wins():
    table = Table("family", 3).banks(10000).banks(10500).banks(10400)
    assert table.state.winners == (1,)


def test_13_the_first_leader_has_no_further_turn():
    table = Table("family").banks(10000).banks(11000)
    assert table.state.winners == (1,)
    table.refuses(Roll(), GameIsOver)


def test_14_the_bank_that_reaches_the_target_wins_at_once():
    table = Table("classic", 3).banks(10000)
    assert table.names == ["kept", "hot_dice", "banked", "over"]
    assert table.state.winners == (0,)
    assert Table("classic", 3).banks(10050).state.winners == (0,)
    assert Table("kcd").banks(3950).state.winners == ()
    assert Table("kcd").banks(4000).state.winners == (0,)


def entry(*scores, **changes):
    """The rules of `entry`, everybody in and at `scores`, seat 0 to act."""
    table = Table("entry", len(scores), **changes)
    for _ in scores:
        table.roll("111234").roll(keep="111")
    data = table.state.to_dict() | {"scores": list(scores)}
    table.state = GameState.from_dict(table.rules, data)
    return table


def test_15_exactly_the_target_wins_at_once_for_anyone():
    table = entry(5000, 9900, 1000).farkles().roll("123446").bank("1")
    assert table.names == ["kept", "banked", "over"]
    assert table.state.winners == (1,)


def test_15_above_it_sets_off_the_final_round():
    table = entry(9950, 9000).roll("123446").bank("1")
    assert table.names == ["kept", "banked", "final_round", "turn"]


def test_15_in_the_final_round_exactly_the_target_wins_nothing():
    table = entry(9950, 9900, 9000).roll("123446").bank("1").roll("123446").bank("1")
    assert table.state.scores == (10050, 10000, 9000)
    assert table.state.phase == "final"
    assert table.farkles().state.winners == (0,)


def test_15_only_beating_the_leader_counts():
    table = entry(9950, 9900).roll("123446").bank("1").roll("115346").bank("115")
    assert table.state.scores == (10050, 10150)
    assert table.state.winners == (1,)


@pytest.mark.parametrize("tie_break", ["leader", "playoff"])
def test_15_a_tie_leaves_the_leader_the_winner(tie_break):
    table = entry(9950, 9900, 9950, tie_break=tie_break).roll("123446").bank("1")
    table.roll("123546").bank("15").roll("123446").bank("1")
    assert table.state.scores == (10050, 10050, 10050)
    assert table.state.winners == (0,)


def test_15_a_tie_above_the_leader_is_won_by_who_was_there_first():
    table = entry(9950, 9900, 9900).roll("123446").bank("1")
    table.roll("115346").bank("11").roll("115346").bank("11")
    assert table.state.scores == (10050, 10100, 10100)
    assert table.state.winners == (1,)


def test_16_the_tied_players_play_one_more_turn_each():
    table = Table("family", 4).banks(10000).farkles().banks(10000).banks(10000)
    assert table.event("playoff").seats == (0, 2, 3)
    turns = []
    for _ in range(3):
        turns.append(table.state.current)
        table.banks(100 + 50 * table.state.current)
    assert turns == [0, 2, 3]
    assert table.state.winners == (3,)
    assert table.state.scores == (10100, 0, 10200, 10250)


def test_16_repeated_while_tied():
    table = Table("family", 3).banks(10000).banks(10000).banks(10000)
    table.banks(100).banks(200).banks(200)
    assert table.event("playoff").seats == (1, 2)
    table.banks(50).banks(50)
    assert table.event("playoff").seats == (1, 2)
    assert table.farkles().banks(50).state.winners == (2,)


def test_16_in_seat_order_whoever_started_the_game():
    table = Table("family", 3, first=2).banks(10000).banks(10000).banks(10000)
    assert table.event("playoff").seats == (0, 1, 2)


def test_16_leader_first():
    table = Table("4iam", 3, first=1).farkles().banks(10000).banks(10000).banks(10000)
    # Seat 2 reached the target first; on from there in seat order.
    assert table.event("playoff").seats == (2, 0, 1)


def test_16_leader_means_who_was_there_first():
    table = Table("family", 3, tie_break="leader").farkles().banks(10000).banks(10000)
    assert table.farkles().state.winners == (1,)
    table = Table("family", 3, tie_break="leader").banks(10000).banks(11000).banks(11000)
    assert table.state.winners == (1,)


def test_16_leader_with_rounds():
    table = Table("family", 2, tie_break="leader", rounds=2, target=0)
    table.banks(1000).banks(2000).banks(1000).farkles()
    assert table.state.scores == (2000, 2000)
    assert table.state.winners == (1,)


def test_16_who_stood_there_from_the_start_was_first():
    table = Table("family", 3, first=1, tie_break="leader", rounds=1, target=0)
    table.farkles().farkles().farkles()
    assert table.state.winners == (1,)  # nobody moved: in the order of turns


def test_16_a_penalty_of_nothing_moves_nobody():
    rules = {"tie_break": "leader", "rounds": 3, "target": 0, "penalty_floor": "zero"}
    table = Table("family", 2, **rules).farkles().skip().farkles().skip().farkles()
    assert table.event("penalised").points == 0
    assert table.skip().state.winners == (0,)


def test_17_the_highest_starts_those_tied_roll_again():
    state, events = GameState.start(Table("family").rules, 3, Script("646", "34"))
    assert [event.name for event in events] == [
        "started",
        "rolled_off",
        "rolled_off",
        "round",
        "turn",
    ]
    assert state.current == 2
    # Somebody who was not tied does not roll again, and 6 among the tied is not compared with 4.
    assert events[2].seats == (0, 2)


def test_17_then_in_seat_order_from_there():
    table = Table("family", 4, first=2)
    assert table.state.order == (2, 3, 0, 1)


def test_17_seat_1_starts():
    state, events = GameState.start(Table("family", first_player="seat").rules, 3, Script())
    assert state.current == 0
    assert [event.name for event in events] == ["started", "round", "turn"]


def test_18_penalty_minimums_and_entry_hold_in_final_turns():
    table = Table("family").skip().farkles().skip().farkles().banks(10000)
    table.refuses_bank("123446", "1", EntryMissing)
    assert table.roll("22346", "1").event("penalised").total == -1000
    table = entry(9950, 9000).roll("123446").bank("1")
    table.refuses_bank("111555", "111555", HotDiceFirst)


def test_18_penalty_holds_in_play_offs():
    table = Table("family").banks(10000).banks(10000)
    for _ in range(2):
        table.farkles().farkles()
    table.farkles()
    assert table.state.scores == (9000, 10000)
    table.farkles()  # both have paid: level again
    assert table.event("playoff").seats == (0, 1)


def test_18_entry_holds_in_play_offs():
    rules = {"rounds": 1, "target": 0}
    table = Table("family", **rules).farkles().farkles()
    assert table.state.phase == "playoff"
    table.refuses_bank("123446", "1", EntryMissing)


def test_18_leader_first_means_the_first_of_the_tied():
    table = Table("4iam", 4).banks(10000).farkles().banks(11000).banks(10500)
    assert table.state.winners == (2,)
    table = Table("4iam", 4).farkles().banks(10000).farkles().banks(11000).banks(11000)
    # Seat 1 was first at the target and is not among the tied; of those seat 3 was.
    assert table.event("playoff").seats == (3, 0)


def test_18_who_reached_the_target_is_remembered_once_and_in_order():
    table = Table("4iam", 3).farkles().banks(10000).banks(10000).banks(10000)
    assert table.state.reached == (1, 2, 0)
    table.banks(500).banks(500).banks(500)
    assert table.state.reached == (1, 2, 0)


def test_18_leader_first_with_rounds_is_seat_order():
    table = Table("4iam", 3, rounds=1, target=0, first=2)
    table.banks(500).banks(500).banks(500)
    assert table.event("playoff").seats == (0, 1, 2)


def test_the_end_is_the_end():
    table = Table("classic").banks(10000)
    assert table.state.current == -1
    assert table.state.throw == ()
    assert table.state.legal.actions == ()
    for action in (Roll(), Bank(), Bank(faces("1")), Build(), Skip(), Leave(1), Join()):
        table.refuses(action, GameIsOver)
