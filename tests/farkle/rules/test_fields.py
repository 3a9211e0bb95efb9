"""The declarations of the fields: complete, consistent with their types and defaults."""

from dataclasses import replace
from typing import get_args, get_type_hints

import pytest

from farkle import FIELDS, RuleSet
from farkle.rules.fields import RuleFields

TYPES = get_type_hints(RuleFields)


def test_every_field_of_a_rule_set_is_declared_in_order():
    assert list(FIELDS) == list(TYPES) == list(RuleSet().to_dict())[1:]


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_has_words_for_players_and_for_the_reference(name):
    info = FIELDS[name]
    assert info.title
    assert info.description.endswith(".")
    assert all(text.endswith(".") for text in (info.help, info.needs) if text)
    assert len(info.labels) == len(info.choices)
    assert all((*info.labels, *info.parts))
    expected = len(info.choices) or (1 if info.length else 2)
    assert len(info.phrases) == expected
    assert all(info.phrases) or set(info.details) == {
        choice for choice, phrase in zip(info.choices, info.phrases, strict=True) if not phrase
    }


@pytest.mark.parametrize("name", FIELDS)
def test_the_default_and_the_type_fit_the_unit(name):
    info, value = FIELDS[name], getattr(RuleSet(), name)
    match info.unit:
        case "yes/no":
            assert TYPES[name] is bool
            assert isinstance(value, bool)
        case "choice":
            assert get_args(TYPES[name]) == info.choices
            assert value in info.choices
        case unit:
            assert unit in {"points", "rolls", "turns", "times", "dice"}
            numbers = value if info.length else (value,)
            assert get_args(TYPES[name]) == (int,) * info.length
            assert len(numbers) == max(1, info.length)
            assert all(
                type(number) is int and info.least <= number <= info.most for number in numbers
            )


@pytest.mark.parametrize("name", FIELDS)
def test_numbers_alone_have_limits_and_a_step(name):
    info = FIELDS[name]
    is_number = info.unit in {"points", "rolls", "turns", "times", "dice"}
    assert (info.most > 0) == (info.step > 0) == is_number


def test_a_group_is_declared_in_one_piece():
    groups = [info.group for info in FIELDS.values()]
    assert groups == sorted(groups, key=["scoring", "turn", "game", "house"].index)


def test_new_rules_of_play_are_estimated_unless_they_say_that_they_are_solved():
    also = {"beat_cost": {"beat_last": True}, "confirm_points": {"roll_after_sets": True}}
    estimated = {
        name
        for name, info in FIELDS.items()
        if not info.length
        and name
        in replace(
            RuleSet(), **also.get(name, {}), **{name: info.choices[-1] if info.choices else 5}
        ).estimated
    }
    assert estimated == {
        *("bank_multiple", "beat_last", "beat_cost", "farkle_cost", "first_farkle_cost"),
        *("streak_cost", "hot_dice_times", "confirm_points"),
    }
    assert RuleSet(streak_cost="everything").estimated == ()
