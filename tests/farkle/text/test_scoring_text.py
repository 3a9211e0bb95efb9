"""What scores, in words: the sentences alone are enough to score every throw."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from farkle import PRESETS, score
from tests.support.engine.rules_words import text, texts
from tests.support.engine.strategies import CI, rule_sets
from tests.support.engine.words_scorer import WordsScorer

FAMILY = PRESETS["family"]
SOME = settings(CI, max_examples=60)


@pytest.mark.no_cover
@given(rule_sets())
@SOME
def test_the_words_alone_give_every_score(rules):
    """The sentences alone give the score of every throw."""
    sentences = [text for key in ("turn", "scores", "house") for text in texts(rules, key)]
    scorer = WordsScorer(sentences)
    engine = {dice: score(rules, dice) for dice in scorer.scores}
    assert scorer.scores == engine


@pytest.mark.parametrize("name", PRESETS)
def test_the_words_of_a_preset_give_every_score(name):
    rules = PRESETS[name]
    scorer = WordsScorer(texts(rules, "turn") + texts(rules, "scores"))
    assert scorer.scores == {dice: score(rules, dice) for dice in scorer.scores}


@pytest.mark.parametrize(
    "changes",
    [
        {"triple_1": 100},  # three singles are worth more, six 1s doubled are not
        {"single_1": 600, "full_house_bonus": 250},
        {"triple_2": 0, "full_house_bonus": 250},
        {"n_kind": "fixed", "fixed_kinds": (0, 900, 100)},
        {"n_kind": "linear", "triple_4": 0},
        {"toxic_twos": True, "four_plus_two": 1500, "n_kind": "fixed"},
        {"toxic_twos": True, "triple_1": 0, "triple_3": 0, "triple_4": 0, "triple_5": 0},
        {"two_triplets": 200},
        {"single_1": 0, "single_5": 0},
    ],
)
def test_odd_scores_are_said_as_they_are(changes):
    rules = replace(FAMILY, **changes)
    scorer = WordsScorer(texts(rules, "scores") + texts(rules, "house"))
    assert scorer.scores == {dice: score(rules, dice) for dice in scorer.scores}


def test_a_combination_that_never_counts_is_not_mentioned():
    assert "Two triplets" not in text(replace(FAMILY, two_triplets=200), "scores")
    assert "A straight" not in text(replace(FAMILY, straight=100, straight_high=200), "scores")
    assert "1s" not in text(replace(FAMILY, triple_1=200, n_kind="none"), "scores")
