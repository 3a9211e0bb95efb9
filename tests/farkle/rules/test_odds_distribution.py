"""The distribution of the scores of a throw, checked against all 6^n throws."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from farkle import PRESETS, RuleSet, keeps
from farkle.rules.odds import all_score_chance, best_scores, farkle_chance, weight

HOUSE = replace(PRESETS["specials"], keep="all", toxic_twos=True)

WAYS = {
    dice: Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=dice))
    for dice in range(1, 7)
}
"""How often each throw occurs among all 6^n."""


@pytest.mark.parametrize(
    ("rules", "dice"),
    [
        pytest.param(rules, dice, id=f"{name}-{dice}")
        for name, rules in {**PRESETS, "house": HOUSE}.items()
        for dice in range(1, rules.dice + 1)
    ],
)
def test_all_chances_equal_those_of_full_enumeration(rules, dice):
    best, hot = Counter(), 0
    for throw, count in WAYS[dice].items():
        found = keeps(rules, throw)
        best[max(found.values(), default=0)] += count
        hot += count * (throw in found)
    scores = best_scores(rules, dice)
    assert scores == {points: Fraction(count, 6**dice) for points, count in best.items()}
    assert list(scores) == sorted(scores)
    assert sum(scores.values()) == 1
    assert all_score_chance(rules, dice) == Fraction(hot, 6**dice)
    assert farkle_chance(rules, dice) == Fraction(best[0], 6**dice)


def test_the_order_of_dice_does_not_count():
    for throw in product(range(1, 7), repeat=4):
        assert keeps(HOUSE, throw) == keeps(HOUSE, sorted(throw))


def test_chances_computed_by_hand():
    rules = RuleSet()
    assert best_scores(rules, 1) == {0: Fraction(4, 6), 50: Fraction(1, 6), 100: Fraction(1, 6)}
    # Both dice a 1 or a 5.
    assert all_score_chance(rules, 2) == Fraction(4, 36)
    assert best_scores(rules, 2)[200] == Fraction(1, 36)
    # Three alike, or three of 1 and 5: 6 + 8 - 2 that are both.
    assert all_score_chance(rules, 3) == Fraction(12, 216)
    assert best_scores(rules, 6)[8000] == Fraction(1, 6**6)
    # A straight, or three 1s and three 5s.
    assert best_scores(rules, 6)[1500] == Fraction(720 + 20, 6**6)


def test_weights_count_every_throw():
    assert weight((1, 2, 3, 4, 5, 6)) == 720
    assert weight((2, 2, 3)) == 3
    assert weight((4, 4, 4, 4)) == 1


@pytest.mark.parametrize("chance", [farkle_chance, all_score_chance, best_scores])
@pytest.mark.parametrize("dice", [0, 7])
def test_other_numbers_of_dice_are_refused(chance, dice):
    with pytest.raises(ValueError, match="one to six dice"):
        chance(RuleSet(), dice)
