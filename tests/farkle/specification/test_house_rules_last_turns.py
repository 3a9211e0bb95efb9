"""Last turns that are a single roll, or go on until the player is ahead."""

from dataclasses import replace

import pytest

from farkle import PRESETS, Bank, Roll
from farkle.ai.players import LEVELS, decide
from farkle.text.rules_text import sections
from tests.support.engine.scripted_game import Game, faces

RULES = replace(PRESETS["standard"], first_player="seat", target=1000)


def final(*, players=2, **changes):
    """Return a game whose first player has 1,000 points, and whose second has a last turn."""
    return Game(replace(RULES, **changes), players).roll("111246").bank("111")


def test_a_last_turn_of_one_roll_is_banked_at_once():
    game = final(last_turn="roll").roll("551246")
    game.refuses(Roll(faces("1")), "last_throw")
    assert game.bank("155").state.winners == (0,)


def test_one_roll_below_the_minimum_counts_nothing():
    game = final(last_turn="roll", bank_min=300).roll("551246")
    game.refuses(Bank(faces("155")), "bank_too_low")
    game.roll(None, "155")
    assert "ran_out" in game.names
    assert game.state.winners == (0,)


def test_one_roll_goes_on_where_a_roll_is_forced():
    game = final(last_turn="roll", hot_dice="mandatory").roll("111555")
    assert game.roll("123446", "111555").bank("1").state.winners == (1,)


def test_other_turns_have_any_number_of_rolls():
    game = Game(replace(RULES, last_turn="roll")).roll("551246").roll("12346", "5")
    assert game.roll("2356", "1").state.current == 0


def test_a_tiebreaker_is_no_last_turn():
    game = final(last_turn="roll").roll("111246").bank("111")
    assert game.state.phase == "playoff"
    game.roll("551246").roll("12346", "5")
    assert game.bank("1").state.scores == (1150, 1000)


def test_a_last_turn_until_ahead_is_not_banked_before():
    game = final(last_turn="chase").roll("111246")
    game.refuses(Bank(faces("111")), "not_ahead")
    game.roll("526", "111").bank("5")
    assert game.state.winners == (1,)


def test_the_total_to_beat_is_that_of_the_best():
    game = final(players=3, last_turn="chase").roll("111155").bank("111155")
    game.roll("111234").refuses(Bank(faces("111")), "not_ahead")
    game.roll("555", "111").refuses(Bank(faces("555")), "not_ahead")
    game.roll("111234", "555").bank("111")
    assert game.state.winners == (2,)


def test_a_team_counts_together():
    rules = replace(RULES, last_turn="chase")
    game = Game(rules, 4, teams=(0, 1, 0, 1)).skip().roll("555234").bank("555")
    game.roll("111234").bank("111").roll("555123")
    assert game.state.total(1) == 500
    game.refuses(Bank(faces("555")), "not_ahead")
    game.roll("122", "555").bank("1")
    assert game.state.total(1) == 1100


@pytest.mark.parametrize("changes", [{"ending": "exact"}, {"rounds": 5}, {"ending": "immediate"}])
def test_without_last_turns_it_has_no_effect(changes):
    rules = replace(RULES, last_turn="roll", **changes)
    assert "last_turn has no effect with these rules." in map(str, rules.validate().warnings)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("last_turn", ["roll", "chase"])
@pytest.mark.parametrize("throw", ["551246", "111555", "234465", "111246"])
def test_computers_finish_such_turns(level, last_turn, throw):
    game = final(players=3, last_turn=last_turn, bank_min=100).roll(throw)
    assert decide(game.state, level) in game.state.legal.actions


def test_a_computer_takes_the_most_of_one_roll():
    game = final(last_turn="roll").roll("115246")
    assert decide(game.state, "ledger") == Bank(faces("115"))


def test_last_turns_in_words():
    said = {kind: str(sections(replace(RULES, last_turn=kind))) for kind in ("turn", "roll")}
    assert "A last turn is a single roll." in said["roll"]
    assert "single roll." not in said["turn"].replace("come from a single roll.", "")
