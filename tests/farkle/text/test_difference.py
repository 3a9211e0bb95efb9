"""The difference between a rule set and a preset: only fields that change the game."""

from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farkle import FIELDS, PRESETS, GameState, IllegalAction, Join, RuleSet
from farkle.text.difference import (
    TITLES,
    difference,
    differing,
    phrase,
    phrases,
    summary,
    without_effect,
)
from farkle.text.rules_text import sections
from tests.support.engine.strategies import CI, rule_sets, short_rule_sets, values

FAMILY = PRESETS["family"]


def game(rules, seed):
    """What happens in a game of three with these dice, played by their faces alone."""
    random = Random(seed)

    def throw(count):
        return [random.choice((1, 2, 2, 3, 4, 5, 6)) for _ in range(count)]

    state, events = GameState.start(rules, 3, throw)
    events_so_far = list(events)
    for number in range(60):
        if state.phase == "over":
            break
        if number == 20:
            try:
                state, events = state.apply(Join(), throw)
            except IllegalAction:
                pass
            else:
                events_so_far.extend(events)
        actions = state.legal.actions
        state, events = state.apply(actions[(seed + number) % len(actions)], throw)
        events_so_far.extend(events)
    return events_so_far


@given(short_rule_sets(), st.data())
@settings(CI, max_examples=60)
def test_a_field_without_effect_changes_nothing(rules, data):
    idle = without_effect(rules)
    if not idle:
        return
    name = data.draw(st.sampled_from(sorted(idle)))
    other = replace(rules, **{name: data.draw(values(FIELDS[name]))})
    if other.validate().errors:  # a target of 0 is refused even where rounds decide
        return
    seed = data.draw(st.integers(0, 999))
    assert game(other, seed) == game(rules, seed)
    assert sections(other) == sections(rules)


@given(rule_sets(), st.sampled_from(sorted(PRESETS)))
@settings(CI, max_examples=60)
def test_the_line_names_every_difference(rules, preset):
    names = differing(rules, PRESETS[preset])
    said = str(difference(rules, preset))
    assert said.startswith(str(TITLES[preset]))
    for one in fields(RuleSet):
        same = getattr(rules, one.name) == getattr(PRESETS[preset], one.name)
        if one.name in names:
            assert not same
        elif not same and one.name not in without_effect(rules):
            assert one.name in FIELDS["n_kind"].details.values()
            assert "n_kind" in names
    told = [str(one) for one in phrases(rules, names)]
    assert all(one in said for one in told)
    shared = {name for name in names if str(phrase(rules, name)) not in told}
    assert shared <= {"farkle_penalty", "farkle_streak", "streak_cost"}
    assert not shared or f"{rules.farkle_streak} farkles in a row cost" in said
    assert "{" not in said
    assert "  " not in said


def test_lines_of_presets():
    for key in PRESETS:
        assert str(difference(PRESETS[key], key)) == str(TITLES[key])
    assert str(summary("standard")).startswith("any score gets on the board, no farkle penalty")
    assert str(summary("family")) == (
        "three pairs 500, 1,000 to get on the board, 3 farkles in a row cost 1,000"
    )
    assert str(summary("kcd")).endswith("winning score 4,000, first to the target wins immediately")
    assert len({str(summary(key)) for key in PRESETS}) == len(PRESETS)


def test_the_line_of_a_house_rule_set():
    rules = replace(FAMILY, three_pairs=0, building=True, n_kind="fixed", rounds=12, target=1)
    assert str(difference(rules, "family")) == (
        "Family with four, five and six of a kind 1,000, 2,000 and 3,000, no three pairs, "
        "piggybacking, ends after round 12"
    )
    rules = replace(FAMILY, n_kind="fixed", fixed_kinds=(900, 1800, 2700))
    assert str(difference(rules, "family")) == (
        "Family with four, five and six of a kind 900, 1,800 and 2,700"
    )
    patch = replace(PRESETS["patch"], fixed_kinds=(900, 1800, 2700))
    assert str(difference(patch, "patch")) == (
        "Big sets with four, five and six of a kind 900, 1,800 and 2,700"
    )


@pytest.mark.parametrize("name", FIELDS)
def test_every_value_of_a_field_has_its_phrase(name):
    info = FIELDS[name]
    some = info.choices or (
        [True, False]
        if info.unit == "yes/no"
        else [(1, 2, 3)]
        if info.length
        else [info.least, 1234]
    )
    said = [str(phrase(replace(FAMILY, **{name: value}), name)) for value in some]
    assert all(said)
    assert len(set(said)) == len(said)
    assert not any("{" in one for one in said)


def test_unknown_names():
    with pytest.raises(KeyError):
        difference(FAMILY, "house")
    with pytest.raises(AttributeError):
        phrase(FAMILY, "luck")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"farkle_penalty": 500}, "2 farkles in a row cost 500"),
        ({"streak_cost": "everything"}, "2 farkles in a row cost everything"),
        (
            {"streak_cost": "last_bank", "farkle_penalty": 500},
            "2 farkles in a row cost the last bank",
        ),
    ],
)
def test_the_length_and_the_cost_of_a_streak_share_a_phrase(changes, words):
    rules = replace(RuleSet(), farkle_streak=2, **changes)
    assert str(difference(rules, "family")) == f"Family with {words}"
    with_more = replace(rules, dice=5, target=5000)
    assert str(difference(with_more, "family")) == (
        f"Family with 5 dice, {words}, winning score 5,000"
    )
