"""Sentences: translation, parameters and lists."""

import pytest

from farkle.text.message import join_with_and, join_with_or, name_dice, say


def test_a_sentence_in_another_language():
    words = {"{who} and {n:,} more": "noch {n:,} und {who}", "a {face}": "eine {face}"}
    sentence = say("{who} and {n:,} more", who=say("a {face}", face=1), n=1500)
    assert str(sentence) == "a 1 and 1,500 more"
    assert sentence.text(lambda template: words[template]) == "noch 1,500 und eine 1"
    assert sentence.to_dict()["params"]["who"]["params"] == {"face": 1}
    assert say("{list}", list=("a", 2)).to_dict()["params"] == {"list": ["a", 2]}


def test_a_number_below_zero_has_the_minus_sign_of_a_penalty():
    told = say("−{penalty:,}. Teo has {total:,}.", penalty=1000, total=-1150)
    assert str(told) == "−1,000. Teo has −1,150."


def test_lists_in_words():
    assert [str(join_with_and(list("abc")[:n])) for n in range(4)] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert [str(join_with_or(list("abc")[:n])) for n in range(4)] == [
        "",
        "a",
        "a or b",
        "a, b or c",
    ]


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((1,), "the 1"),
        ((5, 1, 5), "a 1 and two 5s"),
        ((1, 1, 5, 5, 2, 2), "two 1s, two 2s and two 5s"),
        ((1, 2, 3, 4, 5, 6), "1 to 6"),
    ],
)
def test_kept_dice_in_words(dice, words):
    assert str(name_dice(dice)) == words
