"""`score`, `keeps` and `breakdown` of every throw, against every partition of the dice."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from farkle import PRESETS, Combination, RuleSet, breakdown, keeps, score
from tests.support.engine.bruteforce import BruteForce, all_throws, partitions

HOUSES = {
    "": {},
    "all": {"keep": "all"},
    "toxic": {"toxic_twos": True},
    "all and toxic": {"keep": "all", "toxic_twos": True},
}


def agree(rules):
    """Everything the engine says of any dice under `rules` is what brute force finds."""
    brute = BruteForce(rules)
    for dice in all_throws(rules.dice):
        assert score(rules, dice) == brute.scores[dice], dice
        assert dict(keeps(rules, dice)) == brute.keeps(dice), dice
        parts = breakdown(rules, dice)
        assert bool(parts) == bool(brute.scores[dice]), dice
        if parts:
            assert sum(part.points for part in parts) == brute.scores[dice], dice
            assert tuple(sorted(die for part in parts for die in part.dice)) == dice
            assert all(part.points == brute.worth[part.dice] for part in parts), (dice, parts)


def test_there_are_923_throws_and_every_partition_is_tried():
    assert len(all_throws()) == 923
    # Six different dice have as many partitions as a set of six: Bell(6).
    assert len(partitions((1, 2, 3, 4, 5, 6))) == 203
    assert partitions((1, 1, 5)) == {
        ((1,), (1,), (5,)),
        ((1,), (1, 5)),
        ((1, 1), (5,)),
        ((1, 1, 5),),
    }


@pytest.mark.no_cover
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_throw_of_every_preset(preset, house):
    agree(replace(PRESETS[preset], **HOUSES[house]))


def random_scoring(random):
    """A rule set with any scoring at all; often a combination is off, or oddly dear."""

    def points(*usual):
        return random.choice((0, *usual, *usual, *usual, random.randrange(1, 4000)))

    values = {
        f"triple_{face}": points(100 * face, 1000 if face == 1 else 50) for face in range(1, 7)
    }
    return RuleSet(
        dice=random.choice((5, 6, 6, 6, 7)),
        single_1=points(100),
        single_5=points(50),
        **values,
        n_kind=random.choice(("none", "double", "linear", "fixed")),
        fixed_kinds=(points(1000), points(2000), points(3000)),
        straight=points(1500, 2500),
        straight_low=points(500),
        straight_high=points(750),
        three_pairs=points(500, 1500),
        four_plus_two=points(1500),
        two_triplets=points(2500),
        full_house_bonus=points(250),
        keep=random.choice(("any", "any", "all")),
        toxic_twos=random.random() < 0.25,
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("dice", [5, 7, 8])
@pytest.mark.parametrize("preset", ["standard", "specials", "patch", "kcd"])
def test_every_throw_of_another_number_of_dice(preset, dice):
    agree(replace(PRESETS[preset], dice=dice))


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(10))
def test_every_throw_of_random_rule_sets(seed):
    random = Random(f"scoring {seed}")
    for _ in range(12):
        agree(random_scoring(random))


def test_the_order_of_the_dice_does_not_matter():
    random = Random("order")
    for dice in random.sample(all_throws(), 60):
        rules = random.choice([rules for rules in PRESETS.values() if rules.dice > 5])
        for order in random.sample(list(permutations(dice)), min(6, len(dice))):
            assert score(rules, order) == score(rules, list(dice))
            assert keeps(rules, order) == keeps(rules, dice)
            assert breakdown(rules, order) == breakdown(rules, dice)


def test_keeps_are_sorted_choices_of_the_throw():
    for dice in all_throws():
        for keep in keeps(PRESETS["patch"], dice[::-1]):
            assert keep == tuple(sorted(keep))
            assert not Counter(keep) - Counter(dice)


def test_the_examples_of_the_interface():
    family = PRESETS["family"]
    assert score(family, (1, 1, 5)) == 250
    assert score(family, (1, 1, 2)) == 0
    assert keeps(family, (1, 2, 2, 4, 6, 6)) == {(1,): 100}
    assert keeps(family, (2, 2, 3, 3, 4, 6)) == {}


def test_callers_cannot_change_keeps():
    found = keeps(PRESETS["family"], (1, 2, 2, 4, 6, 6))
    with pytest.raises(TypeError):
        found[2,] = 5000


@pytest.mark.parametrize("ask", [score, keeps, breakdown])
@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ((), "A roll has one to six dice, not 0."),
        ((1,) * 7, "A roll has one to six dice, not 7."),
        ((1, 0), "A die shows 1 to 6, not 0."),
        ((7,), "A die shows 1 to 6, not 7."),
        ((True,), "A die shows 1 to 6, not True."),
        ((1.0,), "A die shows 1 to 6, not 1.0."),
        (("1",), "A die shows 1 to 6, not '1'."),
    ],
)
def test_dice_that_are_not_a_throw_are_refused(ask, dice, sentence):
    with pytest.raises(ValueError, match=sentence):
        ask(PRESETS["family"], dice)


@pytest.mark.parametrize(
    ("rules", "dice", "words"),
    [
        ("family", (5, 5, 5, 1), "three 5s 500 + a 1 100"),
        ("family", (1, 1), "a 1 100 + a 1 100"),
        ("family", (1, 5, 5), "a 1 100 + a 5 50 + a 5 50"),
        ("family", (3, 3, 3, 3), "four 3s 600"),
        ("family", (3,) * 5 + (1,), "five 3s 1,200 + a 1 100"),
        ("family", (1,) * 6, "six 1s 8,000"),
        ("family", (6, 5, 4, 3, 2, 1), "a straight 1,500"),
        ("family", (1, 1, 2, 2, 4, 4), "three pairs 500"),
        ("family", (2, 2, 2, 3, 3, 3), "three 3s 300 + three 2s 200"),
        ("entry", (1, 1, 1, 1), "three 1s 1,000 + a 1 100"),
        ("kcd", (1, 2, 3, 4, 5, 5), "a low straight 500 + a 5 50"),
        ("kcd", (2, 3, 4, 5, 6), "a high straight 750"),
        ("kcd", (1, 2, 3, 4, 5, 6), "a straight 1,500"),
        ("patch", (2, 2, 2, 2, 3, 3), "four of a kind and a pair 1,500"),
        ("patch", (2, 2, 2, 3, 3, 3), "two triplets 2,500"),
        ("specials", (2, 2, 2, 3, 3), "a full house 450"),
        ("specials", (2, 2, 2, 3, 3, 5), "a full house 450 + a 5 50"),
        ("family", (1, 2), ""),
    ],
)
def test_a_breakdown_says_why_in_words(rules, dice, words):
    assert " + ".join(map(str, breakdown(PRESETS[rules], dice))) == words


def test_a_breakdown_has_the_fewest_combinations():
    for preset in ("patch", "specials", "kcd"):
        brute = BruteForce(PRESETS[preset])
        for dice in all_throws():
            best = brute.scores[dice]
            if best:
                ways = [
                    len(groups)
                    for groups in partitions(dice)
                    if all(brute.worth[group] for group in groups)
                    and sum(brute.worth[group] for group in groups) == best
                ]
                assert len(breakdown(PRESETS[preset], dice)) == min(ways)
    # Two triples for 1,100 each are as good as four of a kind and two singles.
    rules = replace(
        PRESETS["family"], triple_1=1100, n_kind="fixed", fixed_kinds=(2000, 2050, 2100)
    )
    assert [one.dice for one in breakdown(rules, (1,) * 6)] == [(1, 1, 1)] * 2


def test_the_best_split_need_not_contain_the_largest_combination():
    # The largest is the full house 33322 for 550, which leaves a 2; two triples use all dice.
    assert score(PRESETS["specials"], (2, 2, 2, 3, 3)) == 450
    assert score(PRESETS["specials"], (2, 2, 3, 3, 3)) == 550
    assert score(PRESETS["specials"], (2, 2, 2, 3, 3, 3)) == 500
    # The most dice are the four of a kind for 350; three and one are worth more.
    rules = replace(PRESETS["patch"], fixed_kinds=(350, 2000, 3000))
    assert score(rules, (1, 1, 1, 1)) == 400
    # The best is the low straight for 500; with other points the singles are better.
    assert score(PRESETS["kcd"], (1, 1, 2, 3, 4, 5)) == 600
    assert score(replace(PRESETS["kcd"], straight_low=100), (1, 5)) == 150


def test_combinations_name_their_kind_and_dice():
    assert breakdown(PRESETS["family"], (5, 5, 1, 5)) == (
        Combination("triple", (5, 5, 5), 500),
        Combination("single", (1,), 100),
    )
    kinds = {
        one.kind
        for preset in PRESETS.values()
        for dice in all_throws(preset.dice)
        for one in breakdown(preset, dice)
    }
    assert kinds == {
        "single",
        "triple",
        "n_kind",
        "straight",
        "straight_low",
        "straight_high",
        "three_pairs",
        "four_plus_two",
        "two_triplets",
        "full_house",
        "jackpot",
    }


def test_hot_dice_or_four_alike_force_a_roll_where_the_rules_say_so():
    assert PRESETS["entry"].table.forced_roll((1, 1, 1, 5, 5, 5), 0) == "hot_dice_first"
    assert not PRESETS["family"].table.forced_roll((1, 1, 1, 5, 5, 5), 0)
    four = replace(RuleSet(), roll_after_four=True).table
    assert four.forced_roll((3, 3, 3, 3), 2) == "roll_first"
    assert not four.forced_roll((3, 3, 3, 5), 2)
