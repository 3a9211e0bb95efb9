"""Choices of a past game in words."""

import pytest

from farkle import Bank, Build, Roll
from games.replay.choices import act_of


@pytest.mark.parametrize(
    ("keep", "words"),
    [((), ""), ((5,), "the 5"), ((5, 5), "two 5s"), ((1, 5, 5), "a 1 and two 5s")],
)
def test_the_dice_of_a_choice_are_told_in_words(keep: tuple[int, ...], words: str) -> None:
    assert act_of(Bank(keep), 0, 6, done=True).dice == words


def test_a_choice_says_how_many_dice_it_throws() -> None:
    assert act_of(Roll((1,)), 0, 6, done=True).words == "Kept {dice} and rolled 5 dice"
    assert act_of(Roll((1,)), 4, 6, done=False).words == "keep {dice} and roll 1 die"
    assert act_of(Roll((1, 5)), 4, 6, done=True).words == "Kept {dice} and rolled 6 dice", (
        "hot dice"
    )
    assert act_of(Roll((1, 5)), 4, 8, done=True).words == "Kept {dice} and rolled 2 dice"
    assert act_of(Roll(), 0, 6, done=False).words == "roll all dice"


def test_a_choice_says_whether_it_banks_or_builds() -> None:
    assert act_of(Bank((1,)), 0, 6, done=True).words == "Kept {dice} and banked"
    assert act_of(Bank((1,)), 0, 6, done=False).keep == (1,)
    assert act_of(Build(), 0, 6, done=True).words == "Continued the previous turn"
