"""Decisions 13 to 18 of the rule specification: the start and the end of a game."""

import pytest

from farkle import GameState
from tests.support.engine.scripted_game import (
    Bank,
    Build,
    Game,
    Join,
    Leave,
    Roll,
    Script,
    Skip,
    faces,
)


def test_13_at_or_above_the_target():
    assert Game("family").banks(9950).state.phase == "turns"
    for points in (10000, 10050, 12000):
        game = Game("family").banks(points)
        assert game.state.phase == "final"
        assert game.event("final_round").total == points
        assert game.state.leader == 0


@pytest.mark.parametrize("leader", range(4))
def test_13_one_last_turn_for_every_other_player_in_order(leader):
    game = Game("family", 4, first=1)  # the order of turns is 1, 2, 3, 0
    for _ in range((leader - 1) % 4):
        game.banks(1000)
    game.banks(10000)
    last = []
    while game.state.phase == "final":
        last.append(game.state.current)
        game.farkles()
    assert last == [seat % 4 for seat in range(leader + 1, leader + 4)]
    assert game.state.winners == (leader,)


def test_13_whoever_played_already_in_that_round():
    game = Game("family", 3).farkles().banks(10000)
    assert game.state.round == 1
    game.farkles()
    assert game.state.current == 0  # has had the turn of this round and gets a last one
    assert game.farkles().state.winners == (1,)


def test_13_a_new_leader_restarts_nothing():
    game = Game("family", 3).banks(10000).banks(11000)
    assert game.names == ["kept", "entered", "banked", "turn"]
    assert game.banks(12000).state.winners == (2,)
    assert game.state.leader == 0


def test_13_the_highest_total_wins():
    game = Game("family", 3).banks(10000).banks(10500).banks(10400)
    assert game.state.winners == (1,)


def test_13_the_first_leader_has_no_further_turn():
    game = Game("family").banks(10000).banks(11000)
    assert game.state.winners == (1,)
    game.refuses(Roll(), "game_over")


def test_14_the_bank_that_reaches_the_target_wins_at_once():
    game = Game("classic", 3).banks(10000)
    assert game.names == ["kept", "hot_dice", "banked", "over"]
    assert game.state.winners == (0,)
    assert Game("classic", 3).banks(10050).state.winners == (0,)
    assert Game("kcd").banks(3950).state.winners == ()
    assert Game("kcd").banks(4000).state.winners == (0,)


def entry(*scores, **changes):
    """The rules of `entry`, everybody in and at `scores`, seat 0 to act."""
    game = Game("entry", len(scores), **changes)
    for _ in scores:
        game.roll("111234").roll(keep="111")
    data = game.state.to_dict() | {"scores": list(scores)}
    game.state = GameState.from_dict(game.rules, data)
    return game


def test_15_exactly_the_target_wins_at_once_for_anyone():
    game = entry(5000, 9900, 1000).farkles().roll("123446").bank("1")
    assert game.names == ["kept", "banked", "over"]
    assert game.state.winners == (1,)


def test_15_above_it_sets_off_the_final_round():
    game = entry(9950, 9000).roll("123446").bank("1")
    assert game.names == ["kept", "banked", "final_round", "turn"]


def test_15_in_the_final_round_exactly_the_target_wins_nothing():
    game = entry(9950, 9900, 9000).roll("123446").bank("1").roll("123446").bank("1")
    assert game.state.scores == (10050, 10000, 9000)
    assert game.state.phase == "final"
    assert game.farkles().state.winners == (0,)


def test_15_only_beating_the_leader_counts():
    game = entry(9950, 9900).roll("123446").bank("1").roll("115346").bank("115")
    assert game.state.scores == (10050, 10150)
    assert game.state.winners == (1,)


@pytest.mark.parametrize("tie_break", ["leader", "playoff"])
def test_15_a_tie_leaves_the_leader_the_winner(tie_break):
    game = entry(9950, 9900, 9950, tie_break=tie_break).roll("123446").bank("1")
    game.roll("123546").bank("15").roll("123446").bank("1")
    assert game.state.scores == (10050, 10050, 10050)
    assert game.state.winners == (0,)


def test_15_a_tie_above_the_leader_is_won_by_who_was_there_first():
    game = entry(9950, 9900, 9900).roll("123446").bank("1")
    game.roll("115346").bank("11").roll("115346").bank("11")
    assert game.state.scores == (10050, 10100, 10100)
    assert game.state.winners == (1,)


def test_16_the_tied_players_play_one_more_turn_each():
    game = Game("family", 4).banks(10000).farkles().banks(10000).banks(10000)
    assert game.event("playoff").seats == (0, 2, 3)
    turns = []
    for _ in range(3):
        turns.append(game.state.current)
        game.banks(100 + 50 * game.state.current)
    assert turns == [0, 2, 3]
    assert game.state.winners == (3,)
    assert game.state.scores == (10100, 0, 10200, 10250)


def test_16_repeated_while_tied():
    game = Game("family", 3).banks(10000).banks(10000).banks(10000)
    game.banks(100).banks(200).banks(200)
    assert game.event("playoff").seats == (1, 2)
    game.banks(50).banks(50)
    assert game.event("playoff").seats == (1, 2)
    assert game.farkles().banks(50).state.winners == (2,)


def test_16_in_seat_order_whoever_started_the_game():
    game = Game("family", 3, first=2).banks(10000).banks(10000).banks(10000)
    assert game.event("playoff").seats == (0, 1, 2)


def test_16_leader_first():
    game = Game("4iam", 3, first=1).farkles().banks(10000).banks(10000).banks(10000)
    # Seat 2 reached the target first; on from there in seat order.
    assert game.event("playoff").seats == (2, 0, 1)


def test_16_leader_means_who_was_there_first():
    game = Game("family", 3, tie_break="leader").farkles().banks(10000).banks(10000)
    assert game.farkles().state.winners == (1,)
    game = Game("family", 3, tie_break="leader").banks(10000).banks(11000).banks(11000)
    assert game.state.winners == (1,)


def test_16_leader_with_rounds():
    game = Game("family", 2, tie_break="leader", rounds=2, target=0)
    game.banks(1000).banks(2000).banks(1000).farkles()
    assert game.state.scores == (2000, 2000)
    assert game.state.winners == (1,)


def test_16_who_stood_there_from_the_start_was_first():
    game = Game("family", 3, first=1, tie_break="leader", rounds=1, target=0)
    game.farkles().farkles().farkles()
    assert game.state.winners == (1,)  # nobody moved: in the order of turns


def test_16_a_penalty_of_nothing_moves_nobody():
    rules = {"tie_break": "leader", "rounds": 3, "target": 0, "penalty_floor": "zero"}
    game = Game("family", 2, **rules).farkles().skip().farkles().skip().farkles()
    assert game.event("penalised").points == 0
    assert game.skip().state.winners == (0,)


def test_17_the_highest_starts_those_tied_roll_again():
    state, events = GameState.start(Game("family").rules, 3, Script("646", "34"))
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
    game = Game("family", 4, first=2)
    assert game.state.order == (2, 3, 0, 1)


def test_17_seat_1_starts():
    state, events = GameState.start(Game("family", first_player="seat").rules, 3, Script())
    assert state.current == 0
    assert [event.name for event in events] == ["started", "round", "turn"]


def test_18_penalty_minimums_and_entry_hold_in_final_turns():
    game = Game("family").skip().farkles().skip().farkles().banks(10000)
    game.refuses_bank("123446", "1", "entry_missing")
    assert game.roll("22346", "1").event("penalised").total == -1000
    game = entry(9950, 9000).roll("123446").bank("1")
    game.refuses_bank("111555", "111555", "hot_dice_first")


def test_18_penalty_holds_in_play_offs():
    game = Game("family").banks(10000).banks(10000)
    for _ in range(2):
        game.farkles().farkles()
    game.farkles()
    assert game.state.scores == (9000, 10000)
    game.farkles()  # both have paid: level again
    assert game.event("playoff").seats == (0, 1)


def test_18_entry_holds_in_play_offs():
    rules = {"rounds": 1, "target": 0}
    game = Game("family", **rules).farkles().farkles()
    assert game.state.phase == "playoff"
    game.refuses_bank("123446", "1", "entry_missing")


def test_18_leader_first_means_the_first_of_the_tied():
    game = Game("4iam", 4).banks(10000).farkles().banks(11000).banks(10500)
    assert game.state.winners == (2,)
    game = Game("4iam", 4).farkles().banks(10000).farkles().banks(11000).banks(11000)
    # Seat 1 was first at the target and is not among the tied; of those seat 3 was.
    assert game.event("playoff").seats == (3, 0)


def test_18_who_reached_the_target_is_remembered_once_and_in_order():
    game = Game("4iam", 3).farkles().banks(10000).banks(10000).banks(10000)
    assert game.state.reached == (1, 2, 0)
    game.banks(500).banks(500).banks(500)
    assert game.state.reached == (1, 2, 0)


def test_18_leader_first_with_rounds_is_seat_order():
    game = Game("4iam", 3, rounds=1, target=0, first=2)
    game.banks(500).banks(500).banks(500)
    assert game.event("playoff").seats == (0, 1, 2)


def test_the_end_is_the_end():
    game = Game("classic").banks(10000)
    assert game.state.current == -1
    assert game.state.throw == ()
    assert game.state.legal.actions == ()
    for action in (Roll(), Bank(), Bank(faces("1")), Build(), Skip(), Leave(1), Join()):
        game.refuses(action, "game_over")
