"""Chances of a throw, checked against all 6^n throws and the rule specification, section 4."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from farkle import PRESETS
from farkle.rules.odds import farkle_chance, weight
from tests.support.engine.bruteforce import BruteForce, throws


def ways(count):
    """Return how often each throw occurs among all 6^count."""
    return Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count))


WAYS = {count: ways(count) for count in range(1, 7)}

# Dice -> throws without a scoring die, of 6^n: singles and triples scoring, no three pairs.
PLAIN = {1: 4, 2: 16, 3: 60, 4: 204, 5: 600, 6: 1440}


@pytest.mark.no_cover
@pytest.mark.parametrize("keep", ["any", "all"])
@pytest.mark.parametrize("toxic", [False, True])
@pytest.mark.parametrize("key", PRESETS)
def test_farkle_chances_are_those_of_all_throws(key, toxic, keep):
    rules = replace(PRESETS[key], toxic_twos=toxic, keep=keep)
    brute = BruteForce(rules)
    for count in range(1, min(6, rules.dice) + 1):
        farkles = sum(WAYS[count][throw] for throw in throws(count) if not brute.keeps(throw))
        assert farkle_chance(rules, count) == Fraction(farkles, 6**count)


@pytest.mark.parametrize(("dice", "farkles"), PLAIN.items())
@pytest.mark.parametrize("key", ["classic", "entry"])
def test_without_three_pairs(key, dice, farkles):
    assert farkle_chance(PRESETS[key], dice) == Fraction(farkles, 6**dice)


@pytest.mark.parametrize("key", ["absolute", "family", "4iam"])
def test_with_three_pairs(key):
    assert farkle_chance(PRESETS[key], 6) == Fraction(1080, 46656)
    for dice in range(1, 6):
        assert farkle_chance(PRESETS[key], dice) == Fraction(PLAIN[dice], 6**dice)


def test_in_percent_as_the_specification_says():
    percent = [round(100 * float(farkle_chance(PRESETS["classic"], dice)), 2) for dice in (2, 6)]
    assert percent == [44.44, 3.09]
    assert round(100 * float(farkle_chance(PRESETS["family"], 6)), 2) == 2.31


def test_the_weight_of_a_throw_is_how_often_it_falls():
    for count, found in WAYS.items():
        assert {throw: weight(throw) for throw in throws(count)} == found


@pytest.mark.parametrize("dice", [0, 7, -1])
def test_a_throw_has_one_to_six_dice(dice):
    with pytest.raises(ValueError, match=rf"^A roll has one to six dice, not {dice}\.$"):
        farkle_chance(PRESETS["family"], dice)
