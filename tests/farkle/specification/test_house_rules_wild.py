"""A wild number: it completes combinations, and scores nothing alone."""

from dataclasses import replace

import pytest

from farkle import PRESETS, breakdown, keeps, score
from farkle.text.rules_text import sections
from tests.support.engine.scripted_game import Bank, Game, faces

STANDARD = PRESETS["standard"]


@pytest.mark.parametrize(
    ("wild", "dice", "points"),
    [
        ("sixes", "336", 300),
        ("sixes", "366", 300),
        ("sixes", "116", 1000),
        ("sixes", "666", 1000),  # the best number
        ("sixes", "66666", 4000),
        ("sixes", "6", 0),
        ("sixes", "66", 0),
        ("sixes", "16", 0),
        ("sixes", "15", 150),
        ("sixes", "12346", 0),
        ("sixes", "123466", 1500),
        ("sixes", "223346", 1000),  # 2 2 3 3 4 and a 4
        ("sixes", "333366", 2400),
        ("ones", "1", 0),
        ("ones", "155", 500),
        ("ones", "11", 0),
        ("ones", "1115", 1050),
        ("fives", "5", 0),
        ("fives", "115", 1000),
        ("none", "336", 0),
    ],
)
def test_a_wild_number_stands_for_any_number_in_a_combination(wild, dice, points):
    assert score(replace(STANDARD, wild=wild), faces(dice)) == points


def test_a_wild_number_alone_is_a_farkle():
    rules = replace(STANDARD, wild="ones")
    assert keeps(rules, faces("12")) == {}
    game = Game(rules).roll("223144").roll("123", "122")
    assert game.event("farkled").lost == 200


def test_a_set_is_called_by_the_number_it_counts_as():
    rules = replace(STANDARD, wild="ones")
    assert [str(part) for part in breakdown(rules, faces("115"))] == ["three 5s 500"]
    assert [str(part) for part in breakdown(rules, faces("111"))] == ["three 1s 1,000"]
    assert [str(part) for part in breakdown(rules, faces("112346"))] == ["a straight 1,500"]


@pytest.mark.parametrize(
    ("rules", "keep"),
    [({"roll_after_four": True}, "3336"), ({"roll_after_sets": True}, "336")],
)
def test_completed_sets_are_sets_for_other_rules(rules, keep):
    game = Game("standard", wild="sixes", **rules).roll((keep + "124")[:6].ljust(6, "2"))
    game.refuses(Bank(faces(keep)), "roll_first")


def test_completed_sets_need_a_full_roll_where_sets_do():
    game = Game("standard", wild="sixes", full_throw_sets=True).roll("122346").roll("22366", "1")
    assert game.names[-2:] == ["farkled", "turn"]


def test_a_jackpot_can_be_completed():
    rules = replace(STANDARD, wild="sixes", jackpot="five", jackpot_points=9000)
    assert score(rules, faces("22266")) == 9000


def test_a_wild_number_in_words_and_in_vain():
    said = [str(sentence) for sentence in sections(replace(STANDARD, wild="ones"))[0].sentences]
    assert (
        "1s are wild: in a combination each stands for any number. Alone a 1 scores nothing."
        in (said)
    )
    assert "A 1 scores 100." not in said
    rules = replace(STANDARD, wild="fives", lone_five=True)
    assert "lone_five has no effect with these rules." in map(str, rules.validate().warnings)


def test_a_combination_that_only_a_wild_number_makes_count_is_in_the_words():
    # Three 1s are worth less than each of them alone, but two 1s and a wild 6 are not.
    rules = replace(STANDARD, wild="sixes", triple_1=250)
    assert score(rules, faces("116")) == 250
    assert "250 for 1s" in str(sections(rules)[0])
