"""Rule sets whose games would take too long, and those that are merely odd."""

from dataclasses import replace
from math import inf
from random import Random

from farkle import ALTERNATIVES, PRESETS, RuleSet
from farkle.rules.playability import MANY_TURNS, MOST_TURNS, hopeless, tedious, verdict
from farkle.rules.turn_estimate import estimate_turns

FAMILY = PRESETS["family"]


def dice(seed):
    chance = Random(seed)
    return lambda count: tuple(chance.choices(range(1, 7), k=count))


def sentences(**changes):
    rules = replace(FAMILY, **changes)
    assert rules.validate().errors == ()
    return [(one.fields[0], str(one)) for one in hopeless(rules)]


def test_a_hopeless_entry_is_found():
    sentence = (
        "Almost nobody would ever get on the board: 10,000 in one turn happens less than once "
        "in 1,000 turns."
    )
    assert sentences(entry_min=10_000) == [("entry_min", sentence)]
    assert sentences(entry_min=10_000, rounds=3, target=0) == [("entry_min", sentence)]
    assert sentences(entry_min=2000) == []


def test_the_limit_of_throws_for_entry_counts():
    assert sentences(entry_min=4000, entry_rolls=2, farkle_penalty=0)[0][0] == "entry_min"
    assert sentences(entry_min=4000, farkle_penalty=0) == []
    (problem,) = hopeless(replace(FAMILY, entry_min=4000, entry_rolls=2))
    assert problem.fields == ("entry_min", "entry_rolls")


def test_a_hopeless_minimum_bank_is_found():
    sentence = (
        "Almost nothing could ever be banked: a turn reaches that less than once in 1,000 turns."
    )
    assert sentences(bank_min=8000) == [
        ("bank_min", sentence),
    ]
    assert sentences(bank_min=1000) == []


def test_penalties_above_the_points_of_turns_are_hopeless():
    wrong = [
        (
            "farkle_penalty",
            "Farkles cost more than careful play earns: 10,000 is out of reach.",
        )
    ]
    assert sentences(bank_min=1000, farkle_penalty=10_000) == wrong
    assert sentences(bank_min=1000, farkle_penalty=1000) == []
    # A player who banks at once seldom farkles, so the same penalty is bearable.
    assert sentences(farkle_penalty=10_000) == []
    # A limit of rounds ends the game whatever is lost.
    assert sentences(bank_min=1000, farkle_penalty=10_000, rounds=5) == []


def test_a_floor_limits_penalties():
    rules = {"bank_min": 700, "farkle_penalty": 1_000_000, "target": 2000}
    assert sentences(**rules)
    assert sentences(**rules, penalty_floor="zero") == []


def test_a_target_that_takes_too_many_turns():
    assert sentences(target=1_000_000) == [
        ("target", "A game would take more than 1,000 turns each.")
    ]
    assert sentences(target=1_000_000, rounds=40) == []
    assert sentences(target=1_000_000, single_1=30_000, single_5=20_000) == []
    assert sentences(entry_min=5000)[0][0] == "entry_min"


def test_a_turn_that_takes_too_many_throws():
    # All but one throw in 7,776 force another one, and none is a farkle.
    nothing = {f"triple_{face}": 0 for face in range(1, 7)} | {"single_1": 0, "single_5": 0}
    rules = RuleSet(
        **nothing,
        n_kind="fixed",
        fixed_kinds=(0, 100, 0),
        straight=100,
        three_pairs=0,
        entry_min=0,
        blank_first_roll=50,
        blank_scope="any_six",
        hot_dice="mandatory",
    )
    assert rules.validate().errors == ()
    assert estimate_turns(rules).turn.throws > 100
    assert any("A turn would almost never end" in str(one) for one in hopeless(rules))


def test_a_winning_score_that_any_roll_reaches_is_refused():
    low = replace(PRESETS["classic"], target=50)
    sentence = "Any scoring roll would win: the winning score must be higher than 50."
    assert [(one.fields, str(one)) for one in hopeless(low)] == [(("target",), sentence)]
    assert hopeless(replace(low, target=51)) == ()
    assert hopeless(replace(low, rounds=3)) == ()
    fives = replace(low, single_5=0, target=100)
    assert "higher than 100" in str(hopeless(fives)[0])


def test_a_winning_score_that_the_first_bank_reaches_is_refused():
    opening = replace(FAMILY, target=1000)
    (problem,) = hopeless(opening)
    assert problem.fields == ("target", "entry_min")
    assert str(problem) == (
        "Getting on the board would win: the winning score must be higher than the opening "
        "score of 1,000."
    )
    assert hopeless(replace(opening, target=1050)) == ()
    bank = replace(PRESETS["absolute"], target=300, entry_min=0)
    (problem,) = hopeless(bank)
    assert problem.fields == ("target", "bank_min")
    assert str(problem) == (
        "A single bank would win: the winning score must be higher than the minimum bank of 350."
    )
    assert hopeless(replace(bank, target=400)) == ()
    assert hopeless(replace(opening, rounds=3)) == ()


def test_a_verdict_has_errors_or_else_warnings():
    assert verdict(replace(FAMILY, target=0)) == replace(FAMILY, target=0).validate()
    found = verdict(replace(FAMILY, target=1000, tie_break="leader", playoff_order="leader_first"))
    assert found.errors
    assert not found.warnings
    found = verdict(replace(FAMILY, target=100_000, entry_min=0, entry_rolls=2))
    assert not found.errors
    assert [warning.fields[0] for warning in found.warnings] == ["entry_rolls", "target"]


def test_a_game_of_one_turn_is_odd():
    assert [str(one) for one in tedious(replace(PRESETS["classic"], target=100))] == [
        "An average turn wins the game."
    ]
    assert tedious(replace(PRESETS["classic"], target=1000)) == ()


def test_a_long_game_is_odd_but_not_hopeless():
    assert MANY_TURNS < MOST_TURNS
    (problem,) = tedious(replace(FAMILY, target=100_000))
    assert str(problem) == "A game may take about 270 turns each."
    assert problem.fields == ("target",)
    (problem,) = tedious(replace(FAMILY, rounds=2, entry_min=2000))
    assert str(problem) == "In so few turns, hardly anyone would get on the board."
    assert tedious(replace(FAMILY, rounds=5)) == ()


def test_presets_are_neither_hopeless_nor_tedious():
    for key, rules in PRESETS.items():
        assert hopeless(rules) == tedious(rules) == ()
        for name, values in ALTERNATIVES[key].items():
            for value in values:
                assert hopeless(replace(rules, **{name: value})) == ()


def test_without_any_bank_the_number_of_turns_is_infinite():
    rules = replace(FAMILY, bank_min=1000, farkle_penalty=100_000)
    assert estimate_turns(rules).turns == inf
