"""Every error that makes a rule set unplayable, and every warning."""

from dataclasses import replace
from random import Random

import pytest

from farkle import FIELDS, PRESETS, GameState, RulesError, RuleSet
from tests.support.engine.playability_search import Search
from tests.support.engine.scripted_game import Script

FAMILY = PRESETS["family"]
SCORING = [
    name for name, info in FIELDS.items() if info.group == "scoring" and info.unit == "points"
]
NOTHING = {name: (0, 0, 0) if name == "fixed_kinds" else 0 for name in SCORING} | {"n_kind": "none"}


def errors(**changes):
    return [str(one) for one in replace(FAMILY, **changes).validate().errors]


def warnings(**changes):
    rules = replace(FAMILY, **changes)
    assert rules.validate().errors == ()
    return [str(one) for one in rules.validate().warnings]


@pytest.mark.parametrize("name", [*SCORING, "entry_min", "bank_min", "target", "rounds"])
def test_negative_numbers_are_errors(name):
    value = (0, 0, -5) if name == "fixed_kinds" else -5
    assert errors(**{name: value}) == [f"{name} can't be below zero: it is -5."]


@pytest.mark.parametrize("name", ["single_1", "target", "rounds", "entry_rolls", "fixed_kinds"])
def test_numbers_out_of_bounds_are_errors(name):
    most = FIELDS[name].most
    value = (0, most + 1, 0) if name == "fixed_kinds" else most + 1
    assert errors(**{name: value}) == [f"{name} can be at most {most:,}."]


def test_every_wrong_number_is_reported():
    assert errors(single_1=-1, single_5=2_000_000, target=-1) == [
        "single_1 can't be below zero: it is -1.",
        "single_5 can be at most 1,000,000.",
        "target can't be below zero: it is -1.",
    ]


def test_fixed_kinds_need_three_numbers():
    assert errors(fixed_kinds=(1, 2)) == ["fixed_kinds needs 3 numbers."]


@pytest.mark.parametrize("name", [name for name, info in FIELDS.items() if info.choices])
def test_a_choice_must_be_one_of_its_choices(name):
    assert errors(**{name: "maybe"}) == [f"{name} can't be 'maybe'."]


def test_a_game_needs_a_target_or_rounds():
    assert errors(target=0) == ["The game needs a winning score or a round limit."]
    assert errors(target=0, rounds=5) == []


def test_rules_under_which_nothing_scores():
    sentence = ["Nothing scores, so no dice could ever be kept."]
    assert errors(**NOTHING) == sentence
    assert errors(**NOTHING | {"fixed_kinds": (1000, 2000, 3000)}) == sentence
    assert errors(**NOTHING | {"toxic_twos": True, "n_kind": "double"}) == sentence
    assert errors(**NOTHING | {"single_5": 50}) == []


def test_every_keep_forces_another_throw():
    sentence = ["Nobody could ever bank: every keep forces another roll."]
    straight = NOTHING | {"straight": 1500}
    assert errors(**straight, hot_dice="mandatory") == sentence
    assert errors(**straight) == []
    kinds = NOTHING | {"n_kind": "fixed", "fixed_kinds": (1000, 2000, 3000)}
    assert errors(**kinds, roll_after_four=True) == sentence
    assert errors(**kinds) == []


def test_a_minimum_bank_that_no_turn_reaches():
    assert errors(**NOTHING | {"straight_low": 500}, entry_min=0, bank_min=550) == [
        "Nobody could ever bank 550: a turn is worth 500 at most."
    ]
    assert errors(**NOTHING | {"straight_low": 500}, entry_min=0, bank_min=500) == []


def test_a_minimum_entry_that_no_turn_reaches():
    assert errors(**NOTHING | {"straight_low": 500}) == [
        "Nobody could ever get on the board with 1,000: a turn is worth 500 at most."
    ]


def test_an_entry_that_takes_more_throws_than_allowed():
    # One throw of family comes to 8,000 at most: six 1s.
    assert errors(entry_min=8050, entry_rolls=1) == [
        "Nobody could ever get on the board with 8,050 by roll 1: 8,000 is the most by then."
    ]
    assert errors(entry_min=8000, entry_rolls=1) == []
    assert errors(entry_min=24000, entry_rolls=3, target=50000) == []
    assert errors(entry_min=24050, entry_rolls=3, target=50000) == [
        "Nobody could ever get on the board with 24,050 by roll 3: 24,000 is the most by then."
    ]


def test_a_throw_that_leads_to_no_bank_does_not_count_for_entry():
    # Four alike make 500, but force a throw of two dice, which never score; the straight is 100.
    rules = NOTHING | {"n_kind": "fixed", "fixed_kinds": (500, 0, 0), "straight": 100}
    assert errors(**rules, roll_after_four=True, entry_min=400, entry_rolls=1) == [
        "Nobody could ever get on the board with 400 by roll 1: 100 is the most by then."
    ]


def test_a_blank_first_throw_does_not_make_turns_endless():
    # Only a blank first throw can be banked; all that follows forces another throw.
    rules = NOTHING | {"four_plus_two": 100, "blank_first_roll": 500}
    assert errors(**rules, roll_after_four=True, entry_min=0, bank_min=1000) == [
        "Nobody could ever bank 1,000: a turn is worth 500 at most."
    ]
    assert errors(**rules, roll_after_four=True, entry_min=0, bank_min=500) == []


@pytest.mark.parametrize("changes", [{"target": 0}, {"single_1": -1}, NOTHING])
def test_a_rule_set_with_errors_cannot_start_a_game(changes):
    with pytest.raises(RulesError, match=r"^These rules can't be played: .*\.$"):
        GameState.start(replace(FAMILY, **changes), 2, Script())


def test_a_rule_set_with_warnings_can_start_a_game():
    rules = replace(FAMILY, entry_min=20000)
    assert rules.validate().warnings
    assert GameState.start(rules, 2, Script("61"))[0].current == 0


def test_every_problem_names_its_fields():
    for rules in (replace(FAMILY, entry_min=8050, entry_rolls=1), replace(FAMILY, rounds=3)):
        problems = rules.validate()
        for problem in problems.errors + problems.warnings:
            assert problem.fields
            assert set(problem.fields) <= set(FIELDS)
            assert problem.template.format(**dict(problem.params)) == str(problem)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"bank_min": 1050}, "The minimum bank is higher than the opening score. That's unusual."),
        ({"entry_min": 10050}, "The opening score is higher than the winning score of 10,000."),
        (
            {"bank_min": 10050, "entry_min": 0},
            "The minimum bank is higher than the winning score of 10,000.",
        ),
        ({"farkle_penalty": 10050}, "The penalty is larger than the winning score."),
        (
            {"rounds": 5},
            "The round limit ends the game, so the winning score isn't used.",
        ),
        (
            {"rounds": 5, "target": 0, "ending": "immediate"},
            "The round limit ends the game, so the winning score isn't used.",
        ),
        ({"entry_ends_turn": True, "entry_min": 0}, "There's no opening score to end the turn."),
        ({"entry_rolls": 3, "entry_min": 0}, "There's no opening score to limit the rolls for."),
        (
            {"penalty_floor": "zero", "farkle_penalty": 0},
            "There's no penalty to stop at zero.",
        ),
        ({"blank_scope": "any_six"}, "All dice with no score earn nothing here."),
        (
            {"playoff_order": "leader_first", "tie_break": "leader"},
            "There are no tiebreakers to order.",
        ),
        (
            {"playoff_order": "leader_first", "ending": "immediate"},
            "There are no tiebreakers to order.",
        ),
        (
            {"playoff_order": "leader_first", "rounds": 5, "target": 0},
            "Nobody reaches a winning score first here: tiebreakers go in seat order.",
        ),
        (
            {"ending": "exact", "tie_break": "leader", "target": 10_025},
            "No score is ever exactly 10,025: all points are multiples of 50.",
        ),
        ({"ending": "exact"}, "When an exact score wins, a tie leaves the leader the winner."),
        (
            {"two_triplets": 300},
            "two_triplets never counts: the same dice score as much without it.",
        ),
        (
            {"straight": 850, "straight_high": 750},
            "straight never counts: the same dice score as much without it.",
        ),
    ],
)
def test_a_setting_that_is_odd_has_its_warning(changes, sentence):
    assert warnings(**changes) == [sentence]


@pytest.mark.parametrize(
    "changes",
    [
        {"two_triplets": 550},  # 222333 are 500 without it
        {"straight": 900, "straight_high": 750},
        {"three_pairs": 50},
        {"full_house_bonus": 50, "two_triplets": 1200},
        {"bank_min": 1000},
        {"rounds": 5, "target": 0, "farkle_penalty": 20000},
        {"playoff_order": "leader_first"},
        {"entry_ends_turn": True, "entry_rolls": 3},
        {"blank_first_roll": 500, "blank_scope": "any_six"},
        {"penalty_floor": "zero"},
    ],
)
def test_settings_without_a_warning(changes):
    assert warnings(**changes) == []


def random_rules(random):
    """Few combinations and many rules that stand in each other's way."""
    values = dict(NOTHING, n_kind=random.choice(FIELDS["n_kind"].choices))
    for name in random.sample(SCORING, random.choice((1, 1, 2, 2, 3, 5))):
        values[name] = random.choice((50, 100, 300))
        if name == "fixed_kinds":
            values[name] = random.choice(((100, 0, 0), (0, 100, 0), (0, 0, 100), (100, 200, 300)))
    return RuleSet(
        **values,
        blank_scope=random.choice(("first_roll", "any_six")),
        entry_min=random.choice((0, 50, 100, 200, 300, 400, 600, 1000)),
        entry_ends_turn=random.random() < 0.3,
        entry_rolls=random.choice((0, 0, 1, 2, 3, 5)),
        bank_min=random.choice((0, 0, 100, 200, 350, 1000)),
        hot_dice=random.choice(("optional", "mandatory")),
        keep=random.choice(("any", "all")),
        toxic_twos=random.random() < 0.3,
        hot_dice_bonus=random.choice((0, 0, 100, 500)),
        roll_after_four=random.random() < 0.5,
    )


@pytest.mark.no_cover
def test_exactly_what_can_be_played_has_no_errors():
    random = Random("playable")
    verdicts = []
    for _ in range(80):
        rules = random_rules(random)
        search = Search(rules)
        # Rules under which only blank throws score leave nothing to decide: also refused.
        playable = search.playable() and bool(rules.table.points)
        assert playable == (rules.validate().errors == ()), rules
        verdicts.append(playable)
    assert 20 < sum(verdicts) < 75


def test_banks_in_steps_that_hardly_any_points_fit_are_errors():
    assert errors(bank_multiple=1000) == []
    (error,) = errors(bank_multiple=136)
    assert "multiples of 50," in error
    assert "a multiple of 3,400" in error
