"""Worked examples and chances agree with the engine under the same rules."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings

from farkle import PRESETS, Bank, Build, GameState, Roll, breakdown, keeps
from farkle.rules.odds import first_farkle_chances, later_farkle_chances
from farkle.text.examples import examples, percent
from farkle.text.rules_text import sections
from tests.support.engine.strategies import CI, rule_sets
from tests.support.engine.words_scorer import number

FAMILY = PRESETS["family"]


def texts(rules, key):
    """The sentences of one section."""
    (section,) = (one for one in sections(rules) if one.key == key)
    return list(map(str, section.sentences))


@given(rule_sets())
@settings(CI, max_examples=60)
def test_the_examples_are_what_the_engine_says(rules):
    for example in examples(rules):
        found = keeps(rules, example.throw)
        assert dict(example.keeps) == found
        first = str(example.sentence)
        shown = " ".join(map(str, example.throw))
        assert first.startswith(f"{shown}: ")
        shown = re.findall(r"([\d ]*\d) for ([\d,]*\d)", first)
        said = {tuple(map(int, dice.split())): number(n) for dice, n in shown}
        if "other choices" in first:
            count = int(re.search(r"one of (\d+) other", first)[1])
            assert (len(said), count) == (1, len(found) - 1)
            assert said.items() <= found.items()
        else:
            assert said == found
        if found:
            best = max(found.values())
            assert sum(one.points for one in example.best) == best
            total, split = re.search(r" for ([\d,]*\d)(?: \((.+)\))?", first).groups()
            assert number(total) == best
            if split is not None:
                parts = re.findall(r"(?:^|\+ )([\d,]*\d) for ", split)
                assert len(parts) > 1
                assert sum(map(number, parts)) == best, first
        else:
            blank = rules.is_blank(example.throw, first=True)
            assert ("bonus" in first) == bool(blank)
            assert ("farkle" in first) == (not blank or rules.blank_scope == "first_roll")


def test_examples_show_the_combinations_in_force():
    def shown(rules):
        return {kind for one in examples(rules) for kind in (part.kind for part in one.best)}

    assert shown(PRESETS["patch"]) >= {"straight", "three_pairs", "four_plus_two", "two_triplets"}
    assert shown(PRESETS["kcd"]) == {"single", "triple", "n_kind", "straight"}
    assert shown(PRESETS["entry"]) == {"single", "triple"}
    toxic = replace(FAMILY, toxic_twos=True)
    assert "1 2 2 2 2 5: four 2s, a farkle." in texts(toxic, "examples")
    specials = texts(PRESETS["specials"], "examples")
    assert any("keep 2 2 3 3 3 for 550, or just" in s for s in specials)


@given(rule_sets())
@settings(CI, max_examples=30)
def test_an_example_can_be_written_down(rules):
    for example in examples(rules):
        data = example.to_dict()
        assert data["throw"] == list(example.throw)
        assert {tuple(one["dice"]): one["points"] for one in data["keeps"]} == example.keeps
        best = max(example.keeps, key=example.keeps.__getitem__, default=None)
        if best:
            parts = [(one["kind"], tuple(one["dice"]), one["points"]) for one in data["best"]]
            assert parts == [(p.kind, p.dice, p.points) for p in breakdown(rules, best)]


# Chances


def test_chances_as_in_the_specification():
    plain = replace(FAMILY, three_pairs=0)
    exactly = [(4, 6), (16, 36), (60, 216), (204, 1296), (600, 7776), (1440, 46656)]
    assert later_farkle_chances(plain) == tuple(Fraction(*one) for one in exactly)
    assert later_farkle_chances(FAMILY)[5] == Fraction(1080, 46656)
    assert texts(FAMILY, "chances") == [
        "1 die: farkle risk 67%.",
        "2 dice: farkle risk 44%.",
        "3 dice: farkle risk 28%.",
        "4 dice: farkle risk 16%.",
        "5 dice: farkle risk 7.7%.",
        "6 dice: farkle risk 2.3%.",
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"second_chance": True},
        {"blank_first_roll": 500},
        {"blank_first_roll": 500, "toxic_twos": True},
        {"blank_first_roll": 500, "toxic_twos": True, "second_chance": True},
        {"blank_first_roll": 500, "toxic_twos": True, "blank_scope": "any_six"},
    ],
)
def test_the_chances_of_six_dice_by_counting_every_throw(changes):
    rules = replace(FAMILY, **changes)
    nothing = ends = 0
    for throw in product(range(1, 7), repeat=6):
        if not rules.table.keeps(tuple(sorted(throw))):
            nothing += 1
            ends += not rules.blank_first_roll or (rules.toxic_twos and throw.count(2) >= 4)
    nothing, ends = Fraction(nothing, 6**6), Fraction(ends, 6**6)
    assert first_farkle_chances(rules)[5] == (nothing * ends if rules.second_chance else ends)
    assert later_farkle_chances(rules)[5] == (ends if rules.blank_scope == "any_six" else nothing)
    said = "6 dice on the first roll" in " ".join(texts(rules, "chances"))
    assert said == (first_farkle_chances(rules)[5] != later_farkle_chances(rules)[5])


@pytest.mark.parametrize("second_chance", [False, True])
def test_the_chances_after_building_are_those_of_the_game(second_chance):
    rules = replace(FAMILY, entry_min=0, building=True, second_chance=second_chance)
    first, then = first_farkle_chances(rules)[1], later_farkle_chances(rules)[1]
    begun, _ = GameState.start(replace(rules, first_player="seat"), 2, no_dice)
    begun, _ = begun.apply(Roll(), dealt((1, 1, 1, 5, 2, 3)))
    begun, _ = begun.apply(Bank((1, 1, 1, 5)), no_dice)
    lost = 0
    for throws in product(product(range(1, 7), repeat=2), repeat=2):
        _, events = begun.apply(Build(), dealt(*throws))
        lost += any(event.name == "farkled" for event in events)
    assert Fraction(lost, 6**4) == first
    assert first == (then * then if second_chance else then)


def no_dice(count):
    raise AssertionError(count)


def dealt(*throws):
    """A source that hands out these throws, one after the other."""
    waiting = iter(throws)
    return lambda count: next(waiting)


def test_percentages():
    shown = {0: "0", 1: "under 0.1", 5: "0.1", 231: "2.3", 994: "9.9", 996: "10", 6667: "67"}
    for hundredths, text in shown.items():
        assert str(percent(Fraction(hundredths, 10000))) == text
    assert str(percent(Fraction(1))) == "100"
