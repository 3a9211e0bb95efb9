"""House rules on what may be banked."""

from dataclasses import replace
from random import Random

import pytest

from farkle import PRESETS, GameState, Leave, RulesError
from farkle.ai.chance.game import CannotBeSolved
from farkle.ai.chance.game import Game as GameOfTwo
from farkle.ai.players import LEVELS, decide
from farkle.ai.turn.solver import solve
from farkle.engine.deal import rules_of_deal
from farkle.rules.turn_estimate import estimate_turns
from farkle.text.rules_text import sections
from tests.support.engine.scripted_game import FARKLE, Bank, Game, Roll, faces


def test_a_bank_must_be_a_multiple():
    game = Game("classic", bank_multiple=100).roll("155234")
    game.refuses(Bank((5,)), "no_multiple")
    game.refuses(Bank((1, 5)), "no_multiple")
    assert str(game.state.legal.why_not(Bank((5,)))) == "You can only bank a multiple of 100."
    game.roll("52346", "5").bank("5")
    assert game.state.scores == (100, 0)


def test_the_last_roll_of_a_turn_may_be_rolled_on_if_it_makes_no_multiple():
    game = Game("classic", bank_multiple=100, bank_rolls=1).roll("523346")
    game.refuses(Bank((5,)), "no_multiple")
    game.roll("12346", "5")
    assert game.state.turn_points == 50


def test_multiples_in_words_and_in_estimates():
    rules = replace(PRESETS["classic"], bank_multiple=200)
    assert "You can only bank a multiple of 200." in map(str, sections(rules)[1].sentences)
    assert estimate_turns(rules).turn.throws > estimate_turns(PRESETS["classic"]).turn.throws
    assert not solve(rules).exact
    with pytest.raises(CannotBeSolved, match="only estimated"):
        GameOfTwo(rules)


def test_computers_bank_multiples_alone():
    rules = replace(PRESETS["classic"], bank_multiple=200)
    state, _ = GameState.start(replace(rules, first_player="seat"), 2, lambda count: (1,) * count)
    state, _ = state.apply(Roll(), lambda count: tuple(faces("155234")[:count]))
    for level in LEVELS:
        choice = decide(state, level)
        assert state.legal.why_not(choice) is None
    actions = [action for action, _, _ in solve(rules).choices(0, faces("155234"))]
    assert [action.keep for action in actions if isinstance(action, Bank)] == [(1, 5, 5)]


# Beating the turn before


def test_a_bank_must_beat_the_turn_before():
    game = Game("classic", beat_last=True).roll("555234").bank("555")
    game.roll("144436").refuses(Bank(faces("1444")), "beat_first")
    assert str(game.state.legal.why_not(Bank(faces("1444")))) == (
        "Beat what the turn before yours banked."
    )
    game.roll("13", "1444").bank("1")
    assert game.state.scores == (500, 600)


@pytest.mark.parametrize("end", ["farkle", "skip", "leave"])
def test_after_a_turn_that_banked_nothing_any_bank_will_do(end):
    game = Game("classic", 3, beat_last=True).roll("555234").bank("555")
    if end == "farkle":
        game.roll(FARKLE)
    elif end == "skip":
        game.skip()
    else:
        game.does(Leave(1))
    game.roll("512346").bank("5")
    assert game.state.scores[2] == 50


def test_a_turn_that_banks_nothing_costs_points():
    game = Game("classic", beat_last=True, beat_cost=300, bank_min=200, bank_rolls=1)
    game.roll("512346").does(Roll((5,)))
    assert [event.name for event in game.events][:3] == ["kept", "ran_out", "penalised"]
    game.skip().roll(FARKLE)
    assert game.state.scores == (-600, -300)
    game = Game("classic", beat_last=True, beat_cost=300, penalty_floor="zero").skip()
    assert game.state.scores == (0, 0)


def test_a_tiebreaker_begins_with_nothing_to_beat():
    game = Game("standard", 3, beat_last=True, target=1000).roll("111234").bank("111")
    game.roll(FARKLE).roll("111234").bank("111")
    assert game.state.phase == "playoff"
    game.roll("123346").bank("1")
    assert game.state.scores[0] == 1100


def test_beating_the_turn_before_needs_another_players_turn():
    rules = replace(PRESETS["classic"], beat_last=True)
    with pytest.raises(RulesError, match="nobody can play this alone"):
        rules_of_deal(rules)
    (problem,) = replace(rules, building=True).validate().errors
    assert problem.fields == ("beat_last", "building")
    assert "to begin with" in str(problem)
    with pytest.raises(CannotBeSolved, match="only estimated"):
        GameOfTwo(rules)


def test_beating_the_turn_before_in_words():
    rules = replace(PRESETS["classic"], beat_last=True, beat_cost=1000)
    words = list(map(str, sections(rules)[1].sentences))
    assert "A bank must be higher than what the turn before yours banked, if any." in words
    assert "A turn that banks nothing costs 1,000." in words
    assert not any("any amount" in sentence for sentence in words)
    assert "Your score can go negative." in map(str, sections(rules)[3].sentences)


# Confirming a set


def test_a_set_is_confirmed_by_points():
    game = Game("classic", roll_after_sets=True, confirm_points=300).roll("222346")
    game.refuses(Bank(faces("222")), "roll_first")
    game.roll("134", "222").refuses(Bank((1,)), "confirm_first")
    assert str(game.state.legal.why_not(Bank((1,)))) == (
        "After a set, score 300 more before you bank."
    )
    game.roll("11", "1").bank("11")
    assert game.state.scores == (500, 0)


def test_points_before_a_set_do_not_confirm_it():
    game = Game("classic", roll_after_sets=True, confirm_points=100, bank_rolls=3)
    game.roll("112346").roll("2225", "11").roll("5", "222").refuses(Bank((5,)), "confirm_first")
    game.does(Roll((5,)))
    assert [event.name for event in game.events][:3] == ["kept", "hot_dice", "ran_out"]


def test_confirming_in_words_and_in_chances():
    rules = replace(PRESETS["classic"], roll_after_sets=True, confirm_points=300)
    words = "\n".join(str(sentence) for part in sections(rules) for sentence in part.sentences)
    assert "After keeping any combination, score 300 more before you bank." in words
    assert "roll once more, and score" not in words
    with pytest.raises(CannotBeSolved, match="only estimated"):
        GameOfTwo(rules)
    (remark,) = replace(rules, roll_after_sets=False).validate().warnings
    assert str(remark) == "confirm_points has no effect with these rules."


@pytest.mark.parametrize(
    "changes",
    [
        {"beat_last": True, "beat_cost": 500},
        {"beat_last": True, "bank_rolls": 2},
        {"roll_after_sets": True, "confirm_points": 400},
        {"roll_after_sets": True, "confirm_points": 400, "bank_rolls": 3, "beat_last": True},
    ],
)
@pytest.mark.parametrize("level", LEVELS)
def test_computers_play_by_what_a_bank_must_reach(level, changes):
    rules = replace(PRESETS["classic"], target=2000, first_player="seat", **changes)
    random = Random(7)
    dice = lambda count: random.choices(range(1, 7), k=count)  # noqa: E731
    state, _ = GameState.start(rules, 2, dice)
    for _ in range(60):
        if state.phase != "over":
            choice = decide(state, level)
            assert state.legal.why_not(choice) is None
            state, _ = state.apply(choice, dice)


def test_a_turn_that_must_beat_much_goes_on():
    rules = replace(PRESETS["classic"], beat_last=True)
    game = Game(rules).roll("111555").bank("111555").roll("555234")
    assert {level: decide(game.state, level) for level in ("ledger", "abacus")} == {
        "ledger": Roll(faces("555")),
        "abacus": Roll(faces("555")),
    }
